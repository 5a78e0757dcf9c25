/** Stores the records of a project's turns: private files in the user's state folder, within a byte budget, the oldest deleted first. */

import { mkdirSync, rmSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from '../../base/files/folder.ts';
import { ifThere } from '../../base/files/read-if-there.ts';
import { openTurnFile, type TurnFile, turnFileNames } from './turn-file.ts';

export interface UndoStore {
  /** Creates the session's folder if needed; an unknown turn is empty. */
  turn(id: string): TurnFile;
  /** True if the record of the turn still exists. */
  has(id: string): boolean;
  /** Makes room by deleting the oldest turns, but never those in `kept`; `false` if that is not enough. */
  makeRoom(bytes: number, kept: readonly string[]): boolean;
}

export interface UndoStoreOptions {
  /** Folder of the project; each session has a subfolder. */
  folder: string;
  session: string;
  maxBytes: number;
  maxTurns: number;
}

interface KeptTurn {
  session: string;
  turn: string;
  bytes: number;
  at: number;
}

export function createUndoStore({ folder, session, maxBytes, maxTurns }: UndoStoreOptions): UndoStore {
  const own = join(folder, session);
  const open = new Map<string, TurnFile>();
  const limit = Math.floor(maxBytes / 2); // the other half is for the scratch files

  function keptTurns(): KeptTurn[] {
    return namesIn(folder).flatMap((name) => turnsIn(folder, name));
  }

  return {
    turn(id) {
      mkdirSync(own, { recursive: true, mode: 0o700 });
      let file = open.get(id);
      if (!file) open.set(id, (file = openTurnFile(own, id)));
      return file;
    },
    has: (id) => statOrNothing(join(own, turnFileNames(id).list)) !== undefined,
    makeRoom(bytes, kept) {
      const turns = keptTurns().toSorted((a, b) => a.at - b.at);
      let total = turns.reduce((sum, turn) => sum + turn.bytes, 0);
      let count = turns.length;
      for (const turn of turns) {
        if (total + bytes <= limit && count <= maxTurns) break;
        if (turn.session === session && kept.includes(turn.turn)) continue;
        removeTurn(folder, turn);
        if (turn.session === session) open.delete(turn.turn);
        total -= turn.bytes;
        count -= 1;
      }
      return total + bytes <= limit;
    },
  };
}

function turnsIn(folder: string, session: string): KeptTurn[] {
  const turns = new Set(namesIn(join(folder, session)).map((name) => name.replace(/\.(?:jsonl|bytes)$/, '')));
  return [...turns].flatMap((turn) => {
    const names = turnFileNames(turn);
    const files = [names.list, names.bytes].flatMap((name) => statOrNothing(join(folder, session, name)) ?? []);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    return files.length > 0 ? [{ session, turn, bytes, at: Math.max(...files.map(({ mtimeMs }) => mtimeMs)) }] : [];
  });
}

/** Removes the list first: without it the bytes mean nothing and are never looked up. */
function removeTurn(folder: string, { session, turn }: KeptTurn): void {
  const { list, bytes } = turnFileNames(turn);
  for (const name of [list, bytes]) rmSync(join(folder, session, name), { force: true });
}

function statOrNothing(path: string): Stats | undefined {
  return ifThere(() => statSync(path, { throwIfNoEntry: false }));
}
