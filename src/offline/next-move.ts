/** Turns a conversation into the next call, or the answer. */

import type { Message, ToolCall } from '../protocol/message.ts';
import { type Call, readHistory } from './history.ts';
import { code } from './markdown.ts';
import { done, play, type Scene, type Script, stuck } from './script.ts';
import { type Understood, understand } from './understand.ts';
import { wordsFor } from './words.ts';

export interface Move {
  thinking: string;
  text: string;
  /** Absent if `text` is the answer. */
  call?: ToolCall;
}

/** The most calls for one prompt. Scripts end long before; this guards against a conversation that lost its beginning. */
const MAX_CALLS = 40;

export function nextMove(messages: readonly Message[], tools: readonly string[]): Move {
  const { prompt, calls, earlier, isAnswered } = readHistory(messages);
  const words = wordsFor(prompt);
  if (isAnswered || calls.length >= MAX_CALLS) {
    const changed = new Set(filesOf(calls, ['write', 'edit']));
    return { thinking: '', text: words.nothingLeft([...changed].map(code).join(', ')) };
  }
  const played = [...earlier];
  const scene: Scene = {
    words,
    can: (tool) => tools.includes(tool),
    touched: () => filesOf(played, ['read', 'write', 'edit']),
  };
  const next = play(perform(understand(prompt, scene), scene), calls, scene, played);
  if ('isDone' in next) return { thinking: '', text: next.text };
  const call = { id: `call_${messages.length}`, name: next.tool, arguments: JSON.stringify(next.args) };
  return { thinking: calls.length === 0 ? words.firstThought : '', text: next.saying ?? '', call };
}

/** The paths of successful calls, the latest last. */
function filesOf(calls: readonly Call[], tools: readonly string[]): string[] {
  const done = calls.filter(({ tool, outcome }) => tools.includes(tool) && outcome.status === 'ok');
  return done.flatMap(({ args: { path } }) => (typeof path === 'string' ? [path] : []));
}

/** Fulfils the requests in order; those after a failed one are not done, and reported as such. */
function* perform(requests: readonly Understood[], scene: Scene): Script {
  if (requests.length === 0) return stuck(scene.words.notUnderstood);
  const sections: string[] = [];
  for (const [index, { words, script }] of requests.entries()) {
    const report = 'isDone' in script ? script : yield* script;
    if (requests.length === 1) return report;
    sections.push(`**${index + 1}. ${words}**\n\n${report.text}`);
    const left = requests.slice(index + 1).map((request) => request.words);
    if (!report.isDone && left.length > 0) return stuck([...sections, scene.words.stoppedBefore(left)].join('\n\n'));
  }
  return done(sections.join('\n\n'));
}
