/** Decides what may be used of a project, by comparing what is there with what the person agreed to. */

import { sha256 } from '../../base/text/sha256.ts';
import type { JudgedItem, TrustItem, TrustPart, TrustState } from '../../protocol/trust.ts';
import { type TrustedItem, type TrustRecord, trustRecord } from '../../session/trust-record.ts';
import { repositoryOf } from './repository.ts';

export interface ProjectTrust {
  /** The folder that item paths are relative to: the repository's top, or the working folder. */
  readonly root: string;
  judge(item: TrustItem): JudgedItem;
  /** True if these bytes may be used now. */
  admits(item: TrustItem): boolean;
  accept(items: readonly TrustItem[]): Promise<void>;
  revoke(names: readonly string[]): Promise<number>;
  /** True if exactly this part of the item was agreed to. */
  knows(item: TrustItem, part: TrustPart): boolean;
  /** The text of a part as it was agreed to; `undefined` if there is none. */
  copy(item: TrustItem, path: string): string | undefined;
  /** Accepts exactly this set for this run; false if the actual set differs. */
  acceptSet(items: readonly TrustItem[], wanted: string): boolean;
  /** Whether changed texts that only speak are used at once (`load`), or only after the person has agreed (`ask`). */
  texts: 'load' | 'ask';
}

const PATIENCE_MS = 5000;

/** `home` is coder's own folder. */
export function openTrust(home: string, root: string): ProjectTrust {
  const record = trustRecord(home, root);
  let kin: ReturnType<TrustRecord['kin']> | undefined;
  const forThisRun = new Map<string, TrustedItem>();
  const patience = () => AbortSignal.timeout(PATIENCE_MS);

  const trust: ProjectTrust = {
    root,
    texts: 'load',
    judge(item) {
      const own = stateOf(item, knownAs(item.name));
      if (own === 'trusted' || item.problem) return { item, state: own };
      kin ??= record.kin(repositoryOf(root));
      const same = kin.find(({ items }) => stateOf(item, items.get(item.name)) === 'trusted');
      return same ? { item, state: 'trusted', as: same.root } : { item, state: own };
    },
    admits(item) {
      const { state } = trust.judge(item);
      return state === 'trusted' || (state === 'reworded' && trust.texts === 'load');
    },
    async accept(items) {
      const sound = items.filter(({ problem }) => !problem);
      await record.accept(sound, repositoryOf(root), patience());
    },
    async revoke(names) {
      for (const name of names) forThisRun.delete(name);
      return record.revoke(names, patience());
    },
    knows: (item, { path, mark }) =>
      knownAs(item.name)?.parts.some((known) => known.path === path && known.mark === mark) ?? false,
    copy(item, path) {
      const mark = knownAs(item.name)?.parts.find((part) => part.path === path)?.mark;
      return mark === undefined ? undefined : record.copy(mark);
    },
    acceptSet(items, wanted) {
      if (setHash(items) !== wanted) return false;
      for (const { name, parts } of items.filter(({ problem }) => !problem))
        forThisRun.set(name, { name, at: 0, parts });
      return true;
    },
  };
  return trust;

  function knownAs(name: string): TrustedItem | undefined {
    return forThisRun.get(name) ?? record.load().get(name);
  }
}

/** Only parts that exist count, because a part that is gone can do nothing. */
function stateOf(item: TrustItem, known: TrustedItem | undefined): TrustState {
  if (!known || item.problem) return 'new';
  const marks = new Map(known.parts.map(({ path, mark }) => [path, mark]));
  const others = item.parts.filter(({ path, mark }) => marks.get(path) !== mark);
  if (others.length === 0) return 'trusted';
  return others.some(({ effect }) => effect === 'runs') ? 'changed' : 'reworded';
}

/** One hash of everything that can act or speak, independent of where the project is. */
export function setHash(items: readonly TrustItem[]): string {
  const lines = items.flatMap(({ kind, name, parts, problem = '' }) =>
    [...parts.map(({ path, mark }) => `${path}\0${mark}`), problem].map((part) => `${kind}\0${name}\0${part}`),
  );
  return `sha256:${sha256([...new Set(lines)].toSorted().join('\n'))}`;
}
