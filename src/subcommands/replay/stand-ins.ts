/** Tools that do not run again in a replay: each call returns its recorded outcome. */

import { isPlainObject } from '../../base/schema.ts';
import type { Outcome, ToolMessage } from '../../protocol/message.ts';
import type { Tool } from '../../protocol/tool.ts';
import type { WhyNotRun } from './answer-requests.ts';

export interface StandIns {
  /** The tool as the replay uses it. */
  adapt(tool: Tool): Tool;
  /** True for a tool that never runs again. */
  has(tool: string): boolean;
  /** Why the recorded call did not run again; `undefined` if its tool ran. */
  whyNotRun(before: ToolMessage): WhyNotRun | undefined;
  /** Forgets the calls of the previous turn. */
  beginTurn(): void;
}

/** `recorded` returns the recorded outcome of a call of the current turn. */
export function createStandIns(recorded: (callId: string) => Outcome | undefined): StandIns {
  const tools = new Set<string>();
  const calls = new Set<string>();
  return {
    adapt(tool) {
      if (!runsAgain(tool)) tools.add(tool.name);
      return {
        ...tool,
        async execute(args, context) {
          const before = recorded(context.callId);
          const isLive = runsAgain(tool) && before?.status !== 'cancelled' && !needsTerminal(args);
          if (isLive || !before) return tool.execute(args, context);
          calls.add(context.callId);
          return before;
        },
      };
    },
    has: (tool) => tools.has(tool),
    whyNotRun({ name, callId, outcome }) {
      if (!tools.has(name) && !calls.has(callId)) return undefined;
      return outcome.status === 'cancelled' ? 'cancelled' : 'elsewhere';
    },
    beginTurn: () => calls.clear(),
  };
}

/** True unless the tool asks, or needs the network, another model or the user's own files; such a tool returns its recorded outcome. */
function runsAgain({ effect, outside, forLine }: Tool): boolean {
  if (effect === 'run') return forLine !== undefined;
  return !outside && (effect === 'none' || effect === 'read' || effect === 'edit');
}

/** A program that waits for input would wait forever. */
function needsTerminal(args: unknown): boolean {
  return isPlainObject(args) && args.interactive === true;
}
