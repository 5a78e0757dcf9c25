/** Makes room in the context: prunes, has the older part summarised, trims the rest if it still does not fit; writes one log entry. */

import { CHARACTERS_PER_TOKEN, SAFE_CHARACTERS_PER_TOKEN } from '../base/text/tokens.ts';
import { pinsOf } from '../context/pins.ts';
import { prune } from '../context/prune.ts';
import { bulkOf, cutMiddle, shortenResult } from '../context/shorten.ts';
import { compactSized, type SizedItem, tokensOf } from '../context/sized.ts';
import { splitOlder } from '../context/split.ts';
import { summaryRequest } from '../context/summary-request.ts';
import { summaryByRules } from '../context/summary-rules.ts';
import { type HeadFor, trim } from '../context/trim.ts';
import type { CompactReport, RoomRequest } from '../protocol/command.ts';
import type { CompactedBy, CompactionEntry } from '../protocol/compaction.ts';
import type { Message } from '../protocol/message.ts';
import { askModel } from './ask-model.ts';
import type { Engine } from './engine.ts';
import type { LiveSession } from './live-session.ts';
import { reportContext } from './report-context.ts';
import { sideModel } from './route-model.ts';
import { workDone } from './verify/work-done.ts';

/** Share of the model's limit below which pruning alone is enough. */
const PRUNED_ENOUGH = 0.6;
/** Share of the model's limit that is never exceeded. */
const FULL = 0.9;
/** Pruning that saves less than a twentieth is not worth invalidating the provider's cache. */
const WORTH_PRUNING = 0.95;
/** Share of the conversation, counted from the newest message, that stays unchanged. */
const KEPT_SHARE = 0.3;
/** Share of the limit that pins may take. */
const PINS_SHARE = 0.15;
/** Share of the limit that the summary may take. */
const SUMMARY_SHARE = 0.1;
const LONGEST_SUMMARY = 4000;
/** A summary with fewer characters than this is discarded if it covers more than `MUCH` tokens. */
const LEAST_SUMMARY = 200;
const MUCH = 4000;
/** Output tokens allowed for a summary; thinking counts as output too. */
const MOST_OUTPUT = 8000;
/** Room, in tokens, below which nothing is left to cut. */
const LEAST_ROOM = 400;

type Plan = Omit<CompactionEntry, 'type'> & { changed: Record<string, Message> };

export async function makeRoom(
  request: RoomRequest,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<CompactReport> {
  if (!engine.hooks) return compact(request, live, engine, signal);
  const { aroundCompaction } = await import('./hooks/session-hooks.ts');
  return aroundCompaction(request, live, engine, signal, () => compact(request, live, engine, signal));
}

async function compact(
  request: RoomRequest,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<CompactReport> {
  const { model, why } = request;
  const { outgoing } = live;
  const before = outgoing.load();
  const items = outgoing.items();
  const limit = engine.models.window(model);
  const room = (share: number) => Math.max(LEAST_ROOM, (limit * share) / outgoing.factor() - outgoing.base());

  let plan: Plan = { by: 'prune', changed: Object.fromEntries(prune(items, room(KEPT_SHARE))) };
  let total = sizeOf(items, plan);
  const mayPrune = why === 'full' && total <= room(PRUNED_ENOUGH);
  if (!mayPrune && (why === 'command' || !outgoing.isManual())) {
    const summarised = await summarise(request, { items, pruned: plan }, live, engine, signal);
    if (signal.aborted) return { status: 'nothing', why: 'cancelled' };
    if (summarised && sizeOf(items, summarised) < total) {
      plan = summarised;
      total = sizeOf(items, plan);
    } else if (summarised) {
      const { model: by, usage } = summarised;
      if (by !== undefined && usage) await live.log.append({ type: 'usage', agent: 'summary', model: by, usage });
      if (why === 'command') return { status: 'nothing', why: 'not-shorter' };
      await live.log.append({ type: 'setting', key: 'compaction', value: 'manual' });
    } else if (why === 'command') return { status: 'nothing', why: 'nothing-older' };
  }
  const most = why === 'overflow' ? Math.min(room(FULL), Math.max(LEAST_ROOM, sizeOf(items) / 2)) : room(FULL);
  if (total > most) plan = await trimmed(items, plan, most, live, engine);
  if (plan.by === 'prune' && total > sizeOf(items) * WORTH_PRUNING) {
    return { status: 'nothing', why: 'nothing-to-drop' };
  }
  return commit(plan, before, model, live, engine);
}

async function commit(
  plan: Plan,
  before: number,
  model: string,
  live: LiveSession,
  engine: Engine,
): Promise<CompactReport> {
  await live.log.append({ type: 'compaction', ...plan });
  const { by, summary, usage } = plan;
  const after = live.outgoing.load();
  engine.person.emit({ type: 'compaction', by, before, after, ...(summary !== undefined && { summary }) });
  reportContext(model, live, engine);
  return { status: 'done', by, before, after, ...(summary !== undefined && { summary }), ...(usage && { usage }) };
}

/** Summarises with the small model, or by rules if that fails; `undefined` if there is no older part. */
async function summarise(
  { model, focus = '' }: RoomRequest,
  { items, pruned }: { items: readonly SizedItem[]; pruned: Plan },
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<Plan | undefined> {
  const split = splitOlder(apply(items, pruned), KEPT_SHARE);
  const keepFrom = split?.kept[0]?.id;
  if (!split || keepFrom === undefined) return undefined;
  const limit = engine.models.window(model);
  const longest = Math.min(LONGEST_SUMMARY, Math.floor(limit * SUMMARY_SHARE));
  const older = split.older.map(({ message }) => message);
  const small = sideModel(model, engine.settings.routing);
  const room = engine.models.window(small) * PRUNED_ENOUGH * SAFE_CHARACTERS_PER_TOKEN;
  const request = { model: small, ...summaryRequest(older, focus, room), maxOutputTokens: MOST_OUTPUT };
  const { text: said, usage } = await askModel(request, engine, signal);
  const text = saysNothing(said, tokensOf(split.older)) ? '' : said;
  const summary = cutMiddle(
    text || summaryByRules(older, longest * SAFE_CHARACTERS_PER_TOKEN),
    longest * CHARACTERS_PER_TOKEN,
  );
  const pinned = withWork(pinsOf(live.log.entries, keepFrom, limit * PINS_SHARE), live, engine);
  const kept = new Set(split.kept.map(({ id }) => id));
  const changed = Object.fromEntries(Object.entries(pruned.changed).filter(([id]) => kept.has(id)));
  const by: CompactedBy = text === '' ? 'rules' : 'model';
  return { by, summary, pinned, keepFrom, changed, ...(usage && { model: small, usage }) };
}

/** True if the summary is too short for what it covers: "ok" does not summarise an hour of work. */
function saysNothing(summary: string, tokens: number): boolean {
  return summary.trim().length < LEAST_SUMMARY && tokens > MUCH;
}

/** Adds the work done according to the log, whatever the summary claims. */
function withWork(pinned: string, { work }: LiveSession, { tools }: Engine): string {
  return [pinned, workDone(work(tools))].filter((part) => part !== '').join('\n\n');
}

/** Replaces oversized results by pointers to files first, then cuts the rest without asking anyone. */
async function trimmed(
  items: readonly SizedItem[],
  plan: Plan,
  most: number,
  live: LiveSession,
  engine: Engine,
): Promise<Plan> {
  const changed = { ...plan.changed };
  for (const { id, message, tokens } of items) {
    if (message.role !== 'tool' || tokens < most / 4 || Object.hasOwn(changed, id)) continue;
    const known = message.outcome.result?.['saved_path'];
    const path = typeof known === 'string' ? known : await engine.machine.saveResult(message.callId, bulkOf(message));
    changed[id] = shortenResult(message, path);
  }
  const smaller = apply(items, { ...plan, changed });
  const headFor: HeadFor = (older, keepFrom, bound) => ({
    summary: summaryByRules(
      older.map(({ message }) => message),
      (bound / 3) * SAFE_CHARACTERS_PER_TOKEN,
    ),
    pinned: withWork(pinsOf(live.log.entries, keepFrom, bound / 2), live, engine),
  });
  const { changed: cut, head } = trim(smaller, most, headFor);
  const whole = { ...plan, ...head, by: 'trim' as const, changed: { ...changed, ...Object.fromEntries(cut) } };
  const left = new Set(apply(items, whole).map(({ id }) => id));
  return { ...whole, changed: Object.fromEntries(Object.entries(whole.changed).filter(([id]) => left.has(id))) };
}

function apply(items: readonly SizedItem[], plan: Plan): SizedItem[] {
  return compactSized(items, HEAD, plan);
}

/** Placeholder id for a summary head that is not in the log yet. */
const HEAD = 'head';

function sizeOf(items: readonly SizedItem[], plan?: Plan): number {
  return tokensOf(plan ? apply(items, plan) : items);
}
