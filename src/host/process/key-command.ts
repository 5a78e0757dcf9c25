/** Runs the program that prints a key (`op read …`, `security …`); its output appears nowhere but in the result. */

import { execFile } from 'node:child_process';
import { CoderError, codeOf } from '../../base/errors.ts';

const PATIENCE_MS = 10_000;
const MAX_BYTES = 64 * 1024;

/** Resolves to the first line printed. Rejects with `CoderError('key-command')`, which states the problem but never the output. */
export function runKeyCommand([program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const refuse = (problem: string) =>
      reject(new CoderError('key-command', `provider.key_command: ${program} ${problem}`));
    const options = { env, encoding: 'utf8' as const, timeout: PATIENCE_MS, maxBuffer: MAX_BYTES, windowsHide: true };
    const child = execFile(program, args, { ...options, killSignal: 'SIGKILL' }, (error, stdout) => {
      const key = stdout.trim().split(/\r?\n/, 1)[0] ?? '';
      if (error?.killed) return refuse(`gave no key within ${PATIENCE_MS / 1000} s.`);
      if (codeOf(error) === 'ENOENT') return refuse('was not found.');
      if (error) return refuse(`failed (exit ${error.code ?? 'unknown'}). Run it yourself to see why.`);
      if (key === '') return refuse('printed nothing.');
      resolve(key);
    });
    child.stdin?.end();
  });
}
