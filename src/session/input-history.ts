/** The lines typed in a project, kept in the person's state for the next conversation there. */

import { appendFileSync, lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../base/errors.ts';
import { writeAtomic } from '../base/files/atomic-write.ts';
import { readRegularEnd } from '../base/files/regular-file.ts';
import { parseObject } from '../base/parse-json.ts';
import { projectKey } from './grants.ts';

export interface InputHistory {
  /** Oldest first. */
  readonly entries: readonly string[];
  add(text: string): void;
}

interface HistoryOptions {
  /** coder's folder. */
  home: string;
  root: string;
  /** Replaces secrets by their names; a text that contains one is not kept. */
  mask(text: string): string;
}

const MOST_ENTRIES = 1000;
/** How much of the end is read; a file more than twice as long is cut to this. */
const MOST_BYTES = 512 * 1024;
const LONGEST_TEXT = 16 * 1024;

export async function openInputHistory({ home, root, mask }: HistoryOptions): Promise<InputHistory> {
  const folder = join(home, 'projects', projectKey(root));
  const file = join(folder, 'history.jsonl');
  const entries = read(file);
  if ((lstatSync(file, { throwIfNoEntry: false })?.size ?? 0) > 2 * MOST_BYTES) await rewrite(file, entries);
  let last = entries.at(-1);
  return {
    entries,
    add(text) {
      if (text === last || text.length > LONGEST_TEXT || mask(text) !== text) return;
      last = text;
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        appendFileSync(file, lineOf(text), { mode: 0o600 });
      } catch (error) {
        if (!codeOf(error)) throw error; // disk full or not writable: the line stays in this conversation's memory
      }
    },
  };
}

/** Skips lines damaged by another program or a full disk. */
function read(file: string): string[] {
  const found = tail(file);
  const texts = found.split('\n').flatMap((line) => {
    const text = textIn(line);
    return text === undefined ? [] : [text];
  });
  return texts.filter((text, index) => text !== texts[index - 1]).slice(-MOST_ENTRIES);
}

function tail(file: string): string {
  try {
    const found = readRegularEnd(file, MOST_BYTES);
    return typeof found === 'string' ? '' : found.bytes.toString('utf8');
  } catch (error) {
    if (codeOf(error)) return ''; // does not exist yet, or is not readable
    throw error;
  }
}

function textIn(line: string): string | undefined {
  const { text } = parseObject(line); // empty for a line cut at the start, or at the end by a kill
  return typeof text === 'string' && text !== '' ? text : undefined;
}

async function rewrite(file: string, entries: readonly string[]): Promise<void> {
  await writeAtomic(file, entries.map(lineOf).join(''), { mode: 0o600 });
}

function lineOf(text: string): string {
  return `${JSON.stringify({ at: Date.now(), text })}\n`;
}
