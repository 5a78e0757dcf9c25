/** Handles a server's request for input during a call: a form becomes questions, an address is shown whole; declined if no one is available. */

import { newId } from '../../base/ids.ts';
import { isPlainObject } from '../../base/schema.ts';
import { askYesNo } from '../../protocol/ask-yes-no.ts';
import type { Answer, Question, Request } from '../../protocol/request.ts';
import type { Elicitation, Elicited } from './ports.ts';

export interface ElicitPorts {
  attended: boolean;
  ask(request: Request, signal: AbortSignal): Promise<Answer>;
  /** Opens an address where the person can see it. */
  open(url: string): Promise<void>;
  /** The surrounding texts, in the person's language. */
  say: ElicitWords;
}

interface ElicitWords {
  asks(server: string, message: string): string;
  opens(server: string, message: string, url: string): string;
  yes: string;
  no: string;
  skip: string;
}

type Value = string | number | boolean | string[];
const ROUNDS = 3;
/** Marks an answer that does not fit, so that the question is asked again. */
const WRONG: unique symbol = Symbol('wrong');

export async function elicit(
  server: string,
  request: Elicitation,
  ports: ElicitPorts,
  signal: AbortSignal,
): Promise<Elicited> {
  const { attended, ask, open, say } = ports;
  if (!attended) return { action: 'decline' };
  if (request.mode === 'url') {
    if (!isWebAddress(request.url)) return { action: 'decline' };
    const action = await confirm(say.opens(server, request.message, request.url));
    if (action === 'accept') await open(request.url);
    return { action };
  }
  const fields = fieldsOf(request.schema);
  if (fields.length === 0) {
    const action = await confirm(say.asks(server, request.message));
    return action === 'accept' ? { action, content: {} } : { action };
  }
  const content: Record<string, Value> = {};
  let left = fields;
  for (let round = 0; round < ROUNDS && left.length > 0; round++) {
    const questions = left.map((field) => questionOf(field, say.asks(server, request.message), say));
    const answer = await ask({ kind: 'questions', id: newId('ask'), questions }, signal);
    if (answer.kind === 'cancelled') return { action: 'cancel' };
    if (answer.kind !== 'questions' || !Array.isArray(answer.answers)) return { action: 'decline' };
    const given = answer.answers;
    left = left.filter((field, index) => {
      const value = valueOf(field, given[index] ?? '', say);
      if (value === WRONG) return true;
      if (value !== undefined) content[field.key] = value;
      return false;
    });
  }
  return left.length > 0 ? { action: 'decline' } : { action: 'accept', content };

  async function confirm(title: string): Promise<'accept' | 'decline' | 'cancel'> {
    const answer = await askYesNo(ports, title, [say.yes, say.no], signal);
    return answer === 'yes' ? 'accept' : answer === 'cancelled' ? 'cancel' : 'decline';
  }
}

/** Any other protocol could start a program. */
function isWebAddress(url: string): boolean {
  const protocol = URL.parse(url)?.protocol;
  return protocol === 'https:' || protocol === 'http:';
}

interface Field {
  key: string;
  title: string;
  type: string;
  required: boolean;
  /** The possible choices and their labels. */
  choices?: readonly { value: string; label: string }[];
  fallback?: Value;
}

function fieldsOf({ properties, required }: Readonly<Record<string, unknown>>): Field[] {
  if (!isPlainObject(properties)) return [];
  const needed: unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).flatMap(([key, schema]) => {
    if (!isPlainObject(schema)) return [];
    const items = isPlainObject(schema.items) ? schema.items : schema;
    const choices = choicesOf(items);
    const title = [schema.title ?? key, schema.description].filter((text) => typeof text === 'string').join(': ');
    return [
      {
        key,
        title,
        type: typeof schema.type === 'string' ? schema.type : 'string',
        required: needed.includes(key),
        ...(choices && { choices }),
        ...(schema.default !== undefined && { fallback: schema.default as Value }),
      },
    ];
  });
}

function choicesOf(schema: Readonly<Record<string, unknown>>): Field['choices'] | undefined {
  const { enum: values, enumNames, oneOf, anyOf } = schema;
  const titled = Array.isArray(oneOf) ? oneOf : Array.isArray(anyOf) ? anyOf : undefined;
  if (titled) {
    const rows = titled.filter((one): one is Record<string, unknown> => isPlainObject(one) && 'const' in one);
    return rows.map((one) => ({ value: String(one.const), label: String(one.title ?? one.const) }));
  }
  if (!Array.isArray(values)) return undefined;
  const names: unknown[] = Array.isArray(enumNames) ? enumNames : [];
  return values.map((value: unknown, index) => ({ value: String(value), label: String(names[index] ?? value) }));
}

function questionOf(field: Field, head: string, say: ElicitWords): Question {
  const { title, type, choices, fallback, required } = field;
  const labels = choices?.map(({ label }) => label) ?? (type === 'boolean' ? [say.yes, say.no] : []);
  const preferred = fallback === undefined ? undefined : shownValue(field, fallback, say);
  const ordered = preferred === undefined ? labels : [preferred, ...labels.filter((label) => label !== preferred)];
  const options = [...ordered, ...(required ? [] : [say.skip])].map((label) => ({ label }));
  return { question: `${head}\n${title}`, options };
}

function shownValue({ choices, type }: Field, value: Value, say: ElicitWords): string {
  if (type === 'boolean') return value === true ? say.yes : say.no;
  const one = (each: unknown) => choices?.find((choice) => choice.value === String(each))?.label ?? String(each);
  return Array.isArray(value) ? value.map(one).join(', ') : one(value);
}

/** `undefined` if the field is left out. */
function valueOf(field: Field, given: string, say: ElicitWords): Value | typeof WRONG | undefined {
  const { type, choices, required, fallback } = field;
  const text = given.trim();
  if (!required && (text === say.skip || text === '')) return fallback;
  const chosen = (label: string) => choices?.find((choice) => choice.label === label || choice.value === label)?.value;
  if (type === 'array') {
    const values = text.split(',').map((each) => each.trim());
    const found = choices ? values.map(chosen) : values;
    return found.every((each) => each !== undefined) ? found : WRONG;
  }
  if (choices) return chosen(text) ?? WRONG;
  if (type === 'boolean') {
    if (text === say.yes || /^(?:y|yes|true)$/i.test(text)) return true;
    return text === say.no || /^(?:n|no|false)$/i.test(text) ? false : WRONG;
  }
  if (type !== 'number' && type !== 'integer') return text;
  const value = Number(text);
  return text !== '' && Number.isFinite(value) && (type === 'number' || Number.isInteger(value)) ? value : WRONG;
}
