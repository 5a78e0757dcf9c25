/** A field with a long text: ordinary readers see a string, built on access; readers that know about long texts get its slices. */

import type { LongText } from './long-text.ts';

const LONG = Symbol('long');

export interface LongField {
  key: string;
  text: LongText;
}

/** An object has at most one long field. Copying the object turns the field into an ordinary string. */
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

/** The field's text: the long text if there is one, otherwise the string. */
export function textIn(object: { readonly text: string }): string | LongText {
  return longField(object)?.text ?? object.text;
}
