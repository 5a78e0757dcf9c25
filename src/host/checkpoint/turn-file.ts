/** The changes of one turn on disk: an append-only list, and next to it the bytes to put back. */

import { closeSync, fstatSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { isPlainObject } from '../../base/schema.ts';
import { scanLines, sealLine } from '../../base/text/json-lines.ts';
import { type Fault, type FaultSays, isSays } from '../../protocol/fault.ts';
import { type Content, contentOf, type FileState, isSameState } from './file-state.ts';

/** The change of one path over the whole turn. */
export interface FileChange {
  /** Absolute path. */
  path: string;
  before: FileState;
  after: FileState;
}

export interface TurnFile {
  /** One change per path; paths that returned to their original state are left out. */
  changes(): FileChange[];
  /** The state of each path when the turn first touched it. */
  readonly first: ReadonlyMap<string, FileState>;
  /** Notes on what undo does not cover. */
  readonly leftOut: readonly Fault[];
  /** Writes the bytes to disk before the changes that need them. */
  add(changes: readonly FileChange[], bytes: readonly Buffer[]): void;
  leaveOut(note: Fault): void;
  has(content: Content): boolean;
  bytesOf(content: Content): Buffer | undefined;
}

type Line =
  | { type: 'change'; path: string; before: FileState; after: FileState }
  | { type: 'bytes'; sha: string; at: number; length: number }
  | { type: 'left-out'; note: string; says?: FaultSays };

const LIST = '.jsonl';
const BYTES = '.bytes';
const MOST_NOTES = 50;

export function turnFileNames(turn: string): { list: string; bytes: string } {
  return { list: `${turn}${LIST}`, bytes: `${turn}${BYTES}` };
}

/** Reads the existing record, if any. `folder` need not exist until something is added. */
export function openTurnFile(folder: string, turn: string): TurnFile {
  const names = turnFileNames(turn);
  const list = join(folder, names.list);
  const pack = join(folder, names.bytes);
  const changes = new Map<string, FileChange>();
  const first = new Map<string, FileState>();
  const places = new Map<string, { at: number; length: number }>();
  const leftOut: Fault[] = [];
  let isTorn = false;

  function take(line: Line): void {
    switch (line.type) {
      case 'change':
        if (!first.has(line.path)) first.set(line.path, line.before);
        changes.set(line.path, joinChanges(changes.get(line.path), line));
        break;
      case 'bytes':
        places.set(line.sha, { at: line.at, length: line.length });
        break;
      case 'left-out':
        leftOut.push({ text: line.note, says: line.says ?? [] });
    }
  }

  function append(lines: readonly Line[]): void {
    if (lines.length === 0) return;
    const text = lines.map((line) => sealLine(JSON.stringify(line))).join('');
    appendTo(list, [Buffer.from(isTorn ? `\n${text}` : text)]);
    isTorn = false;
    for (const line of lines) take(line);
  }

  function keep(bytes: readonly Buffer[]): Line[] {
    const fresh = new Map(bytes.map((each) => [contentOf(each).sha ?? '', each]));
    for (const sha of fresh.keys()) if (places.has(sha)) fresh.delete(sha);
    let at = fresh.size === 0 ? 0 : appendTo(pack, [...fresh.values()]);
    return [...fresh].map(([sha, { length }]) => {
      at += length;
      return { type: 'bytes', sha, at: at - length, length };
    });
  }

  const { values, torn } = readLines(list);
  for (const value of values) if (isLine(value)) take(value);
  isTorn = torn;

  return {
    changes: () => [...changes.values()].filter(({ before, after }) => !isSameState(before, after)),
    first,
    leftOut,
    add(more, bytes) {
      const kept = keep(bytes);
      append([...kept, ...more.map(({ path, before, after }): Line => ({ type: 'change', path, before, after }))]);
    },
    leaveOut({ text: note, says }) {
      const isKnown = leftOut.some(({ text }) => text === note);
      if (!isKnown && leftOut.length < MOST_NOTES) append([{ type: 'left-out', note, says }]);
    },
    has: ({ sha }) => sha !== undefined && places.has(sha),
    bytesOf({ sha }) {
      const place = sha === undefined ? undefined : places.get(sha);
      const bytes = place && readPart(pack, place.at, place.length);
      return bytes && contentOf(bytes).sha === sha ? bytes : undefined;
    },
  };
}

/** If another program wrote between two of coder's changes, only what came after that is undone. */
function joinChanges(earlier: FileChange | undefined, { path, before, after }: FileChange): FileChange {
  const isContinued = earlier !== undefined && isSameState(earlier.after, before);
  return { path, before: isContinued ? earlier.before : before, after };
}

/** Returns the offset at which the pieces begin. */
function appendTo(file: string, pieces: readonly Buffer[]): number {
  const handle = openSync(file, 'a', 0o600);
  try {
    const at = fstatSync(handle).size;
    for (const bytes of pieces) {
      for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
    }
    return at;
  } finally {
    closeSync(handle);
  }
}

function readPart(file: string, at: number, length: number): Buffer | undefined {
  try {
    const handle = openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(length);
      return readSync(handle, bytes, 0, length, at) === length ? bytes : undefined;
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function readLines(file: string): { values: unknown[]; torn: boolean } {
  try {
    const bytes = readFileSync(file);
    const { values, end, unended } = scanLines(bytes);
    return { values, torn: end < bytes.length || unended };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { values: [], torn: false };
    throw error;
  }
}

function isLine(value: unknown): value is Line {
  if (!isPlainObject(value)) return false;
  switch (value.type) {
    case 'change':
      return isChange(value);
    case 'bytes':
      return typeof value.sha === 'string' && typeof value.at === 'number' && typeof value.length === 'number';
    case 'left-out':
      return typeof value.note === 'string' && isSaysIfThere(value.says);
    default:
      return false;
  }
}

export function isChange(value: Readonly<Record<string, unknown>>): boolean {
  return typeof value.path === 'string' && isState(value.before) && isState(value.after);
}

function isState(value: unknown): value is FileState {
  if (!isPlainObject(value)) return false;
  switch (value.kind) {
    case 'missing':
      return true;
    case 'unknown':
      return typeof value.why === 'string' && isSaysIfThere(value.says);
    case 'link':
      return typeof value.target === 'string';
    case 'directory':
      return typeof value.mode === 'number';
    case 'file':
      return typeof value.mode === 'number' && typeof value.size === 'number' && isPlainObject(value.content);
    default:
      return false;
  }
}

/** Earlier versions wrote none. */
function isSaysIfThere(value: unknown): boolean {
  return value === undefined || isSays(value);
}
