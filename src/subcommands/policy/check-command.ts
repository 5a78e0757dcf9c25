/** Predicts what would happen to a shell command in this folder and mode, using the same decision as a real call. */

import type { AgentOptions } from '../../app/agent-options.ts';
import type { AppSettings } from '../../app/load-app-settings.ts';
import { homeFolder } from '../../base/files/home-folder.ts';
import { disk } from '../../host/files/disk-view.ts';
import { checkLine } from '../../policy/check-line.ts';
import { verdictInside } from '../../policy/verdict-inside.ts';
import type { InsideVerdict, Reason } from '../../protocol/policy.ts';
import type { SandboxStatus } from '../../protocol/sandbox.ts';
import type { Verdict } from '../../protocol/verdict.ts';
import { projectGrants } from '../../session/grants.ts';
import { fault, faultError } from '../../words/fault.ts';
import { probeSandbox } from '../probe-sandbox.ts';

export interface CommandVerdict {
  decision: Verdict;
  class: 'readonly' | 'needs-approval' | 'dangerous' | 'hard-block';
  reasons: Reason[];
  /** The verdict where the command would really run; absent if no sandbox has a say. */
  sandbox?: { layer: InsideVerdict['layer']; decision: Verdict };
}

/** Rules and a sandbox to be treated as if they were in force. */
interface Assumed {
  rules?: Readonly<Record<string, Verdict>>;
  sandbox?: SandboxStatus | undefined;
}

/** Judges as in the sandbox of this machine too. */
export async function createSandboxedCheck(
  app: AppSettings,
  options: AgentOptions,
): Promise<(line: string) => CommandVerdict> {
  const { settings } = app;
  const roots = [options.cwd, ...settings.add_dirs].map((folder) => disk.real(folder));
  return createCommandCheck(app, options, { sandbox: await probeSandbox(options, settings.sandbox.mode, roots) });
}

export async function createCommandCheck(
  { settings, tables, home }: AppSettings,
  options: AgentOptions,
  { rules = {}, sandbox }: Assumed = {},
): Promise<(line: string) => CommandVerdict> {
  const mode = tables.modes[settings.mode];
  const preset = tables.presets[mode?.preset ?? ''];
  if (!mode || !preset) throw faultError('config', fault('modeWithoutPreset', settings.mode));
  const root = disk.real(options.cwd);
  const facts = {
    root,
    roots: [root, ...settings.add_dirs.map((folder) => disk.real(folder))],
    home: disk.real(homeFolder(options.env) ?? '/'),
    preset: { ...preset, bash: { ...preset.bash, ...rules } },
    grants: await projectGrants(home, root).load(),
    hardBlockInYolo: settings.safety.hard_block_in_yolo,
    asksOnlyToLeave: settings.sandbox.ask === 'leave',
    disk,
    ...(sandbox && { sandbox }),
    ...(mode.onlyReads && { onlyReads: mode.onlyReads }),
    ...(mode.network && { network: mode.network }),
  };
  return (line) => {
    const inside = verdictInside(line, facts);
    return {
      ...checkLine(line, facts),
      ...(inside && { sandbox: { layer: inside.layer, decision: inside.verdict } }),
    };
  };
}
