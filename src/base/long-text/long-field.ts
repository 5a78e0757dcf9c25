/** A field whose text is long: to whoever reads it as ever it is a string, made then; whoever asks for it gets its slices. */

import type { LongText } from './long-text.ts';

const LONG = Symbol('long');

export interface LongField {
  key: string;
  text: LongText;
}

/** An object has at most one such field. A copy of it is an object like any other. */
export function setText<K extends string, T extends { [key in K]: string | null }>(
  object: T,
  key: K,
  text: string | LongText,
): T {
  if (typeof text === 'string') return Object.assign(object, { [key]: text });
  Object.defineProperty(object, LONG, { value: { key, text } satisfies LongField });
  return Object.defineProperty(object, key, { get: () => text.whole(), enumerable: true, configurable: true });
}

export function longField(object: object): LongField | undefined {
  return (object as { [LONG]?: LongField })[LONG];
}

/** What a field holds: its text, or what stands for that. */
export function textIn(object: { readonly text: string }): string | LongText {
  return longField(object)?.text ?? object.text;
}
