/** coder as an editor's agent: speaks the Agent Client Protocol on standard input and output, which carry nothing else. */

import type { AgentOptions } from '../../app/agent-options.ts';
import { languageOf } from '../../base/language.ts';
import { createOutput } from '../../base/output.ts';
import { lineFraming } from '../../base/rpc/framing.ts';
import { ACP_CANCEL, createPeer } from '../../base/rpc/peer.ts';
import { loadAcpWords } from '../../words/words.ts';
import { createLeaving, signalCode } from '../leaving.ts';
import { ending } from './ending.ts';
import { initialize } from './initialize.ts';
import type { Methods } from './methods.ts';
import type { Client } from './wire.ts';

/** The code for sessions is loaded with the first session, because a client sends `initialize` long before. */
export async function runAcp(options: AgentOptions): Promise<number> {
  const leaving = createLeaving({ begin() {}, exit: (code) => process.exit(code), codeOf: signalCode });
  const output = createOutput(
    () => process.stdout,
    () => leaving.lose(0),
  );
  let client: Client = { notices: false, compaction: false, reads: false, writes: false, forms: false };
  let loading: Promise<Methods> | undefined;

  const peer = createPeer({
    framing: lineFraming(),
    send: (text) => output.write(text),
    cancel: ACP_CANCEL,
    async onRequest(method, params, { signal }) {
      if (method !== 'initialize') return (await methods()).request(method, params, signal);
      const say = await loadAcpWords(options.flags.lang ?? languageOf(options.env));
      const { client: told, answer } = initialize(params, options.version, say);
      client = told;
      return answer;
    },
    onNotification(method, params) {
      if (method === 'session/cancel') void loading?.then((loaded) => loaded.cancel(params));
    },
  });

  process.stdin.on('data', (chunk: Buffer) => peer.receive(chunk));
  process.stdin.once('end', () => leaving.lose(0));
  process.stdin.once('error', () => leaving.lose(0));
  const code = await leaving.begun;
  process.stdin.destroy();
  const loaded = await loading;
  const saved = Promise.resolve(loaded?.settled());
  await ending({ saved, closed: close(loaded) });
  peer.close('The client has gone.');
  process.exit(code); // an editor waits for the process to end, so nothing may keep it alive
  return code;

  function methods(): Promise<Methods> {
    loading ??= import('./methods.ts').then(({ createMethods }) =>
      createMethods({ agent: options, peer, client: () => client }),
    );
    return loading;
  }

  async function close(loaded: Methods | undefined): Promise<void> {
    await loaded?.close();
    await output.flush();
  }
}
