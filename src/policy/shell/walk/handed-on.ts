/** Commands that a program may run from its own words, unless it is known to run nothing; found so that the worst is refused. */

import { programLike, programNamed } from '../../programs/table.ts';
import type { Word } from '../read/words.ts';
import { programName } from './simple-command.ts';

export interface HandedOn {
  /** Positions in the words where a command may begin. */
  at: number[];
  /** Words that may be shell lines themselves. */
  texts: string[];
}

const MAX_HANDED_ON = 8;

/** Words after which git runs what follows. */
const GIT_RUNS = /^(?:run|foreach|-x|--exec(?:=|$)|--[a-z]+-filter$|alias\.[\w-]+=!)/;

/** What may precede a shell line: a key, the prefixes of vim and psql, the words of AppleScript and sqlite. */
const LEAD = /^(?:[\w.-]{1,40}=)?(?:[:.\\]?!|\.(?:shell|system)\s|shell\s|spawn\s|do shell script\s)?\s*["']?/;

const BEGINS =
  /^(?:sudo\s+|doas\s+)?(?:\/\S{0,40}\/)?(?:rm|rimraf|shred|find|dd|mv|chmod|chown|mkfs\S{0,9}|wipefs|shutdown|reboot|poweroff|halt)(?:\s|$)/;

export function handedOn(program: string, words: readonly Word[]): HandedOn {
  const row = programNamed(program);
  const none = { at: [], texts: [] };
  const isGit = row?.grammar === 'git';
  const isKnown = row?.reads || row?.explains || row?.wipes || (row?.grammar && !isGit) || row?.fatal === 'stops';
  if (isKnown) return none;
  const from = isGit ? words.findIndex((word) => GIT_RUNS.test(word.value)) : 1;
  if (from < 1) return none;
  const at: number[] = [];
  const texts: string[] = [];
  for (const [index, { kind, value }] of words.entries()) {
    if (index < from || kind !== 'literal' || at.length + texts.length >= MAX_HANDED_ON) continue;
    if (!/\s/.test(value)) {
      if (programLike(programName(value))?.sought) at.push(index);
      continue;
    }
    const line = value.replace(LEAD, '');
    if (BEGINS.test(line)) texts.push(line.replace(/["']$/, ''));
  }
  return { at, texts };
}
