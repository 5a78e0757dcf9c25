/** Runs the program that prints a key (`op read …`, `security …`); its output appears nowhere but in the result. */

import { execFile } from 'node:child_process';
import { codeOf } from '../../base/errors.ts';
import { named, namedError } from '../../base/named-text.ts';

const PATIENCE_MS = 10_000;
const SECONDS = String(PATIENCE_MS / 1000);
const MAX_BYTES = 64 * 1024;

type KeyCommandProblem = 'keyCommandLate' | 'keyCommandMissing' | 'keyCommandFailed' | 'keyCommandSilent';

/** Resolves to the first line printed. Rejects with `CoderError('key-command')`, which states the problem but never the output. */
export function runKeyCommand([program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const refuse = (name: KeyCommandProblem, problem: string, ...more: string[]) =>
      reject(namedError('key-command', named(name, `provider.key_command: ${program} ${problem}`, program, ...more)));
    const options = { env, encoding: 'utf8' as const, timeout: PATIENCE_MS, maxBuffer: MAX_BYTES, windowsHide: true };
    const child = execFile(program, args, { ...options, killSignal: 'SIGKILL' }, (error, stdout) => {
      const key = stdout.trim().split(/\r?\n/, 1)[0] ?? '';
      if (error?.killed) return refuse('keyCommandLate', `gave no key within ${SECONDS} s.`, SECONDS);
      if (codeOf(error) === 'ENOENT') return refuse('keyCommandMissing', 'was not found.');
      if (error) {
        const exit = String(error.code ?? 'unknown');
        return refuse('keyCommandFailed', `failed (exit ${exit}). Run it yourself to see why.`, exit);
      }
      if (key === '') return refuse('keyCommandSilent', 'printed nothing.');
      resolve(key);
    });
    child.stdin?.end();
  });
}
