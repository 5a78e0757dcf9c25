/** Converts entries to lines of the log and back, with checks on what is accepted. */

import { jsonPieces } from '../base/long-text/json-pieces.ts';
import { isPlainObject } from '../base/schema.ts';
import { maskDeep, maskedWithLength } from '../base/secrets/mask-deep.ts';
import type { Mask } from '../base/secrets/mask-long.ts';
import { openLine, sealedPieces, sealLine } from '../base/text/json-lines.ts';
import type { Outcome } from '../protocol/message.ts';
import type { DecidedBy, Entry } from '../protocol/session.ts';

type Fields = Record<string, unknown>;

const isText = (value: unknown): value is string => typeof value === 'string';

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

const isTextOrAbsent = (value: unknown): boolean => value === undefined || isText(value);

const DECIDERS: ReadonlySet<unknown> = new Set<DecidedBy>(['policy', 'user', 'auto', 'hook', 'nobody']);
const FAILURES: ReadonlySet<unknown> = new Set<Outcome['status']>(['failed', 'denied', 'cancelled']);

/** The fields that folds read must be present, because a line with a valid checksum may still come from anywhere. */
const CHECKS: Record<Entry['type'], (entry: Fields) => boolean> = {
  start: ({ session, cwd }) => isText(session) && isText(cwd),
  message: ({ turn, prompt, message }) => isText(turn) && isText(prompt) && isMessage(message),
  request: ({ model, system, tools }) => isText(model) && isText(system) && isListOf(tools, ({ name }) => isText(name)),
  setting: ({ key, value }) => isText(key) && isText(value),
  todos: ({ items }) => isListOf(items, ({ content, status }) => isText(content) && isText(status)),
  grant: ({ grant }) => isPlainObject(grant) && isText(grant.permission) && isText(grant.lifetime),
  revoke: ({ scope }) => isPlainObject(scope) && isText(scope.permission),
  decision: ({ tool, callId, verdict, reasons, by }) =>
    isText(tool) && isText(callId) && isText(verdict) && Array.isArray(reasons) && DECIDERS.has(by),
  checkpoint: ({ turn }) => isText(turn),
  undo: ({ undo, turns }) => isText(undo) && isTexts(turns),
  redo: ({ undo, turns }) => isText(undo) && isTexts(turns),
  'turn-end': ({ turn, reason, usage, error }) =>
    isText(turn) && isText(reason) && isUsage(usage) && isTextOrAbsent(error),
  compaction: ({ by, summary, keepFrom, changed = {}, usage }) =>
    isText(by) &&
    isText(summary) === isText(keepFrom) &&
    isPlainObject(changed) &&
    Object.values(changed).every(isMessage) &&
    (usage === undefined || isUsage(usage)),
  'compaction-undo': ({ of }) => isText(of),
  usage: ({ model, usage }) => isText(model) && isUsage(usage),
};

/** The entry with its secrets hidden, and its sealed line; in pieces if it is long. */
export function maskedEntry<T extends Entry>(entry: T, mask: Mask): { entry: T; line: string | Iterable<string> } {
  const { value, isLong } = maskedWithLength(entry, mask);
  const line = isLong ? { [Symbol.iterator]: () => sealedPieces(value) } : sealLine(JSON.stringify(value));
  return { entry: value, line };
}

/** `undefined` if the line is damaged or of an unknown type. */
export function fromLine(line: string): Entry | undefined {
  const value = openLine(line);
  return isEntry(value) ? value : undefined;
}

export function isEntry(value: unknown): value is Entry {
  if (!isPlainObject(value) || !isText(value.type) || !isText(value.id) || !isTime(value.at)) return false;
  return Object.hasOwn(CHECKS, value.type) && CHECKS[value.type as Entry['type']](value);
}

/** Masks each string separately, so that the JSON stays valid. */
export function maskedJson(value: unknown, mask: Mask): string {
  return JSON.stringify(maskDeep(value, mask));
}

/** Like `maskedJson`, in pieces; built on demand if the value is long. */
export function maskedPieces(value: unknown, mask: Mask): Iterable<string> {
  const { value: masked, isLong } = maskedWithLength(value, mask);
  return isLong ? { [Symbol.iterator]: () => jsonPieces(masked) } : [JSON.stringify(masked)];
}

function isTime(value: unknown): boolean {
  return typeof value === 'number' && !Number.isNaN(new Date(value).getTime());
}

function isMessage(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  switch (value.role) {
    case 'user':
      return isListOf(value.content, isPart);
    case 'assistant':
      return isListOf(value.content, isPart) && isText(value.model) && isListOf(value.citations ?? [], isCitation);
    case 'tool':
      return (
        isText(value.callId) &&
        isText(value.name) &&
        isOutcome(value.outcome) &&
        isTextOrAbsent(value.title) &&
        isFactOrAbsent(value.fact) &&
        isTextOrAbsent(value.text)
      );
    case 'note':
      return isText(value.text);
    default:
      return false;
  }
}

/** Facts of a newer version are taken too: those that are not known are shown by the title. */
function isFactOrAbsent(value: unknown): boolean {
  if (value === undefined) return true;
  return isPlainObject(value) && isText(value.is) && Object.values(value).every((each) => typeof each !== 'object');
}

function isPart(part: Fields): boolean {
  switch (part.type) {
    case 'text':
    case 'thinking':
      return isText(part.text);
    case 'image':
      return isText(part.mimeType) && isText(part.data);
    case 'call':
      return isPlainObject(part.call) && isText(part.call.id) && isText(part.call.name) && isText(part.call.arguments);
    default:
      return false;
  }
}

function isCitation({ title, url }: Fields): boolean {
  return isTextOrAbsent(title) && isTextOrAbsent(url);
}

function isOutcome(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  if (value.status === 'ok') return isPlainObject(value.result) && isListOf(value.images ?? [], isPart);
  return FAILURES.has(value.status) && isText(value.error) && isPlainObject(value.result ?? {});
}

function isUsage(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  return [value.input, value.output, value.cached].every((count) => typeof count === 'number');
}

function isListOf(value: unknown, check: (item: Fields) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => isPlainObject(item) && check(item));
}
