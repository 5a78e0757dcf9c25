/** Commands that a program may run from its own words, unless it is known to run nothing; found so that the worst is refused. */

import { mayBeginFatal } from '../../programs/in-text.ts';
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

/** What may precede a shell line: a key, the prefixes of vim and psql, the words of AppleScript and sqlite. */
const LEAD = /^(?:[\w.-]{1,40}=)?(?:[:.\\]?!|\.(?:shell|system)\s|shell\s|spawn\s|do shell script\s)?\s*["']?/;

/** Options whose value people write for people: a message, or the name of a test. */
const PROSE =
  /^(?:-[mtbkg]|--(?:message|title|subject|body|notes|description|comment|label|grep|test-?name-?pattern))(?:=|$)/i;

export function handedOn(program: string, words: readonly Word[]): HandedOn {
  const row = programNamed(program);
  const none = { at: [], texts: [] };
  const { handsOn, wipes, grammar } = row ?? {};
  const takesFiles = typeof wipes === 'string' || (grammar && !handsOn);
  if (row?.reads || row?.explains || takesFiles || row?.fatal === 'stops') return none;
  const from = handsOn ? words.findIndex((word) => handsOn.test(word.value)) : 1;
  if (from < 1) return none;
  const at: number[] = [];
  const texts: string[] = [];
  for (const [index, { kind, value }] of words.entries()) {
    if (index < from || kind !== 'literal' || at.length + texts.length >= MAX_HANDED_ON) continue;
    if (!/\s/.test(value)) {
      if (programLike(programName(value))?.sought) at.push(index);
      continue;
    }
    if (!handsOn && (PROSE.test(words[index - 1]?.value ?? '') || PROSE.test(value))) continue;
    const line = value.replace(LEAD, '');
    if (mayBeginFatal(line)) texts.push(line.replace(/["']$/, ''));
  }
  return { at, texts };
}
