/** Finds out by trying whether a layer works: a program that exists but confines nothing does not count. */

import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type NamedText, named } from '../../../base/named-text.ts';

const PATIENCE_MS = 20_000;
/** Tries to write where it must not, and prints its process id, which inside is one of the first. */
const TRIAL = 'echo x 2>/dev/null >"$1"; echo "process $$"';

/** Why a layer does not confine; `undefined` if it does. `argv` starts it, up to the command; `folder` must not be writable inside. */
export function tryLayer(
  name: string,
  argv: readonly string[],
  folder: string,
  isOwnProcessTree: boolean,
): Promise<NamedText | undefined> {
  const [program = '', ...args] = argv;
  const file = join(folder, 'trial');
  return new Promise((resolve) => {
    const options = { cwd: '/', timeout: PATIENCE_MS, encoding: 'utf8' as const, env: { PATH: '/usr/bin:/bin' } };
    execFile(program, [...args, '/bin/sh', '-c', TRIAL, 'sh', file], options, (error, stdout, stderr) => {
      const leaked = existsSync(file);
      rmSync(file, { force: true });
      const said = /^process (\d+)$/m.exec(stdout)?.[1];
      if (error) return resolve(explain(name, stderr, error.message));
      if (said === undefined) return resolve(named('sandboxRanNothing', `${name}: it ran nothing`, name));
      if (leaked || (isOwnProcessTree && Number(said) > 8))
        return resolve(named('sandboxConfinesNothing', `${name}: it confines nothing`, name));
      resolve(undefined);
    });
  });
}

/** Recognises the ways in which systems forbid namespaces. */
function explain(name: string, stderr: string, message: string): NamedText {
  if (
    /RTM_NEWADDR|No permissions to create new namespace|Creating new namespace failed|setting up uid map/i.test(stderr)
  )
    return named('sandboxNoNamespaces', `${name}: the system does not allow you to create namespaces`, name);
  const why = stderr.trim().split('\n').at(-1)?.slice(0, 200) || message.split('\n', 1)[0] || '';
  return named('sandboxFailed', `${name}: ${why}`, name, why);
}
