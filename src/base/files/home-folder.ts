/** The person's home folder: an absolute path or none. A relative HOME would make a project's own files the person's. */

import { userInfo } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** A path at which nothing can be read or written, for an account without a home. */
const NOWHERE = '/dev/null';

export function homeFolder(env: Environment): string | undefined {
  if (env.HOME !== undefined && isAbsolute(env.HOME)) return env.HOME;
  try {
    const { homedir } = userInfo(); // of the account: `os.homedir` believes HOME
    return isAbsolute(homedir) ? homedir : undefined;
  } catch {
    return undefined; // an account without an entry, as in some containers
  }
}

/** Where the person's own settings and state are. */
export function coderHome(env: Environment): string {
  return env.CODER_HOME ? resolve(env.CODER_HOME) : join(homeFolder(env) ?? NOWHERE, '.coder');
}
