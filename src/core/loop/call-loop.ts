/** Finds repetition in a turn's calls: the same call, or the same cycle of calls, with the same results. Pure. */

import { checksum } from '../../base/files/checksum.ts';
import type { Outcome, ToolCall } from '../../protocol/message.ts';
import { VOLATILE_FIELDS } from '../../protocol/volatile-fields.ts';
import type { Trace } from '../turn-state.ts';

export interface CallLoop {
  /** One call, or the calls of the cycle. */
  calls: readonly string[];
  times: number;
}

const TIMES = 5;
const WARN_AT = 3;
const LONGEST_CYCLE = 6;
/** How many calls are kept; older ones are never compared. */
const TRAIL = LONGEST_CYCLE * TIMES;
/** Results up to this length are compared as text, longer ones by checksum. */
const SHORT = 200;

/** Finds a loop that `next`, which has not run yet, would complete, so that it can be stopped before it does anything. */
export function findLoop(trail: readonly Trace[], next: readonly Trace[]): CallLoop | undefined {
  const all = [...trail, ...next];
  for (let end = trail.length + 1; end <= all.length; end++) {
    const past = all.slice(0, end);
    for (let size = 1; size <= LONGEST_CYCLE; size++) {
      if (repeats(past, size)) return { calls: past.slice(-size).map(({ call }) => call), times: TIMES };
    }
  }
  return undefined;
}

/** True if the last call is the third in a row of its kind with the same result: time for a warning, before it is a loop. */
export function isThirdTime(trail: readonly Trace[]): boolean {
  const last = trail.slice(-WARN_AT);
  const before = trail.at(-WARN_AT - 1);
  const [first] = last;
  if (!first || last.length < WARN_AT || !last.every((trace) => isSame(trace, first))) return false;
  return !before || !isSame(before, first);
}

/** Skips calls that cannot run. Equal calls of one message count once, because the model saw no result between them. */
export function nextTraces(calls: readonly ToolCall[]): Trace[] {
  const whole = calls.filter(({ problem }) => problem === undefined).map(textOf);
  return [...new Set(whole)].map((call) => ({ call }));
}

export function withCall(trail: readonly Trace[], call: ToolCall, outcome: Outcome): Trace[] {
  if (call.problem !== undefined) return [...trail];
  let mark: string | undefined;
  const result = () => (mark ??= markOf(outcome));
  return [...trail, { call: textOf(call), result }].slice(-TRAIL);
}

/** Caches the text of each call, which is needed before it runs and after. */
const texts = new WeakMap<ToolCall, string>();

function textOf(call: ToolCall): string {
  const text = texts.get(call) ?? `${call.name} ${JSON.stringify(JSON.parse(call.arguments))}`;
  texts.set(call, text);
  return text;
}

function repeats(past: readonly Trace[], size: number): boolean {
  if (past.length < size * TIMES) return false;
  const stretch = past.slice(-size * TIMES);
  return stretch.every((trace, at) => at < size || isSame(trace, stretch[at - size] as Trace));
}

/** Compares only the calls if one of them has not run yet and so has no result. */
function isSame(a: Trace, b: Trace): boolean {
  if (a === b) return true;
  return a.call === b.call && (!a.result || !b.result || a.result() === b.result());
}

function markOf(outcome: Outcome): string {
  const text = JSON.stringify(outcome, (key, value: unknown) => (VOLATILE_FIELDS.has(key) ? undefined : value));
  return text.length <= SHORT ? text : checksum(text);
}
