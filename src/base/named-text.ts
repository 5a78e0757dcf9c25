/**
 * A sentence for a person from a layer that knows no languages: its English, and its name in the words of every language. The English is the
 * first parameter, so that it is written once.
 */

import { CoderError } from './errors.ts';

export type SentenceName =
  // connections
  'proxySilent' | 'proxyRefused' | 'proxyBad' | 'encodingUnknown';

/** Has the form of a `Fault`. */
export interface NamedText {
  text: string;
  says: readonly (readonly string[])[];
}

export function named(name: SentenceName, text: string, ...parameters: readonly string[]): NamedText {
  return { text, says: [[name, text, ...parameters]] };
}

export function namedError(code: string, { text, says }: NamedText, options: { cause?: unknown } = {}): CoderError {
  return new CoderError(code, text, { ...options, details: { says } });
}
