/** Ctrl+R: searches the history while the query is typed. */

import { expandChips } from './chips.ts';
import type { EditorState, HistorySearch } from './editor-state.ts';
import { snapshotOf } from './undo.ts';

export function startSearch(state: EditorState): EditorState {
  return { ...state, search: { query: '', failed: false, before: snapshotOf(state) } };
}

/** Keeps the current match if it still fits; otherwise continues the search from there. */
export function searchFor(state: EditorState, query: string): EditorState {
  if (state.search === undefined) return state;
  const search: HistorySearch = { ...state.search, query };
  if (query === '') return { ...state, ...search.before, search: { ...search, at: undefined, failed: false } };
  return show(state, search, findEntry(state, query, search.at ?? state.history.length - 1, -1));
}

export function shortenSearch(state: EditorState): EditorState {
  if (state.search === undefined) return state;
  const query = Array.from(state.search.query).slice(0, -1).join('');
  return searchFor({ ...state, search: { ...state.search, at: undefined } }, query);
}

/** Finds the next match: `step` is -1 for an older one, 1 for a newer one. */
export function searchNext(state: EditorState, step: -1 | 1): EditorState {
  const { search } = state;
  if (search === undefined || search.query === '') return state;
  const from = search.at === undefined ? state.history.length - 1 : search.at + step;
  return show(state, search, findEntry(state, search.query, from, step));
}

/** Ends the search and leaves the match in the line. */
export function acceptSearch(state: EditorState): EditorState {
  return { ...state, search: undefined, historyAt: state.search?.at ?? state.historyAt };
}

export function cancelSearch(state: EditorState): EditorState {
  return { ...state, ...state.search?.before, search: undefined };
}

function show(state: EditorState, search: HistorySearch, at: number | undefined): EditorState {
  if (at === undefined) return { ...state, search: { ...search, failed: true } };
  const text = state.history[at] ?? '';
  const found = fold(text, search.query).indexOf(fold(search.query, search.query));
  return { ...state, text, cursor: found < 0 ? text.length : found, search: { ...search, at, failed: false } };
}

function findEntry(state: EditorState, query: string, from: number, step: -1 | 1): number | undefined {
  const wanted = fold(query, query);
  let previous = state.search?.at === undefined ? undefined : state.history[state.search.at];
  // The current match may stay while the query grows; searching on requires a different line.
  if (from === state.search?.at) previous = undefined;
  for (let at = from; at >= 0 && at < state.history.length; at += step) {
    const entry = state.history[at] ?? '';
    if (entry !== previous && fold(expandChips(entry, state.pastes), query).includes(wanted)) return at;
  }
  return undefined;
}

/** Case matters only if the query contains capitals. */
function fold(text: string, query: string): string {
  return query === query.toLowerCase() ? text.toLowerCase() : text;
}
