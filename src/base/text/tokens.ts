/** Estimates tokens by rule of thumb, good enough until the provider reports its count. */

import type { LongText } from '../long-text/long-text.ts';

/** About as many for ASCII text. */
export const CHARACTERS_PER_TOKEN = 4;
/** Fewer than usual, for a text that must fit: it takes fewer tokens than this says rather than more. */
export const SAFE_CHARACTERS_PER_TOKEN = 3;

/** About four characters a token for ASCII text, about one and a half for the rest. */
export function estimateTokens(text: string | LongText): number {
  const wide = typeof text === 'string' ? wideIn(text) : wideInSlices(text);
  return Math.ceil((text.length - wide) / CHARACTERS_PER_TOKEN + wide / 1.5);
}

/** Longer texts are sampled, so that the cost stays flat. */
const EXACT = 20_000;

const STEP = 16;

function wideIn(text: string): number {
  if (text.length > EXACT) return countWide(text, STEP);
  return Buffer.byteLength(text) === text.length ? 0 : countWide(text, 1);
}

function wideInSlices(text: LongText): number {
  let wide = 0;
  let from = 0;
  for (const slice of text.slices()) {
    wide += countWide(slice, STEP, from);
    from = (from - slice.length) & (STEP - 1);
  }
  return wide;
}

function countWide(text: string, step: number, from = 0): number {
  let wide = 0;
  for (let index = from; index < text.length; index += step) if (text.charCodeAt(index) > 0x7f) wide += step;
  return wide;
}
