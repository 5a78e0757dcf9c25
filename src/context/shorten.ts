/** Shorter forms of messages that are still valid to send and state what was removed. */

import { isPlainObject } from '../base/schema.ts';
import type { Message, Outcome, Part, ToolMessage } from '../protocol/message.ts';

const SHORT_FIELD = 200;
const SHORT_ERROR = 2000;

/** The result without its bulk: short fields (exit code, path) stay. An error stays too, cut if it is long. */
export function shortenResult(message: ToolMessage, savedPath?: string): ToolMessage {
  const { outcome } = message;
  const result = { ...shortFields(outcome.result ?? {}), ...(savedPath !== undefined && { saved_path: savedPath }) };
  if (message.text !== undefined)
    return { ...message, ...leftOut(message, savedPath), outcome: shorter(outcome, result) };
  return { ...message, outcome: shorter(outcome, result) };
}

function shorter(outcome: Outcome, result: Record<string, unknown>): Outcome {
  if (outcome.status === 'ok') return { status: 'ok', result };
  const error = cutMiddle(outcome.error, SHORT_ERROR);
  return { status: outcome.status, error, ...(outcome.result && { result }) };
}

/** The text that replaces the removed one; an error stays, cut if it is long. */
function leftOut({ outcome, text = '', title }: ToolMessage, savedPath?: string): Pick<ToolMessage, 'text'> {
  if (outcome.status !== 'ok') return { text: cutMiddle(text, SHORT_ERROR) };
  if (text.length <= SHORT_FIELD) return { text };
  const lines = text.split('\n').length;
  const what = `${lines} ${lines === 1 ? 'line' : 'lines'}${title === undefined ? '' : ` of ${title}`}`;
  const where = savedPath === undefined ? 'call again if needed' : `kept in ${savedPath}`;
  return { text: `[left out to save room: ${what}; ${where}]` };
}

/** The long texts of a result, for the file that a pointer leads to. */
export function bulkOf({ outcome, text }: ToolMessage): string {
  if (text !== undefined) return text;
  const long = Object.entries(outcome.result ?? {}).filter(([, value]) => !isShort(value));
  const [only] = long;
  if (long.length === 1 && typeof only?.[1] === 'string') return only[1];
  return long
    .map(([name, value]) => `==> ${name}\n${typeof value === 'string' ? value : JSON.stringify(value, null, 1)}\n`)
    .join('\n');
}

/** An assistant's message with only its last calls; the provider's raw blocks are dropped because they would no longer match. */
export function keepLastCalls(message: Message, count: number): Message {
  if (message.role !== 'assistant') return message;
  const calls = message.content.filter((part) => part.type === 'call');
  const dropped = new Set<Part>(calls.slice(0, Math.max(0, calls.length - count)));
  if (dropped.size === 0) return message;
  const { raw: _raw, ...rest } = message;
  const left = { type: 'text' as const, text: `[${dropped.size} earlier calls of this step were left out]` };
  return { ...rest, content: [left, ...message.content.filter((part) => !dropped.has(part))] };
}

/** Cuts every text of a message to `length` characters and drops images. */
export function cutTexts(message: Message, length: number): Message {
  switch (message.role) {
    case 'note':
      return { ...message, text: cutMiddle(message.text, length) };
    case 'user':
      return { ...message, content: cutParts(message.content, length) };
    case 'assistant': {
      const { raw: _raw, ...rest } = message;
      return { ...rest, content: cutParts(message.content, length) };
    }
    case 'tool': {
      const { outcome, text } = message;
      const said = text === undefined ? {} : { text: cutMiddle(text, length) };
      if (outcome.status === 'ok')
        return { ...message, ...said, outcome: { status: 'ok', result: cutFields(outcome.result, length) } };
      const { status, error, result } = outcome;
      const short = { status, error: cutMiddle(error, length), ...(result && { result: cutFields(result, length) }) };
      return { ...message, ...said, outcome: short };
    }
  }
}

/** Head and tail, with a mark between them that states the original length. Never splits a surrogate pair. */
export function cutMiddle(text: string, length: number): string {
  if (text.length <= length) return text;
  const mark = `\n[… ${text.length} characters, cut …]\n`;
  const room = Math.max(0, length - mark.length);
  const head = wholePairs(text.slice(0, Math.ceil(room * 0.7)));
  const tail = room > 0 ? text.slice(text.length - Math.floor(room * 0.3)) : '';
  return `${head}${mark}${/^[\udc00-\udfff]/.test(tail) ? tail.slice(1) : tail}`;
}

function wholePairs(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}

function shortFields(result: Record<string, unknown>): Record<string, unknown> {
  const fields = Object.entries(result).map(([name, value]): [string, unknown] =>
    isShort(value) ? [name, value] : [name, `[left out: ${sizeOf(value)}]`],
  );
  return Object.fromEntries(fields);
}

function isShort(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= SHORT_FIELD;
  return typeof value !== 'object' || value === null;
}

function sizeOf(value: unknown): string {
  if (typeof value === 'string') return `${value.length} characters`;
  if (Array.isArray(value)) return `${value.length} items`;
  return isPlainObject(value) ? `${Object.keys(value).length} fields` : 'value';
}

function cutFields(result: Record<string, unknown>, length: number): Record<string, unknown> {
  const fields = Object.entries(shortFields(result)).slice(0, Math.max(1, Math.floor(length / 40)));
  return Object.fromEntries(
    fields.map(([name, value]): [string, unknown] => [
      name.slice(0, length),
      typeof value === 'string' ? cutMiddle(value, length) : value,
    ]),
  );
}

/** One text, then the calls; thinking is dropped. */
function cutParts(content: readonly Part[], length: number): Part[] {
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const images = content.filter(({ type }) => type === 'image').length;
  const left = images === 0 ? '' : `[${images === 1 ? 'an image' : `${images} images`} left out]`;
  const text = [cutMiddle(texts.join(''), length), left].filter((piece) => piece !== '').join('\n');
  const calls = content.flatMap((part): Part[] => (part.type === 'call' ? [cutCall(part, length)] : []));
  return text === '' ? calls : [{ type: 'text', text }, ...calls];
}

/** Arguments must stay JSON, so they are either kept whole or replaced by a note. */
function cutCall(part: Extract<Part, { type: 'call' }>, length: number): Part {
  const { arguments: text } = part.call;
  if (text.length <= length) return part;
  return { type: 'call', call: { ...part.call, arguments: JSON.stringify({ left_out: `${text.length} characters` }) } };
}
