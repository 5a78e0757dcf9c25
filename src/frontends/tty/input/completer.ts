/** Keeps the completion menu in step with the input: asks the sources, drops stale answers, applies a choice. */

import { type CompletionQuery, commonPrefix, completionAt, writeChoice } from './completion.ts';
import { edit } from './editor.ts';
import type { EditorState, EditResult } from './editor-state.ts';
import { createFuzzyMatcher } from './fuzzy.ts';
import { createFuzzyIndex, type FuzzyIndex } from './fuzzy-index.ts';
import { type Key, keyName } from './key-event.ts';
import { type Keymap, lookUp } from './keymap.ts';
import { type MenuItem, type MenuState, moveInMenu } from './menu-state.ts';

type OrPromise<T> = T | Promise<T>;

interface Candidate {
  value: string;
  detail?: string;
}

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

export interface Completer {
  readonly menu: MenuState | undefined;
  /** The text or the cursor changed: opens, refreshes or closes the menu. Calls `changed` when there is something to draw. */
  follow(editor: EditorState, changed: () => void): void;
  /** Tab without a menu: completes what is certain, otherwise opens the menu. */
  complete(editor: EditorState, apply: (result: EditResult) => void, changed: () => void): void;
  /** Handles a key while the menu is open. `undefined` if the key is not for the menu. */
  key(pressed: Key, editor: EditorState): EditResult | undefined;
  /** Closes the menu, and keeps it closed while the same word is typed. */
  dismiss(): void;
}

const MOST_ITEMS = 50;

export function createCompleter(sources: CompletionSources, keymap: Keymap): Completer {
  let menu: MenuState | undefined;
  /** Grows with each query, so that a late answer to an older one can be recognised. */
  let generation = 0;
  /** Start of the word whose menu was closed; the menu stays closed while that word is typed. */
  let dismissed: number | undefined;
  let index: { paths: readonly string[]; search: FuzzyIndex } | undefined;
  let isListPartial = false;

  return {
    get menu() {
      return menu;
    },
    follow(editor, changed) {
      const query = isWriting(editor) ? completionAt(editor.text, editor.cursor) : undefined;
      if (query?.start !== dismissed) dismissed = undefined;
      const opensAlone = query?.kind === 'command' || query?.kind === 'argument' || query?.kind === 'mention';
      if (query === undefined || dismissed !== undefined || (!opensAlone && menu === undefined)) return close();
      ask(query, changed);
    },
    complete(editor, apply, changed) {
      const query = completionAt(editor.text, editor.cursor);
      if (query === undefined) return;
      dismissed = undefined;
      ask(query, () => {
        const certain = menu && certainChoice(menu, editor);
        if (certain !== undefined) {
          close();
          apply(certain);
        }
        changed();
      });
    },
    key(pressed, editor) {
      const command = menu && lookUp(keymap, 'menu', keyName(pressed));
      if (menu === undefined || command === undefined) return undefined;
      if (menu.items.length === 0 && command !== 'menu-close') return undefined;
      switch (command) {
        case 'menu-up':
        case 'menu-down':
        case 'menu-page-up':
        case 'menu-page-down':
          menu = moveInMenu(menu, command);
          return { state: editor, effects: [] };
        case 'menu-close':
          dismiss();
          return { state: editor, effects: [] };
        case 'menu-accept':
          return accept(menu, pressed, editor);
        default:
          return undefined;
      }
    },
    dismiss,
  };

  function dismiss(): void {
    dismissed = menu?.query.start;
    close();
  }

  function close(): void {
    generation += 1;
    menu = undefined;
  }

  /** Enter on a word that is already complete sends the line, instead of requiring a second Enter. */
  function accept(open: MenuState, pressed: Key, editor: EditorState): EditResult | undefined {
    const item = open.items[open.selected];
    const isEnter = pressed.name === 'enter';
    // The items belong to another word if the answer for the text typed since has not arrived yet.
    const isStale = !isSame(open.query, completionAt(editor.text, editor.cursor));
    if (isStale && !isEnter) return { state: editor, effects: [] };
    close();
    if (item === undefined || isStale) return undefined;
    const written = writeChoice(open.query, item.value);
    const present = editor.text.slice(open.query.start, open.query.end);
    if (isEnter && present === written.trimEnd()) return undefined;
    if (!written.endsWith('/')) dismissed = open.query.start;
    return replace(editor, open.query, written);
  }

  function ask(query: CompletionQuery, changed: () => void): void {
    generation += 1;
    const asked = generation;
    const isCurrent = (): boolean => asked === generation;
    void find(query, isCurrent).then(
      (items) => {
        if (!isCurrent() || items === undefined) return;
        const isPartial = query.kind === 'mention' && isListPartial;
        menu = items.length === 0 && !isPartial ? undefined : { query, items, selected: 0, isPartial };
        changed();
      },
      // A source that fails offers nothing; the person can still type the line.
      () => {
        if (isCurrent()) close();
      },
    );
  }

  async function find(query: CompletionQuery, isCurrent: () => boolean): Promise<MenuItem[] | undefined> {
    switch (query.kind) {
      case 'command':
        return rank(query.query, await sources.commands()).map((item) => ({ ...item, label: `/${item.value}` }));
      case 'argument':
        return rank(query.query, await sources.argumentsOf(query.command ?? ''), detailScore);
      case 'program': {
        const programs = await sources.programs();
        const starting = programs.filter((name) => name.startsWith(query.query));
        return starting.slice(0, MOST_ITEMS).map(asItem);
      }
      case 'path':
        return findPaths(query.query);
      case 'mention': {
        const { paths, isPartial } = await sources.files();
        isListPartial = isPartial;
        if (index?.paths !== paths) index = { paths, search: createFuzzyIndex(paths) };
        const found = await index.search.search(query.query, MOST_ITEMS, isCurrent);
        const items = found?.filter(isTypable).map(asItem);
        // Ignored files, and files beyond the listed part of a very large tree, can still be completed by their folder.
        return items?.length === 0 && query.query.includes('/') ? findPaths(query.query) : items;
      }
    }
  }

  async function findPaths(written: string): Promise<MenuItem[]> {
    const folder = written.slice(0, written.lastIndexOf('/') + 1);
    const name = written.slice(folder.length);
    const all = (await sources.entries(folder)).filter(isTypable);
    const names = all.filter((entry) => name.startsWith('.') || !entry.startsWith('.'));
    const starting = names.filter((entry) => entry.toLowerCase().startsWith(name.toLowerCase()));
    const candidates = (starting.length > 0 ? starting : names).map((value) => ({ value }));
    return rank(name, candidates).map((item) => ({ ...item, value: folder + item.value }));
  }
}

/** False during a search, in vim's NORMAL mode, and in the history, where the menu would take the keys. */
function isWriting({ search, vim, text, history, historyAt }: EditorState): boolean {
  const isEntry = historyAt !== undefined && history[historyAt] === text;
  return search === undefined && !isEntry && (vim === undefined || vim.mode === 'insert');
}

function isSame(one: CompletionQuery, other: CompletionQuery | undefined): boolean {
  return one.kind === other?.kind && one.start === other.start && one.end === other.end && one.query === other.query;
}

/** Completes the only choice, or what all choices have in common. */
function certainChoice({ items, query }: MenuState, editor: EditorState): EditResult | undefined {
  const [first] = items;
  if (items.length === 1 && first !== undefined) return replace(editor, query, writeChoice(query, first.value));
  if (query.kind !== 'program' && query.kind !== 'path') return undefined;
  const common = commonPrefix(items.map(({ value }) => value));
  if (common.length <= query.query.length || !common.startsWith(query.query)) return undefined;
  return replace(editor, query, writeChoice(query, common).trimEnd());
}

function replace(editor: EditorState, { start, end }: CompletionQuery, text: string): EditResult {
  // Avoids a double blank if one already follows.
  const isDoubled = text.endsWith(' ') && editor.text[end] === ' ';
  return edit(editor, { type: 'replace', start, end: isDoubled ? end + 1 : end, text });
}

/** Keeps the given order while nothing is typed. */
function rank(
  query: string,
  candidates: readonly Candidate[],
  otherwise: typeof detailScore = () => undefined,
): MenuItem[] {
  const matcher = createFuzzyMatcher(query);
  return candidates
    .flatMap((candidate, position) => {
      const score = matcher.score(candidate.value, candidate.value.toLowerCase()) ?? otherwise(query, candidate);
      return score === undefined ? [] : [{ candidate, position, score: query === '' ? 0 : score }];
    })
    .sort((one, other) => other.score - one.score || one.position - other.position)
    .slice(0, MOST_ITEMS)
    .map(({ candidate: { value, detail } }) => ({
      value,
      label: value,
      ...(detail !== undefined && { detail }),
    }));
}

/** A detail that contains the query counts too, but ranks below all matching names. */
function detailScore(query: string, { detail }: Candidate): number | undefined {
  return detail?.toLowerCase().includes(query.toLowerCase()) ? -1000 : undefined;
}

/** False for a name that contains a line break or an escape code, which cannot be part of the line. */
function isTypable(name: string): boolean {
  return !/\p{Cc}/u.test(name);
}

function asItem(value: string): MenuItem {
  return { value, label: value };
}
