/** Describes where a hook is called from, which every hook is told. */

import type { HookScene } from '../../protocol/hooks.ts';
import type { Mode } from '../../protocol/mode.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';

type Setting = Partial<Pick<HookScene, 'turn' | 'prompt' | 'model' | 'origin'>> & { mode: Mode };

export function sceneOf({ mode, ...rest }: Setting, { log }: LiveSession, engine: Engine): HookScene {
  const { turn, prompt, model, origin } = rest;
  return {
    session: log.id,
    mode: mode.name,
    permissionMode: permissionMode(mode, engine),
    ...(turn !== undefined && { turn }),
    ...(prompt !== undefined && { prompt }),
    ...(model !== undefined && { model }),
    ...(origin !== undefined && { origin }),
  };
}

/** The nearest mode that other agents have a name for. */
function permissionMode(mode: Mode, { settings }: Engine): string {
  const preset = settings.tables.presets[mode.preset];
  if (mode.onlyReads) return 'plan';
  if (preset?.bashSkipsChecks) return 'bypassPermissions';
  return preset?.rules.edit === 'allow' ? 'acceptEdits' : 'default';
}
