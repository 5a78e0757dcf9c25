/** Merges the answers of several hooks: the strictest wins, and a hook that failed does not approve. */

import type { HookReason, HookSaid } from '../../protocol/hooks.ts';
import { stricter } from '../../protocol/verdict.ts';
import type { HookAnswer } from './answer.ts';

export interface Heard {
  /** The hook, as shown to the person. */
  hook: string;
  event: string;
  /** The hook's file, as shown to the person. */
  file: string;
  answer: HookAnswer;
  /** True if a failure of the hook counts against approval. */
  guards: boolean;
  /** True if the hook's rule covers the whole call, so that the hook may approve it. */
  mayApprove: boolean;
  /** The input it wants, in coder's names; `undefined` if there is none. */
  args?: unknown;
}

export function mergeAnswers(heard: readonly Heard[]): HookSaid {
  const opinions = heard.flatMap((each): Opinion[] => opinionsOf(each));
  const verdict = opinions.map((each) => each.verdict).reduce<HookSaid['verdict']>(strictest, undefined);
  const context = heard.flatMap((each) =>
    each.answer.context === undefined ? [] : [marked(each, each.answer.context)],
  );
  const block = heard.flatMap(({ hook, answer }) => (answer.block === undefined ? [] : [`${answer.block} (${hook})`]));
  const stop = heard.flatMap(({ hook, answer }) => (answer.stop === undefined ? [] : [`${answer.stop} (${hook})`]));
  const changed = heard.findLast(({ args }) => args !== undefined);
  return {
    ...(verdict && { verdict }),
    reasons: opinions.flatMap(({ reason, verdict: wanted }) => (reason && wanted === verdict ? [reason] : [])),
    ...(changed && { args: changed.args }),
    context,
    ...(block.length > 0 && { block: block.join('\n') }),
    ...(stop.length > 0 && { stop: stop.join('\n') }),
  };
}

interface Opinion {
  verdict: 'allow' | 'ask' | 'deny';
  reason?: HookReason;
}

function opinionsOf({ hook, answer, guards, mayApprove, args }: Heard): Opinion[] {
  const { verdict, reason = '', failure, input } = answer;
  const opinions: Opinion[] = [];
  if (failure !== undefined && guards) {
    opinions.push({ verdict: 'ask', reason: { hook, text: failure, isFailure: true } });
  }
  if (verdict === 'allow' && mayApprove) opinions.push({ verdict });
  if (verdict === 'ask' || verdict === 'deny') opinions.push({ verdict, reason: { hook, text: reason } });
  if (input && args === undefined && verdict !== 'deny') {
    const text = 'it wants another input, which cannot be given to this tool';
    opinions.push({ verdict: 'ask', reason: { hook, text, isFailure: true } });
  }
  return opinions;
}

function strictest(a: HookSaid['verdict'], b: 'allow' | 'ask' | 'deny'): 'allow' | 'ask' | 'deny' {
  return a ? stricter(a, b) : b;
}

/** Wraps text in a mark that the text itself cannot end. */
function marked({ event, file }: Heard, text: string): string {
  const inner = text.replaceAll(/<(\/?)hook\b/gi, '‹$1hook');
  return `<hook event="${event}" file="${file.replaceAll('"', "'")}">\n${inner}\n</hook>`;
}
