/** What a conversation at a terminal keeps for the person between two starts in a project. */

import { storedKeys } from '../providers/catalogue/stored-keys.ts';
import { type InputHistory, openInputHistory } from '../session/input-history.ts';
import type { AgentOptions } from './agent-options.ts';
import type { AppSettings } from './load-app-settings.ts';
import { createSecrets } from './secrets.ts';

/** The lines of earlier conversations here; `undefined` where the settings want none, or there is no place for them. */
export async function inputHistory(app: AppSettings, options: AgentOptions): Promise<InputHistory | undefined> {
  if (app.settings.input.history === 'session') return undefined;
  const secrets = createSecrets(app, options, undefined);
  secrets.add(Object.entries(storedKeys(app.home)).map(([name, value]) => ({ name, value })));
  return openInputHistory({ home: app.home, root: options.cwd, mask: secrets.mask });
}
