/** Reports at the start, in one line, which parts of the project are not used, and which have changed. Does not wait for an answer. */

import { formatBytes } from '../../base/text/format-number.ts';
import { visible } from '../../base/text/visible.ts';
import type { JudgedItem, TrustControl, TrustItem } from '../../protocol/trust.ts';
import type { TrustWords } from '../../words/en/trust.ts';
import type { Run } from '../run.ts';
import type { ProjectTrust } from './project-trust.ts';

const MOST_NAMED = 3;

export async function announceTrust(
  control: TrustControl,
  { texts }: ProjectTrust,
  { person, warn }: Run,
  say: TrustWords,
): Promise<void> {
  const judged = (await control.list()).filter(({ item }) => !item.isQuiet);
  const isUnused = ({ state }: JudgedItem) =>
    state === 'new' || state === 'changed' || (state === 'reworded' && texts === 'ask');
  const unused = judged.filter(isUnused);
  if (unused.length > 0) {
    person.emit({ type: 'state-change', change: { untrusted: unused.map(({ item }) => item.name) } });
    const fresh = unused.filter(({ state }) => state === 'new');
    const other = unused.filter(({ state }) => state !== 'new');
    if (fresh.length > 0) warn(say.notUsed(summary(fresh, say)));
    if (other.length > 0) warn(say.changed(summary(other, say)));
  }
  for (const { item } of judged.filter((each) => each.state === 'reworded' && !isUnused(each))) {
    const lines = (await control.diff(item)).split('\n');
    const count = (sign: string) =>
      lines.filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3))).length;
    info(say.reworded(visible(item.name), count('+'), count('-')));
  }
  const shared = judged.filter(({ as }) => as !== undefined);
  if (shared[0]?.as !== undefined) info(say.asElsewhere(shared.length, visible(shared[0].as)));

  function info(title: string): void {
    person.emit({ type: 'notice', level: 'warn', view: { title } });
  }
}

/** Summarises items, such as `AGENTS.md (1.2 kB), 12 skills (40 kB)`. */
function summary(judged: readonly JudgedItem[], say: TrustWords): string {
  const kinds = new Map<TrustItem['kind'], TrustItem[]>();
  for (const { item } of judged) kinds.set(item.kind, [...(kinds.get(item.kind) ?? []), item]);
  return [...kinds]
    .flatMap(([kind, items]) =>
      items.length > MOST_NAMED
        ? [`${items.length} ${say.manyKinds[kind]} (${sizeOf(items)})`]
        : items.map((item) => `${visible(item.name)} (${item.problem ? say.problems[item.problem] : sizeOf([item])})`),
    )
    .join(', ');
}

function sizeOf(items: readonly TrustItem[]): string {
  return formatBytes(items.flatMap(({ parts }) => parts).reduce((sum, { size }) => sum + size, 0));
}
