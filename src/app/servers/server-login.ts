/** Handles a server that wants a login in the middle of the work: asks the person, and opens the browser only if they agree. */

import { CoderError } from '../../base/errors.ts';
import type { ServerEntry } from '../../integrations/mcp/entry.ts';
import type { TokenStore } from '../../integrations/mcp/token-store.ts';
import { askYesNo } from '../../protocol/ask-yes-no.ts';
import { faultText } from '../../words/fault.ts';
import type { Words } from '../../words/words.ts';
import type { Run } from '../run.ts';

export interface ServerLoginPorts {
  run: Run;
  attended: boolean;
  tokens: TokenStore;
  words: Words;
  /** Shows an address in the browser. */
  open(url: string): Promise<void>;
}

const LOGIN_MS = 300_000;

/** Resolves to true if the person logged in. Asks once per server at a time: a second call waits for the same answer. */
export function createServerLogin({ run, attended, tokens, words, open }: ServerLoginPorts) {
  const { person, options, warn } = run;
  const asked = new Map<string, Promise<boolean>>();
  return (entry: ServerEntry, signal: AbortSignal): Promise<boolean> => {
    const { transport, name } = entry;
    if (!attended || transport.kind === 'stdio' || transport.oauth?.grant) return Promise.resolve(false);
    const under = asked.get(name);
    if (under) return under;
    const login = logIn().finally(() => asked.delete(name));
    asked.set(name, login);
    return login;

    async function logIn(): Promise<boolean> {
      if (transport.kind === 'stdio') return false;
      const { mcp: say, faults } = words;
      const answer = await askYesNo(person, say.wantsLogin(name, transport.url), [say.yes, say.no], signal);
      if (answer !== 'yes') return false;
      const { logIn: start } = await import('../../integrations/mcp/login.ts');
      const show = async (url: string) => {
        person.emit({ type: 'notice', level: 'info', view: { title: say.loginAt(url) } });
        await open(url);
      };
      const io = { show, pasted: new Promise<string>(() => {}), farewell: say.closeWindow };
      try {
        await start(transport, tokens, options.version, io, AbortSignal.any([signal, AbortSignal.timeout(LOGIN_MS)]));
        return true;
      } catch (error) {
        if (!(error instanceof CoderError)) throw error;
        warn(say.notReconnected(name, faultText(error, faults)));
        return false;
      }
    }
  };
}

export type ServerLogin = ReturnType<typeof createServerLogin>;
