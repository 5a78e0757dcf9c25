/** The session as a command sees it, and the way to open another one. */

import { CoderError } from '../../base/errors.ts';
import { settingOf } from '../../log/fold.ts';
import type { SessionControl } from '../../protocol/command.ts';
import { faultText } from '../../words/fault.ts';
import type { Conversation } from '../conversation.ts';

const sessionHooks = () => import('../hooks/session-hooks.ts');

export function sessionControl(
  { engine, inUse, sessions, takeSteering }: Conversation,
  signal: AbortSignal,
): SessionControl {
  const { live, mode, model } = inUse.now;
  return {
    id: live.log.id,
    entries: live.log.entries,
    list: sessions.list,
    name: (name) => sessions.name(name, live.log.id),
    forgetName: (name) => sessions.name(name, undefined),
    export: (format, file, replace) => sessions.export(live.log, format, file, replace),
    async open(choice) {
      const reason = choice.kind === 'new' ? 'clear' : 'resume';
      try {
        const opened = await sessions.open(choice, live);
        if (engine.hooks) await (await sessionHooks()).endHooks(live, reason, engine, signal);
        inUse.continueWith(opened);
      } catch (error) {
        if (error instanceof CoderError) return { problem: faultText(error, engine.words.faults) };
        throw error;
      }
      takeSteering(); // it was meant for the session that was left
      if (choice.kind === 'new') await keepSettings();
      if (engine.hooks) await (await sessionHooks()).startHooks(inUse.now, reason, engine, signal);
      const { entries } = inUse.now.live.log;
      const [was, now] = [settingOf(entries, 'mode'), inUse.now.mode.name];
      return { entries, ...(was !== undefined && was !== now && { mode: { was, now } }) };
    },
  };

  /** Continues a new session in the same mode, with the same model. */
  async function keepSettings(): Promise<void> {
    await inUse.setMode(mode.name);
    if (mode.preset !== inUse.now.mode.preset) await inUse.setPreset(mode.preset);
    if (model !== inUse.now.model) await inUse.setModel(model);
  }
}
