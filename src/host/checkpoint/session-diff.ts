/** What changed in the workspace since the session began: by its turns, and by other programs if git or timestamps reveal it. */

import { dirname, join } from 'node:path';
import { isBelow, isInside, relativeTo, shownPath } from '../../base/files/paths.ts';
import { decodeFile, shownText } from '../../base/files/text-file.ts';
import { unifiedDiff } from '../../base/text/unified-diff.ts';
import type { Session } from '../../protocol/session.ts';
import type { DiffedFile, WorkspaceDiff } from '../../protocol/undo.ts';
import type { Git } from '../git/git.ts';
import { changedSinceCommit } from './earlier-changes.ts';
import { type Content, type FileState, type FoundState, isSameContent, isSameState, MISSING } from './file-state.ts';
import { findBytes } from './find-bytes.ts';
import { changingTurns } from './history.ts';
import { findRepository } from './repository.ts';
import { createTree, type Seen } from './tree.ts';
import type { UndoStore } from './undo-store.ts';

export interface SessionDiffOptions {
  roots: readonly [string, ...string[]];
  store: UndoStore;
  session: Session;
  gitAt(top: string): Git;
  /** The current state of a path. */
  look(path: string): FoundState;
}

interface Changed {
  path: string;
  before: FileState;
  after: FoundState;
  outside?: true;
  earlier?: true;
}

const PATIENCE_MS = 30_000;

/** `only` is the absolute path of a file or folder to limit the diff to. With `all`, earlier changes are shown, not just counted. */
export async function diffSession(
  options: SessionDiffOptions,
  { only, all: showsEarlier }: { only?: string; all: boolean },
): Promise<WorkspaceDiff> {
  const isWanted = (path: string) =>
    (only === undefined || isInside(only, path)) && options.roots.some((root) => isBelow(root, path));
  const byTurns = changedByTurns(options, isWanted);
  const touched = new Set(byTurns.map(({ path }) => path));
  const { changed, unknown } = await changedByOthers(options, (path) => isWanted(path) && !touched.has(path));
  const since = [...byTurns.filter(isDifferent), ...changed.filter(isDifferent)];
  const known = new Set([...touched, ...since.map(({ path }) => path), ...unknown]);
  const earlier = await changedEarlier(options, (path) => isWanted(path) && !known.has(path));
  const all = [...since, ...(showsEarlier ? earlier : [])].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const texts = await textsBefore(options, all);
  const files: DiffedFile[] = [];
  for (const change of all) files.push(await describe(change, texts, shownPath(options.roots[0], change.path)));
  return {
    files,
    unknown: unknown.map((path) => shownPath(options.roots[0], path)).toSorted(),
    earlier: earlier.length,
  };
}

/** Files that differ from the last commit although they have not changed since the session began. */
async function changedEarlier(
  { roots: [root], gitAt, look }: SessionDiffOptions,
  isWanted: (path: string) => boolean,
): Promise<Changed[]> {
  const top = findRepository(root)?.top;
  if (top === undefined) return [];
  const found = await changedSinceCommit(gitAt(top), AbortSignal.timeout(PATIENCE_MS));
  return found
    .map(({ name, before }) => ({ path: join(top, name), before }))
    .filter(({ path }) => isWanted(path))
    .map(({ path, before }) => ({ path, before, after: look(path), earlier: true as const }));
}

/** Each file as it was when a turn first touched it. */
function changedByTurns({ store, session, look }: SessionDiffOptions, isWanted: (path: string) => boolean): Changed[] {
  const first = new Map<string, FileState>();
  for (const turn of changingTurns(session.entries)) {
    if (!store.has(turn)) continue;
    for (const [path, state] of store.turn(turn).first) if (!first.has(path)) first.set(path, state);
  }
  return [...first].filter(([path]) => isWanted(path)).map(([path, before]) => ({ path, before, after: look(path) }));
}

/** Files whose timestamps are later than the session's start; their earlier content comes from git. */
async function changedByOthers(
  options: SessionDiffOptions,
  isWanted: (path: string) => boolean,
): Promise<{ changed: Changed[]; unknown: string[] }> {
  const [root] = options.roots;
  const began = beganAt(options.session);
  const tree = createTree(root);
  await tree.look(AbortSignal.timeout(PATIENCE_MS));
  const changed: Changed[] = [];
  const unknown: string[] = [];
  for (const [name, seen] of tree.entries) {
    const path = join(root, name);
    if (seen.kind === 'directory' || seen.ctimeMs < began || !isWanted(path)) continue;
    const before = earlierState(name, seen, began);
    if (before) changed.push({ path, before, after: options.look(path), outside: true });
    else unknown.push(path);
  }
  return { changed: [...changed, ...removedByOthers(options, isWanted, tree.entries)], unknown };
}

/** Timestamps have fractions of a millisecond and the log has none, so a file made in the session's first millisecond counts as older. */
function beganAt({ entries }: SessionDiffOptions['session']): number {
  return (entries.find(({ type }) => type === 'start')?.at ?? Date.now()) + 1;
}

function earlierState(name: string, seen: Seen, began: number): FileState | undefined {
  const oid = seen.home?.repository.index?.oid(seen.home.pathOf(name));
  if (oid !== undefined) return { kind: 'file', mode: seen.mode, size: seen.size, content: { oid } };
  return seen.birthMs >= began ? MISSING : undefined;
}

/** Tracked files that are missing, if their folder changed since the session began; otherwise they were missing before. */
function removedByOthers(
  { roots: [root], session, look }: SessionDiffOptions,
  isWanted: (path: string) => boolean,
  entries: ReadonlyMap<string, Seen>,
): Changed[] {
  const began = beganAt(session);
  const repository = findRepository(root);
  repository?.refresh();
  const index = repository?.index;
  if (!repository || !index) return [];
  const removed: Changed[] = [];
  for (const name of index.paths()) {
    const path = join(repository.top, name);
    const inTree = relativeTo(root, path);
    if (!isInside(root, path) || entries.has(inTree) || !isWanted(path)) continue;
    const folder = entries.get(relativeTo(root, dirname(path)));
    const after = look(path);
    const oid = index.oid(name);
    if (after.state.kind !== 'missing' || oid === undefined || (folder?.mtimeMs ?? began) < began) continue;
    removed.push({ path, before: { kind: 'file', mode: 0, size: 0, content: { oid } }, after, outside: true });
  }
  return removed;
}

function isDifferent({ before, after: { state }, outside }: Changed): boolean {
  if (before.kind === 'directory' || state.kind === 'directory') return before.kind !== state.kind;
  if (outside && before.kind === 'file' && state.kind === 'file') return !isSameContent(before.content, state.content);
  return !isSameState(before, state);
}

function textsBefore(
  { store, session, gitAt, roots }: SessionDiffOptions,
  changes: readonly Changed[],
): Promise<Map<Content, Buffer>> {
  const files = changingTurns(session.entries)
    .filter((turn) => store.has(turn))
    .map((turn) => store.turn(turn));
  const top = findRepository(roots[0])?.top;
  return findBytes(
    changes.flatMap(({ before }) => (before.kind === 'file' ? [before.content] : [])),
    files,
    top === undefined ? undefined : gitAt(top),
  );
}

async function describe(change: Changed, texts: ReadonlyMap<Content, Buffer>, path: string): Promise<DiffedFile> {
  const { before, after, outside, earlier } = change;
  const old = before.kind === 'file' ? texts.get(before.content) : undefined;
  const plain = { path, additions: 0, deletions: 0, ...(outside && { outside }), ...(earlier && { earlier }) };
  const texted = [textOf(before, old), textOf(after.state, after.bytes)] as const;
  const [from, to] = texted;
  if (from === undefined || to === undefined) return { ...plain, diff: `Binary files differ: ${path}\n` };
  const { diff, additions, deletions } = await unifiedDiff(path, from, to);
  if (diff !== '') return { ...plain, additions, deletions, diff };
  return { ...plain, diff: `${modeLine(before, after.state)}: ${path}\n` };
}

/** `null` if there is no file; `undefined` if it is not text or its bytes are unavailable. */
function textOf(state: FileState, bytes: Buffer | undefined): string | null | undefined {
  switch (state.kind) {
    case 'missing':
    case 'directory':
      return null;
    case 'link':
      return `→ ${state.target}\n`;
    case 'unknown':
      return undefined;
    case 'file': {
      const file = bytes && decodeFile(bytes);
      return file && shownText(file.text);
    }
  }
}

function modeLine(before: FileState, after: FileState): string {
  if (before.kind !== after.kind) return after.kind === 'missing' ? 'removed' : 'created';
  if (before.kind === 'file' && after.kind === 'file' && before.mode !== after.mode) {
    return `mode ${before.mode.toString(8)} → ${after.mode.toString(8)}`;
  }
  return 'changed';
}
