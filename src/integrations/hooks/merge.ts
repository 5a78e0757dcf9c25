/** Merges the answers of several hooks: the strictest wins, and a hook that failed does not approve. */

import { type Fault, faultLines, type PlainFault } from '../../protocol/fault.ts';
import type { HookReason, HookSaid } from '../../protocol/hooks.ts';
import { stricter } from '../../protocol/verdict.ts';
import { extensionFault, plainExtensionFault } from '../../words/extension-fault.ts';

import { type HookAnswer, type HookTrouble, troubleFault } from './answer.ts';

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
  const block = heard.flatMap(({ hook, answer }) => saysOf(hook, answer.block));
  const stop = heard.flatMap(({ hook, answer }) => saysOf(hook, answer.stop));
  const changed = heard.findLast(({ args }) => args !== undefined);
  return {
    ...(verdict && { verdict }),
    reasons: opinions.flatMap(({ reason, verdict: wanted }) => (reason && wanted === verdict ? [reason] : [])),
    ...(changed && { args: changed.args }),
    context,
    ...(block.length > 0 && { block: faultLines(block) }),
    ...(stop.length > 0 && { stop: faultLines(stop) }),
  };
}

interface Opinion {
  verdict: 'allow' | 'ask' | 'deny';
  reason?: HookReason;
}

function opinionsOf({ hook, answer, guards, mayApprove, args }: Heard): Opinion[] {
  const { verdict, reason = '', failure, input } = answer;
  const opinions: Opinion[] = [];
  if (failure && guards) opinions.push({ verdict: 'ask', reason: failureReason(hook, failure) });
  if (verdict === 'allow' && mayApprove) opinions.push({ verdict });
  if (verdict === 'ask' || verdict === 'deny') opinions.push({ verdict, reason: wordsReason(hook, reason) });
  if (input && args === undefined && verdict !== 'deny') {
    const what = plainExtensionFault('hookOtherInput');
    opinions.push({ verdict: 'ask', reason: failureReason(hook, { what, printed: '' }) });
  }
  return opinions;
}

function failureReason(hook: string, trouble: HookTrouble): HookReason {
  const { what, printed } = trouble;
  return { hook, text: troubleFault(trouble).text, says: what.says[0], failed: { printed } };
}

function wordsReason(hook: string, reason: string | PlainFault): HookReason {
  return typeof reason === 'string' ? { hook, text: reason } : { hook, text: reason.text, says: reason.says[0] };
}

function saysOf(hook: string, what: string | PlainFault | undefined): Fault[] {
  return what === undefined ? [] : [extensionFault('hookSays', what, hook)];
}

function strictest(a: HookSaid['verdict'], b: 'allow' | 'ask' | 'deny'): 'allow' | 'ask' | 'deny' {
  return a ? stricter(a, b) : b;
}

/** Wraps text in a mark that the text itself cannot end. */
function marked({ event, file }: Heard, text: string): string {
  const inner = text.replaceAll(/<(\/?)hook\b/gi, '‹$1hook');
  return `<hook event="${event}" file="${file.replaceAll('"', "'")}">\n${inner}\n</hook>`;
}
