/** The facts coder remembers about a project, one per line, in the user's state folder, where no repository can put anything. */

import { constants } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { isNote, type ProjectNote, readNote } from './project-notes.ts';

export interface MemoryFile {
  /** The facts as notes for the system prompt. */
  notes(): ProjectNote[];
  save(fact: string): Promise<SavedFact>;
}

type SavedFact = { saved: true; path: string; isNew: boolean } | { saved: false; why: string };

export interface MemoryOptions {
  cwd: string;
  /** The file that facts are saved to. */
  project(): string;
  /** A file for all projects, written only by the person. */
  global: string;
  /** Replaces secrets in the text with placeholders. */
  mask(text: string): string;
}

const LONGEST_FACT = 1000;
const FULL = 16 * 1024;
const APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

export function createMemoryFile({ cwd, project, global, mask }: MemoryOptions): MemoryFile {
  return {
    notes() {
      return [readNote(project(), cwd), readNote(global, cwd)].filter(isNote);
    },
    async save(fact) {
      const line = `- ${mask(oneLine(fact))}`;
      if (line === '- ') return { saved: false, why: 'The fact is empty.' };
      if (line.length > LONGEST_FACT)
        return { saved: false, why: `A fact has at most ${LONGEST_FACT} characters; put more into AGENTS.md.` };
      return append(project(), line);
    },
  };
}

async function append(path: string, line: string): Promise<SavedFact> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, APPEND, 0o600);
  try {
    const { size } = await file.stat();
    if (size > FULL) return { saved: false, why: `The memory is full. Remove what is no longer true from ${path}.` };
    const text = await file.readFile('utf8');
    if (text.split(/\r?\n/).includes(line)) return { saved: true, path, isNew: false };
    try {
      await file.writeFile(`${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`);
    } catch (error) {
      if (codeOf(error) !== 'ENOSPC') throw error;
      await file.truncate(size); // a partly written fact is worthless
      return { saved: false, why: `There is no space left on the disk of ${path}.` };
    }
    return { saved: true, path, isNew: true };
  } finally {
    await file.close();
  }
}

function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .replace(/^[-*] +/, '');
}
