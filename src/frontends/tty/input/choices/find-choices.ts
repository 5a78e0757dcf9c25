/** Finds what the menu offers: asks the source for the kind of word, and picks what matches. */

import type { CompletionQuery } from '../completion.ts';
import { createFuzzyIndex, type FuzzyIndex } from '../fuzzy-index.ts';
import type { MenuItem } from '../menu-state.ts';
import { type Candidate, detailScore, MOST_ITEMS, rank } from './rank.ts';

type OrPromise<T> = T | Promise<T>;

/** Sources of completions; each is asked when needed, and caches expensive results itself. */
export interface CompletionSources {
  /** Names without the slash. */
  commands(): OrPromise<readonly Candidate[]>;
  /** Models for `model`, sessions for `resume`, modes for `mode`; empty for a command without arguments. */
  argumentsOf(command: string): OrPromise<readonly Candidate[]>;
  /** All paths of the project, folders with a slash at the end. Returns the same list while nothing has changed. */
  files(): OrPromise<{ paths: readonly string[]; isPartial: boolean }>;
  /** Names in a folder that is given as typed (`~/`, `../`, `src/`); folders end with a slash. */
  entries(folder: string): OrPromise<readonly string[]>;
  programs(): OrPromise<readonly string[]>;
}

interface Choices {
  items: readonly MenuItem[];
  /** True if the list that the items were taken from is incomplete. */
  isPartial: boolean;
}

/** Resolves to `undefined` if `isCurrent` reported that the choices are no longer wanted. */
type FindChoices = (query: CompletionQuery, isCurrent: () => boolean) => Promise<Choices | undefined>;

export function createChoiceFinder(sources: CompletionSources): FindChoices {
  let index: { paths: readonly string[]; search: FuzzyIndex } | undefined;

  return async ({ kind, query, command = '' }, isCurrent) => {
    switch (kind) {
      case 'command':
        return whole(rank(query, await sources.commands()).map((item) => ({ ...item, label: `/${item.value}` })));
      case 'argument':
        return whole(rank(query, await sources.argumentsOf(command), detailScore));
      case 'program': {
        const programs = await sources.programs();
        const starting = programs.filter((name) => name.startsWith(query));
        return whole(starting.slice(0, MOST_ITEMS).map(asItem));
      }
      case 'path':
        return whole(await findPaths(sources, query));
      case 'mention':
        return findMentions(query, isCurrent);
    }
  };

  async function findMentions(written: string, isCurrent: () => boolean): Promise<Choices | undefined> {
    const { paths, isPartial } = await sources.files();
    if (index?.paths !== paths) index = { paths, search: createFuzzyIndex(paths) };
    const found = await index.search.search(written, MOST_ITEMS, isCurrent);
    if (found === undefined) return undefined;
    const items = found.filter(isTypable).map(asItem);
    // Ignored files, and files beyond the listed part of a very large tree, can still be completed by their folder.
    const isElsewhere = items.length === 0 && written.includes('/');
    return { items: isElsewhere ? await findPaths(sources, written) : items, isPartial };
  }
}

async function findPaths(sources: CompletionSources, written: string): Promise<MenuItem[]> {
  const folder = written.slice(0, written.lastIndexOf('/') + 1);
  const name = written.slice(folder.length);
  const all = (await sources.entries(folder)).filter(isTypable);
  const names = all.filter((entry) => name.startsWith('.') || !entry.startsWith('.'));
  const starting = names.filter((entry) => entry.toLowerCase().startsWith(name.toLowerCase()));
  const candidates = (starting.length > 0 ? starting : names).map((value) => ({ value }));
  return rank(name, candidates).map((item) => ({ ...item, value: folder + item.value }));
}

/** False for a name that contains a line break or an escape code, which cannot be part of the line. */
function isTypable(name: string): boolean {
  return !/\p{Cc}/u.test(name);
}

function asItem(value: string): MenuItem {
  return { value, label: value };
}

function whole(items: readonly MenuItem[]): Choices {
  return { items, isPartial: false };
}
