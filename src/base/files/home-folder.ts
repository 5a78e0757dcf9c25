/** The person's home folder: an absolute path or `undefined`. A relative HOME would let a project's files pass for the person's. */

import { userInfo } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** A path where nothing can be read or written, for an account without a home folder. */
const NOWHERE = '/dev/null';

export function homeFolder(env: Environment): string | undefined {
  if (env.HOME !== undefined && isAbsolute(env.HOME)) return env.HOME;
  try {
    const { homedir } = userInfo(); // of the account, because `os.homedir` trusts HOME
    return isAbsolute(homedir) ? homedir : undefined;
  } catch {
    return undefined; // an account without a passwd entry, as in some containers
  }
}

/** The folder with the person's settings and state. */
export function coderHome(env: Environment): string {
  return env.CODER_HOME ? resolve(env.CODER_HOME) : join(homeFolder(env) ?? NOWHERE, '.coder');
}
