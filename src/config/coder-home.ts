/** Where the user's own settings and state live. */

import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Environment } from './environment-settings.ts';

export function coderHome(env: Environment): string {
  return env.CODER_HOME ? resolve(env.CODER_HOME) : join(env.HOME || homedir(), '.coder');
}
