/** Hooks at the beginning and end of a session, and around its compactions. */

import type { CompactReport, RoomRequest } from '../../protocol/command.ts';
import { NOTHING_SAID } from '../../protocol/hooks.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import { logNote } from '../log-note.ts';
import type { Opened } from '../settings-in-use.ts';
import { sceneOf } from './scene.ts';

/** Runs the start hooks and logs what they say, which the model reads with the next prompt. */
export async function startHooks(
  { live, mode, model }: Pick<Opened, 'live' | 'mode' | 'model'>,
  source: 'startup' | 'resume' | 'clear',
  engine: Engine,
  signal: AbortSignal,
): Promise<void> {
  if (!engine.hooks?.listens('SessionStart')) return;
  const scene = sceneOf({ mode, model }, live, engine);
  const said = await engine.hooks.run({ event: 'SessionStart', subject: source, scene, fields: { source } }, signal);
  for (const text of said.context) await logNote(live.log, { text, audience: 'both' });
}

/** Each hook has its own timeout; a caller that cannot wait that long aborts the signal. */
export async function endHooks(
  { log }: LiveSession,
  reason: 'clear' | 'resume' | 'prompt_input_exit' | 'other',
  { hooks }: Engine,
  signal: AbortSignal,
): Promise<void> {
  if (!hooks?.listens('SessionEnd')) return;
  const last = log.entries.findLast((entry) => entry.type === 'message');
  const scene = { session: log.id, ...(last && { prompt: last.prompt }) };
  const fact = { event: 'SessionEnd' as const, subject: reason, scene, fields: { reason } };
  await hooks.run(fact, signal);
}

/** Runs a compaction between two hooks; the first may prevent it. */
export async function aroundCompaction(
  { model, why, focus = '' }: RoomRequest,
  { log }: LiveSession,
  { hooks }: Engine,
  signal: AbortSignal,
  make: () => Promise<CompactReport>,
): Promise<CompactReport> {
  const trigger = why === 'command' ? 'manual' : 'auto';
  const scene = { session: log.id, model };
  const run = async (event: 'PreCompact' | 'PostCompact', fields: Record<string, unknown>) =>
    hooks?.listens(event)
      ? hooks.run({ event, scene, subject: trigger, fields: { trigger, ...fields } }, signal)
      : NOTHING_SAID;
  const { block, stop } = await run('PreCompact', { custom_instructions: focus });
  if (block !== undefined || stop !== undefined) return { status: 'nothing', why: 'held-by-hook' };
  const report = await make();
  if (report.status !== 'done') return report;
  await run('PostCompact', { compact_summary: report.summary ?? '' });
  if (!hooks?.listens('SessionStart')) return report;
  const source = 'compact'; // what hooks said at the beginning is repeated
  const said = await hooks.run({ event: 'SessionStart', subject: source, scene, fields: { source } }, signal);
  for (const text of said.context) await logNote(log, { text, audience: 'both' });
  return report;
}
