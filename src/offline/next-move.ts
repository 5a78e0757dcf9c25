/** Conversation → the next call or the answer: the script is run again from its start on what is known already. */

import { isDeepStrictEqual } from 'node:util';
import type { Message, Outcome } from '../protocol/message.ts';
import { type Asked, type History, readHistory, type Step } from './history.ts';
import type { Intent } from './intent.ts';
import { languageOf, sayIn } from './language.ts';
import { code } from './markdown.ts';
import { perform } from './perform.ts';
import { type Ask, lastFileOf, type Scene, type Script } from './scene.ts';
import { understand } from './understand.ts';

export type Move = { type: 'call'; ask: Ask; id: string } | { type: 'answer'; text: string; thinking: string };

/** Calls for one request; a script ends long before, this is for what nobody thought of. */
const MAX_CALLS = 40;

export function nextMove(messages: readonly Message[], tools: readonly string[]): Move {
  const history = readHistory(messages);
  const work = resume(history);
  const say = sayIn(languageOf(work.words));
  if (history.answered) return answer(say('That was all: nothing is left to do.', '以上就是全部，没有剩余的事情。'));

  const played: Step[] = work.before.flatMap(({ steps }) => steps);
  const scene: Scene = {
    say,
    can: (tool) => tools.includes(tool),
    lastFile: () => lastFileOf(played),
    steps: () => played,
    hinted: history.hinted,
  };
  const next = play(perform(work.intents, scene), work.steps, scene, played);
  const { length: made } = history.current.steps;
  if (typeof next === 'string') {
    if (history.current.byCoder) return answer(checkFailed(history, scene) + next);
    if (made > 0) return answer(next);
    return answer(work.resumed ? finished(scene) : next, say('No tool is needed for this.', '这个不需要工具。'));
  }
  if (made >= MAX_CALLS) return answer(tooMany(scene));
  return { type: 'call', ask: next, id: `call_${history.spoken + 1}_${history.called + 1}` };
}

function answer(text: string, thinking = ''): Move {
  return { type: 'answer', text, thinking };
}

/** Runs the script on what is known until it ends or wants a call whose outcome is not; `played` grows with it. */
function play(script: Script<string>, known: readonly Step[], { can }: Scene, played: Step[]): string | Ask {
  const left = [...known];
  const made: Step[] = [];
  let turn = script.next();
  while (!turn.done) {
    const ask = turn.value;
    const outcome = takeOutcome(ask, left) ?? (can(ask.tool) ? sameFailure(ask, made) : notOffered(ask));
    if (!outcome) return ask;
    const step = { tool: ask.tool, args: ask.args, outcome };
    made.push(step);
    played.push(step);
    turn = script.next(outcome);
  }
  return turn.value;
}

interface Work {
  intents: Intent[];
  /** What was done for them already. */
  steps: readonly Step[];
  /** The requests before that. */
  before: readonly Asked[];
  /** The words whose language the answer is in. */
  words: string;
  resumed: boolean;
}

/** "Continue" takes up the request before it, with all that went well already; "try again" starts it anew. */
function resume({ current, earlier, words }: History): Work {
  const intents: Intent[] = current.byCoder ? [{ kind: 'fix-tests', repair: true }] : understand(current.prompt);
  const asItIs: Work = { intents, steps: current.steps, before: earlier, words, resumed: false };
  const [only] = intents;
  if (intents.length !== 1 || (only?.kind !== 'continue' && only?.kind !== 'retry')) return asItIs;
  const at = earlier.findLastIndex(({ prompt }) =>
    understand(prompt).some(({ kind }) => kind !== 'continue' && kind !== 'retry'),
  );
  const taken = earlier[at];
  const wanted = taken
    ? understand(taken.prompt).flatMap((intent) => (intent.kind === 'plan' ? understand(intent.goal) : [intent]))
    : [];
  if (!taken || wanted.every(({ kind }) => isTalk(kind))) return asItIs;

  const kept =
    only.kind === 'retry'
      ? []
      : earlier
          .slice(at)
          .flatMap(({ steps }) => steps)
          .filter(wentWell);
  return {
    intents: wanted,
    steps: [...kept, ...current.steps],
    before: earlier.slice(0, at),
    words: `${taken.prompt}\n${current.prompt}`,
    resumed: only.kind === 'continue',
  };
}

function wentWell({ outcome }: Step): boolean {
  return outcome.status === 'ok';
}

function isTalk(kind: Intent['kind']): boolean {
  return (
    kind === 'unknown' ||
    kind === 'slash' ||
    kind === 'greet' ||
    kind === 'help' ||
    kind === 'about' ||
    kind === 'thanks' ||
    kind === 'no' ||
    kind === 'why'
  );
}

/** The outcome of this very call, if it was made; calls before it that were made for something else are passed over. */
function takeOutcome(ask: Ask, left: Step[]): Outcome | undefined {
  const at = left.findIndex((step) => step.tool === ask.tool && isDeepStrictEqual(step.args, ask.args));
  const found = left[at];
  if (!found) return undefined;
  left.splice(0, at + 1);
  return found.outcome;
}

function notOffered({ tool }: Ask): Outcome {
  return { status: 'denied', error: `Denied: the tool ${tool} is off in this mode.` };
}

/** A call that failed is not made again before something was changed: the outcome would be the same. */
function sameFailure(ask: Ask, made: readonly Step[]): Outcome | undefined {
  const at = made.findLastIndex((step) => step.tool === ask.tool && isDeepStrictEqual(step.args, ask.args));
  const before = made[at];
  if (!before || before.outcome.status === 'ok') return undefined;
  const changed = made.slice(at + 1).some(({ tool, outcome }) => CHANGING.has(tool) && outcome.status === 'ok');
  return changed && before.outcome.status === 'failed' ? undefined : before.outcome;
}

const CHANGING = new Set(['write', 'edit', 'bash']);

/** The answer to coder's own request stands alone for the person, so it tells of the work before it. */
function checkFailed({ earlier }: History, { say }: Scene): string {
  const changed =
    earlier.at(-1)?.steps.filter(({ tool, outcome }) => EDITING.has(tool) && outcome.status === 'ok') ?? [];
  const paths = [...new Set(changed.flatMap(({ args }) => (typeof args.path === 'string' ? [args.path] : [])))];
  if (paths.length === 0) return '';
  const names = paths.slice(0, 5).map(code).join(', ') + (paths.length > 5 ? ', …' : '');
  return say(
    `Your request is done (changed: ${names}), but the check after it failed.\n\n`,
    `你的请求已完成（改动：${names}），但之后的检查没有通过。\n\n`,
  );
}

const EDITING = new Set(['write', 'edit']);

function tooMany({ say }: Scene): string {
  return say(
    `I stopped after ${MAX_CALLS} steps on this request, to be safe. Ask for a smaller part of it, or say \`continue\`.`,
    `为安全起见，我在 ${MAX_CALLS} 步后停下了。请把请求拆小一些，或者说“继续”。`,
  );
}

function finished({ say }: Scene): string {
  return say(
    'Your last request is finished: nothing is left to continue. What is next?',
    '上一个请求已经完成，没有需要继续的内容。接下来做什么？',
  );
}
