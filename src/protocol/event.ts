/** Events: facts in order, named noun-action. Every front end renders this one stream. */

import * as s from '../base/schema.ts';
import type { Citation } from './citation.ts';
import type { CompactedBy } from './compaction.ts';
import type { Message, Outcome, ToolCall, Usage } from './message.ts';
import type { Answer, Request } from './request.ts';
import type { ShareInput, TerminalHand, TerminalScreen } from './terminal.ts';
import type { Todo, View } from './view.ts';
import * as wire from './wire-schema.ts';

export type Event =
  /** `shell`: a command typed by the person (`! ls`), without a model call. */
  | { type: 'turn-start'; turn: string; prompt: string; input: string; kind: TurnKind }
  /** `refused`: a needed approval was refused, or no one could give it. */
  | {
      type: 'turn-end';
      turn: string;
      reason: StopReason;
      usage: Usage;
      error?: string;
      refused?: true;
      /** After a cancel: background commands that are still running. */
      jobs?: string[];
      /** Whether the changed files were checked, by real exit codes; absent if the turn changed none. */
      checks?: TurnChecks;
    }
  | { type: 'text-delta'; text: string }
  | { type: 'thinking-delta'; text: string }
  /** A source of the answer just streamed, counted from 1. */
  | { type: 'citation'; number: number; citation: Citation }
  | { type: 'message-end'; message: Message }
  | { type: 'call-start'; call: ToolCall; view: View }
  | { type: 'call-output'; callId: string; stream: 'stdout' | 'stderr'; text: string }
  | { type: 'call-end'; callId: string; outcome: Outcome; view: View; durationMs: number }
  | { type: 'request-start'; request: Request }
  | { type: 'request-end'; id: string; answer: Answer }
  /** The attempt failed and another follows; the text it had streamed is withdrawn if `discarded`. */
  | { type: 'retry'; attempt: number; of: number; delayMs: number; reason: string; discarded: boolean }
  /** The model has repeated itself `times` times: the same calls, or the same text. The reaction follows. */
  | { type: 'loop'; kind: 'calls' | 'text'; repeated: string[]; times: number }
  /** Less is sent from the next request on; the conversation stays in the session. Sizes in tokens. */
  | { type: 'compaction'; by: CompactedBy; before: number; after: number; summary?: string }
  | { type: 'state-change'; change: StateChange }
  /** `about`: the recap of a resumed session, for front ends that do not show the session itself. */
  | { type: 'notice'; level: 'info' | 'warn' | 'error'; view: View; about?: 'recap' }
  /** An interactive program started; `share` says how much of the person's typing the model gets. */
  | {
      type: 'terminal-start';
      id: string;
      command: string;
      by: TerminalHand;
      share: ShareInput;
      columns: number;
      rows: number;
    }
  /** The program's current screen; only for a front end that has sent its size. */
  | { type: 'terminal-screen'; id: string; screen: TerminalScreen }
  /** `text` is the last screen. `awaited`: a call was waiting for the program, and reports the last screen itself. */
  | { type: 'terminal-end'; id: string; exitCode: number; durationMs: number; text: string; awaited?: true };

export interface TurnChecks {
  state: 'checked' | 'failed' | 'not-checked';
  commands: { line: string; exit_code: number }[];
  /** A later change that is not checked: a path, or a command. */
  since?: string;
}

type TurnKind = 'prompt' | 'shell';

/** State that a front end shows besides the stream; only the fields that changed are present. */
export interface StateChange {
  session?: { id: string; title?: string };
  mode?: string;
  model?: string;
  context?: { tokens: number; estimated: boolean; limit: number };
  /** US dollars spent by the session; `isLeast`: at least this much, because the price of a model is not known. */
  spent?: { money: number; isLeast: boolean };
  /** Number of commands running in the background. */
  jobs?: number;
  /** Names of the programs running in the background and in terminals, if asked for. */
  programs?: string[];
  /** The layer that confines commands, once it is known. */
  sandbox?: string;
  todos?: Todo[];
  /** Names of project items that are not used because the person has not trusted them as they are. */
  untrusted?: string[];
  /** MCP servers that the run continues without. */
  skipped?: string[];
}

export type StopReason = 'answered' | 'cancelled' | 'step-limit' | 'turn-limit' | 'budget' | 'failed';

/**
 * An event on the wire and in recordings. `agent` names the sub-agent and `task` the call it works for; both absent for the main agent.
 */
export type Stamped = Event & { seq: number; at: number; agent?: string; task?: string };

const stamp = {
  seq: s.integer('Counts from 0, without gaps.'),
  at: s.integer('Milliseconds since 1970.'),
  agent: s.optional(s.string('The sub-agent that the event comes from; absent for the main agent.')),
  task: s.optional(s.string('The id of the call that the sub-agent works for.')),
};

export const turnChecks = s.object(
  {
    state: s.oneOf(['checked', 'failed', 'not-checked'], 'By real exit codes, after the last change.'),
    commands: s.array(s.object({ line: s.string(), exit_code: s.integer() })),
    since: s.optional(s.string('A later change that is not checked: a path, or a command.')),
  },
  'Whether the changed files were checked.',
);

/** The events as a schema, one row each: the source of the JSON Schema, and checked by the contract test. */
export const eventSchema = s.exactly<Stamped>()(
  s.tagged('type', {
    'turn-start': event('turn-start', {
      turn: s.string(),
      prompt: s.string(),
      input: s.string(),
      kind: s.oneOf(['prompt', 'shell'], 'shell: a command typed by the person, without a model call.'),
    }),
    'turn-end': event('turn-end', {
      turn: s.string(),
      reason: s.oneOf(['answered', 'cancelled', 'step-limit', 'turn-limit', 'budget', 'failed']),
      usage: wire.usage,
      error: s.optional(s.string()),
      refused: s.optional(s.literal(true)),
      jobs: s.optional(s.array(s.string('A background command that is still running after a cancel.'))),
      checks: s.optional(turnChecks),
    }),
    'text-delta': event('text-delta', { text: s.string() }),
    'thinking-delta': event('thinking-delta', { text: s.string() }),
    citation: event('citation', { number: s.integer('Counts from 1.'), citation: wire.citation }),
    'message-end': event('message-end', { message: wire.message }),
    'call-start': event('call-start', { call: wire.call, view: wire.view }),
    'call-output': event('call-output', {
      callId: s.string(),
      stream: s.oneOf(['stdout', 'stderr']),
      text: s.string(),
    }),
    'call-end': event('call-end', {
      callId: s.string(),
      outcome: wire.outcome,
      view: wire.view,
      durationMs: s.integer(),
    }),
    'request-start': event('request-start', { request: wire.request }),
    'request-end': event('request-end', { id: s.string(), answer: wire.answer }),
    retry: event('retry', {
      attempt: s.integer(),
      of: s.integer(),
      delayMs: s.integer(),
      reason: s.string(),
      discarded: s.boolean('The text that the failed attempt had streamed is withdrawn.'),
    }),
    loop: event('loop', {
      kind: s.oneOf(['calls', 'text']),
      repeated: s.array(s.string('A call with its arguments, or the text.')),
      times: s.integer(),
    }),
    compaction: event('compaction', {
      by: s.oneOf(['model', 'rules', 'prune', 'trim']),
      before: s.integer('Tokens of the context.'),
      after: s.integer(),
      summary: s.optional(s.string('The summary that replaces the older part.')),
    }),
    'state-change': event('state-change', { change: wire.change }),
    notice: event('notice', {
      level: s.oneOf(['info', 'warn', 'error']),
      view: wire.view,
      about: s.optional(s.literal('recap')),
    }),
    'terminal-start': event('terminal-start', {
      id: s.string(),
      command: s.string(),
      by: wire.hand,
      share: s.oneOf(['all', 'redact', 'none'], 'How much of the person’s typing the model gets.'),
      columns: s.integer(),
      rows: s.integer(),
    }),
    'terminal-screen': event('terminal-screen', { id: s.string(), screen: wire.screen }),
    'terminal-end': event('terminal-end', {
      id: s.string(),
      exitCode: s.integer(),
      durationMs: s.integer(),
      text: s.string('The last screen.'),
      awaited: s.optional(s.literal(true)),
    }),
  }),
);

function event<const Type extends string, const Fields extends Record<string, s.Schema<unknown>>>(
  type: Type,
  fields: Fields,
) {
  return s.object({ type: s.literal(type), ...fields, ...stamp });
}
