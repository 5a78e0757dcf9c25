/** Errors as English text for the log, and as names that are shown in the person's language. */

import { CoderError, messageOf } from '../base/errors.ts';
import { own } from '../base/own.ts';
import { isPlainObject } from '../base/schema.ts';
import { visibleLine } from '../base/text/visible.ts';
import { type Fault, type FaultSays, type PlainFault, saysOf } from '../protocol/fault.ts';
import type { ExtensionFaultWords } from './en/faults/extension-faults.ts';
import { type BasicFaultWords, faults } from './en/faults/faults.ts';
import type { JobFaultWords } from './en/faults/job-faults.ts';
import type { MachineFaultWords } from './en/faults/machine-faults.ts';
import { systemSays } from './system-says.ts';

export type FaultWords = BasicFaultWords & ExtensionFaultWords & JobFaultWords & MachineFaultWords;

export type Sentences = Readonly<Record<string, (...parameters: never[]) => string>>;
/** What the parameters of a sentence may be: texts, or faults, which are put into the same language. */
export type Given<Parameters extends readonly string[]> = { [At in keyof Parameters]: Parameters[At] | Fault };

export function fault<Name extends keyof BasicFaultWords>(
  name: Name,
  ...parameters: Parameters<BasicFaultWords[Name]>
): PlainFault {
  return plainFault(faults(), name, parameters);
}

/** A fault in whose parameters other faults may be. */
export function faultWith<Name extends keyof BasicFaultWords>(
  name: Name,
  ...parameters: Given<Parameters<BasicFaultWords[Name]>>
): Fault {
  return faultFrom(faults(), name, parameters);
}

/** One sentence of a catalogue, with texts only. */
export function plainFault(english: Sentences, name: string, parameters: readonly string[]): PlainFault {
  const says = [[name, ...parameters]] as const;
  return { text: textOf(says, english), says };
}

/** One sentence of a catalogue, in which other faults may be. */
export function faultFrom(english: Sentences, name: string, parameters: readonly (string | Fault)[]): Fault {
  const texts = parameters.map((each) => (typeof each === 'string' ? each : each.text));
  const says = parameters.map((each) =>
    typeof each === 'string' ? each : each.says.length > 0 ? each.says : each.text,
  );
  return { text: textOf([[name, ...texts]], english), says: [[name, ...says]] };
}

/** In someone else's words, which stay as they are: a server's refusal, the system's message. */
export function inTheirWords(text: string): Fault {
  return { text, says: [] };
}

/** Joins several faults with spaces. */
export function faultsOf(...several: readonly Fault[]): Fault {
  return { text: several.map(({ text }) => text).join(' '), says: several.flatMap(saysOf) };
}

/** With every control and hidden character of the names in it shown: they may be anybody's. */
export function visibleFault(one: Fault): Fault {
  return changedFault(one, visibleLine);
}

/** With each text in it changed, its parameters included. */
export function changedFault({ text, says }: Fault, change: (text: string) => string): Fault {
  const changed = (all: FaultSays): FaultSays =>
    all.map(([name = '', ...rest]) => [
      name,
      ...rest.map((each) => (typeof each === 'string' ? change(each) : changed(each))),
    ]);
  return { text: change(text), says: changed(says) };
}

export function faultError(code: string, { text, says }: Fault, options: { cause?: unknown } = {}): CoderError {
  return new CoderError(code, text, { ...options, details: { says } });
}

/** The error in the given language; an error without a name that is not of the file system keeps its message. */
export function faultText(error: unknown, words: FaultWords): string {
  return saidIn(faultOf(error), words);
}

/** The message of an error, with its named sentences if it has any; an error of the file system gets one. */
export function faultOf(error: unknown): Fault {
  const system = systemSays(error);
  if (system) return fault(...system);
  const says = error instanceof CoderError ? error.details?.says : undefined;
  return { text: messageOf(error), says: Array.isArray(says) ? (says as FaultSays) : [] };
}

export function saidIn({ text, says }: { text: string; says?: FaultSays }, words: Sentences): string {
  return says === undefined || says.length === 0 ? text : textOf(says, words) || text;
}

/** The name and the parameters of a single sentence, for a reason of policy; empty for anything else. */
export function flatSays({ says: [first = [], ...more] }: Pick<Fault, 'says'>): string[] {
  return more.length === 0 && first.every((each) => typeof each === 'string') ? [...first] : [];
}

/** For `JSON.stringify`: programs read faults in English. */
export function faultsAsText(_key: string, value: unknown): unknown {
  return isFault(value) ? value.text : value;
}

function isFault(value: unknown): value is Fault {
  if (!isPlainObject(value) || typeof value.text !== 'string') return false;
  return Array.isArray(value.says) && value.says.every((sentence) => Array.isArray(sentence));
}

function textOf(says: FaultSays, words: Sentences): string {
  return says
    .map(([name = '', ...parameters]) => (name === '\n' ? name : said(String(name), parameters, words)))
    .join(' ')
    .replaceAll(' \n ', '\n')
    .replaceAll(/(?<=[。：；？！]) (?=\p{Script=Han})/gu, ''); // Chinese sentences have no space between them
}

function said(name: string, parameters: readonly (string | FaultSays)[], words: Sentences): string {
  const texts = parameters.map((each) => (typeof each === 'string' ? each : textOf(each, words)));
  return own<(...all: string[]) => string>(words as never, name)?.(...texts) ?? '';
}
