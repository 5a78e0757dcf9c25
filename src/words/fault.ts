/** Errors as English text for the log, and as names that are shown in the person's language. */

import { CoderError, messageOf } from '../base/errors.ts';
import { own } from '../base/own.ts';
import { visibleLine } from '../base/text/visible.ts';
import { type FaultWords, faults } from './en/faults.ts';

/** A list of sentences, each as its name followed by its parameters. */
export type FaultSays = readonly (readonly string[])[];

export interface Fault {
  text: string;
  says: FaultSays;
}

export function fault<Name extends keyof FaultWords>(name: Name, ...parameters: Parameters<FaultWords[Name]>): Fault {
  const says = [[name, ...parameters]];
  return { text: textOf(says, faults), says };
}

/** Joins several faults with spaces. */
export function faultsOf(...several: readonly Fault[]): Fault {
  return { text: several.map(({ text }) => text).join(' '), says: several.flatMap(({ says }) => says) };
}

/** Joins several faults, one per line. */
export function faultLines(several: readonly Fault[]): Fault {
  const says = several.flatMap((one, at) => (at === 0 ? one.says : [NEW_LINE, ...one.says]));
  return { text: several.map(({ text }) => text).join('\n'), says };
}

/** Makes control and hidden characters visible, because the names in a fault may come from anywhere. */
export function visibleFault({ text, says }: Fault): Fault {
  return { text: visibleLine(text), says: says.map(([name = '', ...rest]) => [name, ...rest.map(visibleLine)]) };
}

const NEW_LINE = ['\n'] as const;

export function faultError(code: string, { text, says }: Fault, options: { cause?: unknown } = {}): CoderError {
  return new CoderError(code, text, { ...options, details: { says } });
}

/** The error in the given language; an error without a name keeps its message. */
export function faultText(error: unknown, words: FaultWords): string {
  return saidIn(faultOf(error), words);
}

/** The message of an error, with its named sentences if it has any. */
export function faultOf(error: unknown): Fault {
  const says = error instanceof CoderError ? error.details?.says : undefined;
  return { text: messageOf(error), says: Array.isArray(says) ? (says as FaultSays) : [] };
}

export function saidIn({ text, says }: { text: string; says?: FaultSays }, words: FaultWords): string {
  return says === undefined || says.length === 0 ? text : textOf(says, words) || text;
}

function textOf(says: FaultSays, words: FaultWords): string {
  return says
    .map(([name = '', ...parameters]) => (name === '\n' ? name : said(name, parameters, words)))
    .join(' ')
    .replaceAll(' \n ', '\n');
}

function said(name: string, parameters: readonly string[], words: FaultWords): string {
  return own<(...all: string[]) => string>(words as never, name)?.(...parameters) ?? '';
}
