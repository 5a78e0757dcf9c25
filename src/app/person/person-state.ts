/** What coder keeps for the person at a terminal between two starts in a project. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { writeAtomic } from '../../base/files/atomic-write.ts';
import { readIfThere } from '../../base/files/read-if-there.ts';
import { currentBranch } from '../../host/git/branch.ts';
import { storedKeys } from '../../providers/catalogue/stored-keys.ts';
import { projectKey } from '../../session/grants.ts';
import { type InputHistory, openInputHistory } from '../../session/input-history.ts';
import type { AgentOptions } from '../agent-options.ts';
import type { AppSettings } from '../load-app-settings.ts';
import { createSecrets } from './secrets.ts';

const WHOLE_STARTS = 3;

/** The lines of earlier conversations here; `undefined` if the settings want none, or they cannot be stored. */
export async function inputHistory(app: AppSettings, options: AgentOptions): Promise<InputHistory | undefined> {
  if (app.settings.input.history === 'session') return undefined;
  const secrets = createSecrets(app, options, undefined);
  secrets.add(Object.entries(storedKeys(app.home)).map(([name, value]) => ({ name, value })));
  return openInputHistory({ home: app.home, root: options.cwd, mask: secrets.mask });
}

export function branchHere(cwd: string): string | undefined {
  return currentBranch(cwd);
}

interface Greeting {
  form: 'full' | 'short';
  branch?: string;
}

/** False in the full style, which shows what was said and done and nothing before it. */
function isGreeted({ settings: { ui } }: AppSettings): boolean {
  return ui.banner !== 'off' && ui.style !== 'full';
}

/** The greeting, long for the first starts in a project, then short; `undefined` if the settings want none. */
export async function greetingFor(app: AppSettings, options: AgentOptions): Promise<Greeting | undefined> {
  if (!isGreeted(app)) return undefined;
  const form = (await countStart(app, options)) > WHOLE_STARTS ? 'short' : 'full';
  const branch = currentBranch(options.cwd);
  return { form, ...(branch !== undefined && { branch }) };
}

/** The number of this start in the project, counted from one. */
async function countStart({ home }: AppSettings, { cwd }: AgentOptions): Promise<number> {
  const folder = join(home, 'projects', projectKey(cwd));
  const file = join(folder, 'starts');
  try {
    const count = (Number.parseInt(readIfThere(file) ?? '', 10) || 0) + 1;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await writeAtomic(file, `${count}\n`, { mode: 0o600 });
    return count;
  } catch (error) {
    if (codeOf(error)) return 1; // nowhere to keep the count
    throw error;
  }
}
