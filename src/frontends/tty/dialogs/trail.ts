/** The rest of a word that was answered by its first letter, which a person may still be typing by habit. Pure. */

import { type Key, plainCharacter } from '../input/key-event.ts';

export interface Trail {
  readonly rest: string;
  readonly until: number;
}

/** A person who types the whole word by habit has finished it within this time. */
const TRAIL_MS = 1500;

export function startTrail(word: string, now: number): Trail {
  return { rest: word.slice(1), until: now + TRAIL_MS };
}

/** `isPart`: true for the remaining letters of the word, and for the Enter after them. */
export function followTrail(trail: Trail | undefined, pressed: Key, now: number): { isPart: boolean; trail?: Trail } {
  if (!trail || now > trail.until) return { isPart: false };
  if (pressed.name === 'enter') return { isPart: true };
  const { rest, until } = trail;
  const isNext = rest !== '' && plainCharacter(pressed) === rest[0];
  return isNext ? { isPart: true, trail: { rest: rest.slice(1), until } } : { isPart: false };
}
