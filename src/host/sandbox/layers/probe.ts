/** Finds out by trying whether a layer works: a program that exists but confines nothing does not count. */

import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const PATIENCE_MS = 20_000;
/** Tries to write where it must not, and prints its process id, which inside is one of the first. */
const TRIAL = 'echo x 2>/dev/null >"$1"; echo "process $$"';

/** Why a layer does not confine; `undefined` if it does. `argv` starts it, up to the command; `folder` must not be writable inside. */
export function tryLayer(
  argv: readonly string[],
  folder: string,
  isOwnProcessTree: boolean,
): Promise<string | undefined> {
  const [program = '', ...args] = argv;
  const file = join(folder, 'trial');
  return new Promise((resolve) => {
    const options = { cwd: '/', timeout: PATIENCE_MS, encoding: 'utf8' as const, env: { PATH: '/usr/bin:/bin' } };
    execFile(program, [...args, '/bin/sh', '-c', TRIAL, 'sh', file], options, (error, stdout, stderr) => {
      const leaked = existsSync(file);
      rmSync(file, { force: true });
      const said = /^process (\d+)$/m.exec(stdout)?.[1];
      if (error) return resolve(explain(stderr) ?? error.message.split('\n', 1)[0]);
      if (said === undefined) return resolve('it ran nothing');
      if (leaked || (isOwnProcessTree && Number(said) > 8)) return resolve('it confines nothing');
      resolve(undefined);
    });
  });
}

/** Recognises the ways in which systems forbid namespaces. */
function explain(stderr: string): string | undefined {
  if (
    /RTM_NEWADDR|No permissions to create new namespace|Creating new namespace failed|setting up uid map/i.test(stderr)
  )
    return 'the system does not allow you to create namespaces';
  return stderr.trim().split('\n').at(-1)?.slice(0, 200) || undefined;
}
