/** The hooks of a run: selects those that match an event, runs them in parallel, merges their answers and counts the runs. */

import { messageOf } from '../../base/errors.ts';
import type { Fault } from '../../protocol/fault.ts';
import {
  type CallForm,
  type HookAgent,
  type HookCall,
  type HookControl,
  type HookEvent,
  type HookFact,
  type HookSaid,
  type ListedHook,
  NOTHING_SAID,
} from '../../protocol/hooks.ts';
import { plainExtensionFault } from '../../words/extension-fault.ts';
import { type HookAnswer, type HookEnd, readAnswer, troubleFault } from './answer.ts';
import { isGuarded } from './events.ts';
import { type NamesOf, type RuleReach, readMatcher, ruleReach } from './matcher.ts';
import { type Heard, mergeAnswers } from './merge.ts';
import { payloadOf } from './payload.ts';
import { type Hook, neverRuns, whatRuns } from './read.ts';
import { type HookPlace, runHook } from './run-hook.ts';

export interface HooksOptions {
  hooks: readonly Hook[];
  place: HookPlace;
  /** Whether the hook may run; checked before each run, because it may have changed since the person agreed to it. */
  trustOf(hook: Hook): 'trusted' | 'changed' | 'new';
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

interface Tally {
  hook: Hook;
  label: string;
  matches: ReturnType<typeof readMatcher>['matches'];
  runs: number;
  failures: number;
  lastMs?: number;
  lastAt?: number;
  problem?: Fault;
  /** It was trusted when it was first looked at. */
  wasTrusted: boolean;
  wasWarned: boolean;
}

interface Chosen {
  tally: Tally;
  form: CallForm | undefined;
  reach: RuleReach;
}

export function createHooks(options: HooksOptions): HookControl {
  const tallies = options.hooks.map((hook): Tally => {
    const matches = readMatcher(hook.matcher).matches;
    const wasTrusted = options.trustOf(hook) === 'trusted';
    return { hook, label: labelOf(hook), matches, runs: 0, failures: 0, wasTrusted, wasWarned: false };
  });
  const waiting = new Set<HookEvent>(tallies.flatMap(({ hook }) => hook.events));
  const control = (agent: HookAgent | undefined): HookControl => ({
    listens: (event) => waiting.has(event),
    run: (fact, signal) => runAll(fact, agent, signal),
    within: control,
    list: () => tallies.map(listed),
  });
  return control(undefined);

  async function runAll(fact: HookFact, agent: HookAgent | undefined, signal: AbortSignal): Promise<HookSaid> {
    if (!waiting.has(fact.event)) return NOTHING_SAID;
    const chosen = choose(fact, agent?.cwd);
    if (chosen.length === 0) return NOTHING_SAID;
    const heard = await Promise.all(chosen.map((each) => hear(each, fact, agent, signal)));
    return mergeAnswers(heard.flat());
  }

  /** Selects each command once per form of the call. */
  function choose({ event, call, subject = '' }: HookFact, cwd: string | undefined): Chosen[] {
    const forms = call ? options.formsOf(call, cwd) : [undefined];
    const chosen = new Map<string, Chosen>();
    for (const [at, form] of forms.entries())
      for (const tally of tallies) {
        const { hook } = tally;
        if (!hook.events.includes(event)) continue;
        const names = form ? namesOf(form, hook) : { main: [subject], also: [] };
        if (!tally.matches(names)) continue;
        const reach = hook.onlyIf === undefined || !form ? 'whole' : ruleReach(hook.onlyIf, names, form.texts);
        if (reach === 'none') continue;
        const key = JSON.stringify([at, whatRuns(hook), hook.onlyIf, hook.isAsync, hook.from.env]);
        if (!chosen.has(key)) chosen.set(key, { tally, form, reach });
      }
    return [...chosen.values()];
  }

  async function hear(
    { tally, form, reach }: Chosen,
    fact: HookFact,
    agent: HookAgent | undefined,
    signal: AbortSignal,
  ): Promise<Heard[]> {
    const { hook, label } = tally;
    const guards = isGuarded(fact.event) && hook.onFailure === 'ask' && !hook.isAsync;
    const base = { hook: label, event: hook.event, file: shownFile(hook), guards, mayApprove: reach === 'whole' };
    const trust = options.trustOf(hook);
    if (trust === 'trusted') tally.wasTrusted = true;
    else if (trust === 'changed' && tally.wasTrusted && guards) {
      return [{ ...base, answer: { failure: { what: plainExtensionFault('hookChanged'), printed: '' } } }];
    } else return [];
    const running = runOne(tally, form, fact, agent, signal);
    if (hook.isAsync) return [];
    const answer = await running;
    const args = answer.input && form?.argsOf(answer.input);
    return [{ ...base, answer, ...(args !== undefined && { args }) }];
  }

  async function runOne(
    tally: Tally,
    form: CallForm | undefined,
    fact: HookFact,
    agent: HookAgent | undefined,
    signal: AbortSignal,
  ): Promise<HookAnswer> {
    const { hook, label } = tally;
    const { place, transcript } = options;
    const now = new Date();
    const calls = fact.calls?.flatMap((call) => options.formsOf(call, agent?.cwd).map((each) => told(call, each)));
    const facts = { fact, agent, form, calls, cwd: agent?.cwd ?? place.cwd, transcript, now };
    const payload = options.mask(payloadOf(hook, facts));
    const started = performance.now();
    const said = await runHook(hook, JSON.stringify(payload), place, signal).catch(notRun);
    const end = options.hide ? await options.hide(hook, said) : said;
    const answer = readAnswer(end, fact.event);
    const ms = Math.round(performance.now() - started);
    Object.assign(tally, { runs: tally.runs + 1, lastMs: ms, lastAt: now.getTime() });
    options.onRun?.({ hook, payload, end, answer, ms });
    if (signal.aborted) return answer;
    if (answer.message !== undefined) options.tell.message(label, answer.message);
    const trouble = answer.failure ?? answer.warning;
    if (!trouble) return answer;
    tally.problem = troubleFault(trouble);
    if (answer.failure) tally.failures++;
    if (!tally.wasWarned) options.tell.warning(label, tally.problem);
    tally.wasWarned = true;
    return answer;
  }

  function listed({ hook, runs, failures, lastMs, lastAt, problem }: Tally): ListedHook {
    const never = neverRuns(hook);
    const trust = options.trustOf(hook);
    return {
      event: hook.event,
      matcher: hook.matcher,
      what: whatRuns(hook),
      where: hook.where,
      source: hook.from.source,
      state: trust === 'new' ? 'untrusted' : trust === 'changed' ? 'changed' : never ? 'never-runs' : 'ready',
      ...(never && { why: never.why, name: never.name }),
      runs,
      failures,
      ...(lastMs !== undefined && { lastMs }),
      ...(lastAt !== undefined && { lastAt }),
      ...(problem && { problem }),
    };
  }
}

/** For example an invalid proxy, or a required sandbox that is missing. */
function notRun(error: unknown): HookEnd {
  return { stdout: '', stderr: '', exitCode: 0, failure: plainExtensionFault('hookNotStarted', messageOf(error)) };
}

function told({ id, response }: HookCall, { name, input }: CallForm): object {
  return { tool_name: name, tool_input: input, tool_use_id: id, tool_response: response?.text ?? '' };
}

/** A regular expression is matched against the names of its file's dialect; a plain name may be of any dialect. */
function namesOf({ name, gemini, tool, also }: CallForm, { from: { dialect } }: Hook): NamesOf {
  const isGemini = dialect === 'gemini' || dialect === 'qwen';
  const main = isGemini && gemini !== undefined ? [gemini, name] : [name];
  return { main, also: [tool, ...(gemini === undefined ? [] : [gemini]), ...also] };
}

function labelOf(hook: Hook): string {
  return `${hook.matcher === '' ? hook.event : `${hook.event}(${hook.matcher})`} in ${shownFile(hook)}`;
}

/** The file without line and column. */
function shownFile({ where }: Hook): string {
  return where.replace(/(?::\d+)+$/, '');
}
