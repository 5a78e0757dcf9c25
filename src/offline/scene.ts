/** What a script works with: it yields the calls it wants made, gets their outcomes and ends with a report. */

import type { Outcome } from '../protocol/message.ts';
import type { Step } from './history.ts';
import type { Say } from './language.ts';

/** A call to make. */
export interface Ask {
  tool: string;
  args: Record<string, unknown>;
  /** Why, in a few words; shown as thinking. */
  thinking: string;
  /** Said before the call, where a person would want to know already. */
  saying?: string;
}

/** Markdown for the person; `done: false` keeps the steps behind it from running. */
export interface Report {
  text: string;
  done: boolean;
}

/** Deterministic: the same outcomes lead to the same calls, so it can be run again from the start every time. */
export type Script<Result = Report> = Generator<Ask, Result, Outcome>;

export interface Scene {
  say: Say;
  /** The tool is offered in this request. */
  can(tool: string): boolean;
  /** The file that was read or written last. */
  lastFile(): string | undefined;
  /** What has been done, this request included. */
  steps(): readonly Step[];
  /** The way to connect a real model was named before. */
  hinted: boolean;
}

export function done(text: string): Report {
  return { text, done: true };
}

export function stuck(text: string): Report {
  return { text, done: false };
}

export function lastFileOf(steps: readonly Step[]): string | undefined {
  const last = steps.findLast(
    ({ tool, args, outcome }) =>
      (tool === 'read' || tool === 'write' || tool === 'edit') &&
      outcome.status === 'ok' &&
      typeof args.path === 'string',
  );
  return typeof last?.args.path === 'string' ? last.args.path : undefined;
}
