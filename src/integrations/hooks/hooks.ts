/** The hooks of a run: those that match an event run in parallel, and their answers are merged. */

import { elapsedMs } from '../../base/elapsed.ts';
import { messageOf } from '../../base/errors.ts';
import type { Fault } from '../../protocol/fault.ts';
import {
  type CallForm,
  type HookAgent,
  type HookCall,
  type HookControl,
  type HookEvent,
  type HookFact,
  NOTHING_SAID,
} from '../../protocol/hooks.ts';
import { plainExtensionFault } from '../../words/extension-fault.ts';
import { type HookAnswer, type HookEnd, readAnswer } from './answer.ts';
import { type ChosenHook, chooseHooks } from './choose-hooks.ts';
import { isGuarded } from './events.ts';
import { countTrouble, type HookTally, type HookTrust, listTally, shownFile, startTally } from './hook-tally.ts';
import { type Heard, mergeAnswers } from './merge.ts';
import { payloadOf } from './payload.ts';
import type { Hook } from './read.ts';
import { type HookSurroundings, runHook } from './run-hook.ts';

export interface HooksOptions {
  hooks: readonly Hook[];
  surroundings: HookSurroundings;
  /** Whether the hook may run; checked before each run, because it may have changed since the person agreed to it. */
  trustOf(hook: Hook): HookTrust;
  /** The forms in which a call is presented to hooks. */
  formsOf(call: HookCall, cwd?: string): readonly CallForm[];
  /** Replaces each secret with a placeholder. */
  mask(payload: object): object;
  /** Masks secrets in the hook's output, once it is known which it may have seen. */
  hide?(hook: Hook, end: HookEnd): Promise<HookEnd>;
  transcript(session: string): string;
  tell: HookTeller;
  /** Called for each run of a hook; for `coder hooks test`. */
  onRun?(run: HookRun): void;
}

export interface HookRun {
  hook: Hook;
  payload: object;
  end: HookEnd;
  answer: HookAnswer;
  ms: number;
}

/** Reports about hooks to the person. */
interface HookTeller {
  /** A hook's own message to the person. */
  message(hook: string, text: string): void;
  warning(hook: string, what: Fault): void;
}

export function createHooks(options: HooksOptions): HookControl {
  const tallies = options.hooks.map((hook) => startTally(hook, options.trustOf(hook)));
  const waiting = new Set<HookEvent>(tallies.flatMap(({ hook }) => hook.events));
  const control = (agent: HookAgent | undefined): HookControl => ({
    listens: (event) => waiting.has(event),
    async run(fact, signal) {
      if (!waiting.has(fact.event)) return NOTHING_SAID;
      const forms = fact.call ? options.formsOf(fact.call, agent?.cwd) : [undefined];
      const chosen = chooseHooks(tallies, fact, forms);
      if (chosen.length === 0) return NOTHING_SAID;
      const heard = await Promise.all(chosen.map((each) => hear(each, { fact, agent }, options, signal)));
      return mergeAnswers(heard.flat());
    },
    within: control,
    list: () => tallies.map((tally) => listTally(tally, options.trustOf(tally.hook))),
  });
  return control(undefined);
}

/** What hooks run for, and in whose work. */
interface Occasion {
  fact: HookFact;
  /** The sub-agent in which it happens. */
  agent: HookAgent | undefined;
}

/** Runs a hook if it is trusted. The answer of one that runs in the background is not waited for. */
async function hear(
  { tally, form, reach }: ChosenHook,
  occasion: Occasion,
  options: HooksOptions,
  signal: AbortSignal,
): Promise<Heard[]> {
  const { hook, label } = tally;
  const guards = isGuarded(occasion.fact.event) && hook.onFailure === 'ask' && !hook.isAsync;
  const base = { hook: label, event: hook.event, file: shownFile(hook), guards, mayApprove: reach === 'whole' };
  const trust = options.trustOf(hook);
  if (trust === 'trusted') tally.wasTrusted = true;
  else if (trust === 'changed' && tally.wasTrusted && guards) {
    return [{ ...base, answer: { failure: { what: plainExtensionFault('hookChanged'), printed: '' } } }];
  } else return [];
  const running = runOne(tally, form, occasion, options, signal);
  if (hook.isAsync) return [];
  const answer = await running;
  const args = answer.input && form?.argsOf(answer.input);
  return [{ ...base, answer, ...(args !== undefined && { args }) }];
}

async function runOne(
  tally: HookTally,
  form: CallForm | undefined,
  { fact, agent }: Occasion,
  options: HooksOptions,
  signal: AbortSignal,
): Promise<HookAnswer> {
  const { hook, label } = tally;
  const { surroundings, transcript } = options;
  const now = new Date();
  const calls = fact.calls?.flatMap((call) => options.formsOf(call, agent?.cwd).map((each) => told(call, each)));
  const facts = { fact, agent, form, calls, cwd: agent?.cwd ?? surroundings.cwd, transcript, now };
  const payload = options.mask(payloadOf(hook, facts));
  const started = elapsedMs();
  const said = await runHook(hook, JSON.stringify(payload), surroundings, signal).catch(notRun);
  const end = options.hide ? await options.hide(hook, said) : said;
  const answer = readAnswer(end, fact.event);
  const ms = Math.round(elapsedMs() - started);
  Object.assign(tally, { runs: tally.runs + 1, lastMs: ms, lastAt: now.getTime() });
  options.onRun?.({ hook, payload, end, answer, ms });
  if (signal.aborted) return answer;
  if (answer.message !== undefined) options.tell.message(label, answer.message);
  const trouble = countTrouble(tally, answer);
  if (trouble) options.tell.warning(label, trouble);
  return answer;
}

/** For example an invalid proxy, or a required sandbox that is missing. */
function notRun(error: unknown): HookEnd {
  return { stdout: '', stderr: '', exitCode: 0, failure: plainExtensionFault('hookNotStarted', messageOf(error)) };
}

function told({ id, response }: HookCall, { name, input }: CallForm): object {
  return { tool_name: name, tool_input: input, tool_use_id: id, tool_response: response?.text ?? '' };
}
