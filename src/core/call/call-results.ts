/** How a call ended, and the ends of calls that never ran. */

import type { Fact } from '../../protocol/fact.ts';
import type { Fault } from '../../protocol/fault.ts';
import type { Outcome } from '../../protocol/message.ts';
import type { Mode } from '../../protocol/mode.ts';
import type { Decision, Said } from '../../protocol/policy.ts';
import { cancelled, failed, type Tool } from '../../protocol/tool.ts';
import type { View } from '../../protocol/view.ts';
import type { PolicyWords } from '../../words/en/policy.ts';
import { reasonsText } from '../../words/reason-text.ts';
import type { Engine } from '../engine.ts';
import type { ReadArguments } from './read-arguments.ts';

interface Ending {
  outcome: Outcome;
  /** A refusal as shown to the person, in their language; the model reads the outcome. */
  shown?: string;
  /** Real paths this call changed. */
  edited: string[];
  /** The command line this call ran to its end. */
  ran?: { line: string; exitCode: number };
  /** True if the call needed an approval that was refused or that no one could give. */
  refused: boolean;
  /** What hooks said about the call. */
  heard?: HeardHooks;
}

export interface HeardHooks {
  /** Texts for the model, sent with the result. */
  notes: readonly string[];
  /** Why the turn ends; absent if it continues. */
  stop?: Fault;
}

/** How a call ended, before that is shown. */
export interface CallEnd extends Ending {
  /** The outcome with secrets unmasked, for the person's screen only: a command's output. */
  printed?: Outcome;
  /** How long the tool took; absent if it did not run. */
  tookMs?: number;
  /** The arguments that a hook replaced the original ones with. */
  args?: unknown;
}

/** How a call ended, for the step that made it. */
export interface CallResult extends Ending {
  /** The call in one line, once it has ended. */
  title?: string;
  /** What the title says. */
  fact?: Fact;
  /** What the model reads, if the tool formats it. */
  text?: string;
}

/** Leaves out what only the person's screen may show. */
export function resultOf(end: CallEnd, { title, fact }: Pick<View, 'title' | 'fact'>, text?: string): CallResult {
  const { outcome, shown, edited, ran, refused, heard } = end;
  return {
    outcome,
    edited,
    refused,
    title,
    ...(fact && { fact }),
    ...(shown !== undefined && { shown }),
    ...(ran && { ran }),
    ...(heard && { heard }),
    ...(text !== undefined && { text }),
  };
}

export function plain(outcome: Outcome, shown?: string): CallEnd {
  return { outcome, ...(shown !== undefined && { shown }), edited: [], refused: false };
}

/** What the person reads; the model reads English, which is given beside it. */
type Sentence = (say: PolicyWords) => string;

/** Denied by a rule, a hook or the mode. `error` is the text for the model. */
export function denied(error: string, sentence: Sentence, { words }: Engine): CallEnd {
  return plain({ status: 'denied', error }, sentence(words.policy));
}

/** Denied because a needed approval was refused, or no one could give it. */
export function notApproved(error: string, sentence: Sentence, engine: Engine): CallEnd {
  return { ...denied(error, sentence, engine), refused: true };
}

export function notStarted({ words }: Engine): CallEnd {
  return plain(cancelledBefore(), words.policy.cancelledBefore);
}

export function cancelledBefore(): Outcome {
  return cancelled('Cancelled before it started.');
}

export function cancelledAsking({ words }: Engine): CallEnd {
  return plain(cancelled('Cancelled while waiting for approval.'), words.policy.cancelledAsking);
}

export function hardBlocked({ reasons }: Decision, engine: Engine): CallEnd {
  const blocks = reasons.filter(({ code }) => code === 'hard-block');
  const error = `Blocked in every mode: ${inEnglish(blocks)}`;
  return denied(error, (say) => say.hardBlocked(reasonsText(blocks, say)), engine);
}

export function unknownTool(
  name: string,
  { mode, tools }: { mode: Mode; tools: readonly Tool[] },
  engine: Engine,
): CallEnd {
  if (engine.tools.has(name)) {
    const error = `The tool ${name} is off in ${mode.name} mode.`;
    return denied(error, (say) => say.toolOff(name, mode.name), engine);
  }
  const { attended = [] } = mode; // left out of the list, so that it is the same wherever coder runs
  const listed = tools.filter((tool) => !attended.includes(tool.name) && !tool.deferred);
  const names = listed.map((tool) => tool.name).join(', ');
  return plain(failed(`Unknown tool: ${name || '(no name)'}. Tools: ${names}`));
}

/** The model reads how to call the tool; the person reads what was wrong. */
export function wrongArguments(args: ReadArguments | undefined, { words }: Engine): CallEnd {
  const { error = 'The arguments could not be read.', at } = args && !args.ok ? args : {};
  return plain(failed(error), at === undefined ? undefined : words.policy.wrongArguments(at));
}

/** Reasons for the model. */
export function inEnglish(reasons: readonly Said[]): string {
  return reasons.map(({ text }) => text).join('; ');
}
