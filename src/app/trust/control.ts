/** The person's side of trust: list what is there, show what changed, accept it and revoke that. */

import { existsSync } from 'node:fs';
import { isInside, relativeTo } from '../../base/files/paths.ts';
import { formatBytes } from '../../base/text/format-number.ts';
import { unifiedDiff } from '../../base/text/unified-diff.ts';
import type { JudgedItem, TrustControl, TrustItem, TrustPart } from '../../protocol/trust.ts';
import type { TrustWords } from '../../words/en/trust.ts';
import type { Project } from './find-items.ts';
import { itemsOf } from './may-have-items.ts';
import { type ProjectTrust, setHash } from './project-trust.ts';

const LARGEST_DIFF = 256 * 1024;

/** `onChange` is called when something may be used that could not be before, or the other way round. */
export function trustControl(
  project: Project,
  trust: ProjectTrust,
  say: TrustWords,
  onChange: () => void,
): TrustControl {
  const told = new Set<string>();
  const list = async () => (await itemsOf(project)).map(trust.judge);
  return {
    list,
    setHash,
    async diff(item) {
      const diffs = await Promise.all(item.parts.map((part) => diffOf(part, trust.copy(item, part.path), say)));
      return diffs.filter((diff) => diff !== '').join('');
    },
    async accept(items) {
      await trust.accept(items);
      onChange();
    },
    async revoke(names) {
      const count = await trust.revoke(names);
      onChange();
      return count;
    },
    async changes() {
      const isOpen = ({ item, state }: JudgedItem) =>
        (state === 'changed' || (state === 'reworded' && trust.texts === 'ask')) && !told.has(keyOf(item));
      const changed = (await list()).filter(isOpen);
      for (const { item } of changed) told.add(keyOf(item));
      return changed;
    },
    async writing(paths) {
      const inside = paths.filter((path) => isInside(trust.root, path));
      if (inside.length === 0) return async () => {};
      const written = new Set(inside.map((path) => relativeTo(trust.root, path)));
      const mayBe = new Set(inside.filter((path) => !existsSync(path)).map((path) => relativeTo(trust.root, path)));
      for (const item of await itemsOf(project))
        for (const part of item.parts)
          if (written.has(part.path) && trust.judge(item).state === 'trusted') mayBe.add(part.path);
      return async () => {
        const isKept = (item: TrustItem, part: TrustPart) => mayBe.has(part.path) || trust.knows(item, part);
        const kept = (await itemsOf(project)).filter(
          (item) => item.parts.some(({ path }) => mayBe.has(path)) && item.parts.every((part) => isKept(item, part)),
        );
        if (kept.length > 0) await trust.accept(kept);
      };
    },
  };
}

function keyOf({ name, parts }: TrustItem): string {
  return [name, ...parts.map(({ path, mark }) => `${path} ${mark}`)].join('\n');
}

async function diffOf(part: TrustPart, before: string | undefined, say: TrustWords): Promise<string> {
  const { path, bytes, size, mark } = part;
  if (size > LARGEST_DIFF || bytes.includes(0)) return `${say.binary(path, formatBytes(size), mark)}\n`;
  return (await unifiedDiff(path, before ?? null, bytes.toString('utf8'))).diff;
}
