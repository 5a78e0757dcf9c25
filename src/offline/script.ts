/** A script yields the calls it wants, receives their outcomes and returns a report. */

import { isDeepStrictEqual } from 'node:util';
import type { Outcome } from '../protocol/message.ts';
import type { Call } from './history.ts';
import { code } from './markdown.ts';
import type { OfflineWords } from './words.ts';

/** A call to make. */
export interface Ask {
  tool: string;
  args: Record<string, unknown>;
  /** Text shown before the call, if the person would want to know already. */
  saying?: string;
}

/** Markdown for the person; `isDone: false` prevents later requests from running. */
export interface Report {
  text: string;
  isDone: boolean;
}

/** Must be deterministic: the same outcomes lead to the same calls, because the script is replayed from the start each time. */
export type Script<Result = Report> = Generator<Ask, Result, Outcome>;

type Success = Extract<Outcome, { status: 'ok' }>;

export interface Scene {
  words: OfflineWords;
  /** True if this request offers the tool. */
  can(tool: string): boolean;
  /** Files read or written in this session, the latest last. */
  touched(): string[];
}

export function done(text: string): Report {
  return { text, isDone: true };
}

export function stuck(text: string): Report {
  return { text, isDone: false };
}

/** Makes a call; if it does not succeed, nothing else is tried. */
export function* use(ask: Ask, scene: Scene): Script<Success | Report> {
  const outcome = yield ask;
  return outcome.status === 'ok' ? outcome : trouble(ask, outcome, scene);
}

/** The report for a call that did not succeed, in the tool's own words. */
export function trouble(ask: Ask, outcome: Exclude<Outcome, Success>, { words }: Scene): Report {
  const quoted = outcome.error.trim().replaceAll(/^/gm, '> ');
  return stuck(`${words[outcome.status](code(labelOf(ask)))}\n\n${quoted}`);
}

/** Such as `read README.md`. */
function labelOf({ tool, args }: Ask): string {
  const what = args.path ?? args.pattern ?? args.command;
  return typeof what === 'string' ? `${tool} ${what}` : tool;
}

/** Updates the todo list: `current` is in progress and everything before it is done; `-1` if nothing has begun. */
export function* startTodo(labels: readonly string[], current: number, { can }: Scene): Script<void> {
  if (!can('todowrite')) return;
  const todos = labels.map((label, index) => ({
    content: label.replaceAll('`', ''),
    status: index < current ? 'completed' : index === current ? 'in_progress' : 'pending',
  }));
  yield { tool: 'todowrite', args: { todos } };
}

/** Runs the script on the known outcomes until it ends or wants a call not made yet; appends the calls to `played`. */
export function play(script: Script, known: readonly Call[], { can }: Scene, played: Call[]): Report | Ask {
  let left = known;
  let turn = script.next();
  while (!turn.done) {
    const { tool, args } = turn.value;
    const at = left.findIndex((call) => call.tool === tool && isDeepStrictEqual(call.args, args));
    const off: Outcome = { status: 'denied', error: `The tool ${tool} is off in this mode.` };
    const outcome = left[at]?.outcome ?? (can(tool) ? undefined : off);
    if (!outcome) return turn.value;
    left = left.slice(at + 1);
    played.push({ tool, args, outcome });
    turn = script.next(outcome);
  }
  return turn.value;
}
