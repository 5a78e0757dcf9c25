/** Saves what a call may change before it runs, and records what it changed afterwards. */

import type { Outcome } from '../../protocol/message.ts';
import type { Decision, Use } from '../../protocol/policy.ts';
import type { Tool } from '../../protocol/tool.ts';
import type { Touch } from '../../protocol/undo.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import { cancelledBefore } from './call-results.ts';

interface Judged {
  tool: Tool;
  use: Use;
  decision: Decision;
}

/** Starts the first look while the person is being asked, because it takes a moment on a large tree. */
export function prepareCheckpoint(judged: Judged, live: LiveSession, engine: Engine, signal: AbortSignal): void {
  const { attended, autoApprove } = engine.settings.approval;
  const takesAMoment = attended && !autoApprove;
  if (takesAMoment && touchOf(judged).shell) live.checkpoint.prepare(signal);
}

export async function withCheckpoint(
  judged: Judged,
  { checkpoint }: LiveSession,
  signal: AbortSignal,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const touch = touchOf(judged);
  if (touch.paths.length === 0 && !touch.shell) return run();
  const done = await checkpoint.before(touch, signal);
  if (signal.aborted) return cancelledBefore();
  try {
    return await run();
  } finally {
    await done();
  }
}

/** A command proved to only read changes nothing; an edit tool that names no paths may change anything. */
function touchOf({ tool, use, decision }: Judged): Touch {
  const paths = use.paths.filter(({ access }) => access === 'write').map(({ path, shown }) => ({ path, shown }));
  const isOpen = tool.effect === 'run' || (tool.effect === 'edit' && !tool.paths);
  return { paths: tool.effect === 'edit' ? paths : [], shell: isOpen && !decision.onlyReads };
}
