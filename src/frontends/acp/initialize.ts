/** `initialize`: exchanges what each side can do. Answered before anything else of coder is loaded. */

import { RPC, RpcError } from '../../base/rpc/peer.ts';
import { isPlainObject } from '../../base/schema.ts';
import type { AcpWords } from '../../words/en/acp.ts';
import type { Client } from './wire.ts';

/** The only version that coder supports. A client that wants a newer one gets this version as the answer and decides. */
const PROTOCOL = 1;

export function initialize(params: unknown, version: string, say: AcpWords): { client: Client; answer: object } {
  if (!isPlainObject(params) || typeof params.protocolVersion !== 'number')
    throw new RpcError(RPC.invalidParams, 'initialize needs protocolVersion, a number.');
  return { client: clientOf(params.clientCapabilities), answer: answerOf(version, say) };
}

function answerOf(version: string, say: AcpWords): object {
  return {
    protocolVersion: PROTOCOL,
    agentInfo: { name: 'coder', title: 'coder', version },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, audio: false, embeddedContext: true },
      mcpCapabilities: { http: true, sse: true },
      sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {}, additionalDirectories: {} },
    },
    // Appended to the command that started this process: `coder acp auth`. Prompts work without it, with the offline model.
    authMethods: [
      {
        id: 'terminal',
        type: 'terminal',
        name: say.login,
        description: say.loginHow,
        args: ['auth'],
      },
    ],
  };
}

function clientOf(capabilities: unknown): Client {
  const { fs, session, elicitation } = objectOf(capabilities);
  const [files, live, forms] = [objectOf(fs), objectOf(session), objectOf(elicitation)];
  return {
    notices: isPlainObject(live.notices),
    compaction: isPlainObject(live.compaction),
    reads: files.readTextFile === true,
    writes: files.writeTextFile === true,
    forms: isPlainObject(forms.form),
  };
}

function objectOf(value: unknown): Record<string, unknown> {
  return isPlainObject(value) ? value : {};
}
