/** Between turns, shows each runnable item that changed since the person trusted it, with its diff, and asks about it once. */

import { askYesNo } from '../protocol/ask-yes-no.ts';
import type { TrustControl, TrustItem } from '../protocol/trust.ts';
import type { Engine } from './engine.ts';

const SHOWN_LINES = 40;

export async function reviewTrust(trust: TrustControl, engine: Engine, signal: AbortSignal): Promise<void> {
  const changed = await trust.changes();
  for (const { item } of changed) {
    const diff = await trust.diff(item);
    show(item, cut(diff, engine), engine);
    if (engine.settings.approval.attended && (await ask(item, diff, engine, signal))) await trust.accept([item]);
  }
}

/** Only an explicit approval counts; anything else is a refusal. */
async function ask(item: TrustItem, diff: string, engine: Engine, signal: AbortSignal): Promise<boolean> {
  const { trust: say } = engine.words;
  const options = [say.yesThis, say.no, say.wholeDiff] as const;
  for (;;) {
    const answer = await askYesNo(engine.person, say.askChanged(item.name), options, signal);
    if (answer !== 'more') return answer === 'yes';
    show(item, diff, engine);
  }
}

function show({ name }: TrustItem, diff: string, { person, words }: Engine): void {
  const view = { title: words.trust.changed(name), body: [{ type: 'diff' as const, diff }] };
  person.emit({ type: 'notice', level: 'warn', view });
}

function cut(diff: string, { words }: Engine): string {
  const lines = diff.split('\n');
  if (lines.length <= SHOWN_LINES + 1) return diff;
  return [...lines.slice(0, SHOWN_LINES), words.trust.linesMore(lines.length - SHOWN_LINES)].join('\n');
}
