/** Predicts what would happen to a shell command in this folder and mode, using the same decision as a real call. */

import type { AgentOptions } from '../../app/agent-options.ts';
import { loadAppSettings } from '../../app/load-app-settings.ts';
import { CoderError } from '../../base/errors.ts';
import { homeFolder } from '../../base/files/home-folder.ts';
import { look } from '../../host/files/look.ts';
import { checkLine } from '../../policy/check-line.ts';
import type { Reason } from '../../protocol/policy.ts';
import type { Verdict } from '../../protocol/verdict.ts';
import { projectGrants } from '../../session/grants.ts';

export interface CommandVerdict {
  decision: Verdict;
  class: 'readonly' | 'needs-approval' | 'dangerous' | 'hard-block';
  reasons: Reason[];
}

/** `more` contains rules to be treated as if they were already set. */
export async function createCommandCheck(
  options: AgentOptions,
  more: Readonly<Record<string, Verdict>> = {},
): Promise<(line: string) => CommandVerdict> {
  const { settings, tables, home } = await loadAppSettings(options);
  const preset = tables.presets[tables.modes[settings.mode]?.preset ?? ''];
  if (!preset) throw new CoderError('config', `The mode ${settings.mode} has no preset.`);
  const root = look.real(options.cwd);
  const facts = {
    root,
    roots: [root, ...settings.add_dirs.map((folder) => look.real(folder))],
    home: look.real(homeFolder(options.env) ?? '/'),
    preset: { ...preset, bash: { ...preset.bash, ...more } },
    grants: await projectGrants(home, root).load(),
    hardBlockInYolo: settings.safety.hard_block_in_yolo,
    look,
  };
  return (line) => checkLine(line, facts);
}
