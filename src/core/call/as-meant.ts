/** Rewrites arguments that do not fit a tool's schema into what they plainly mean; doubtful ones stay unchanged and are refused. */

import { parseJson } from '../../base/parse-json.ts';
import { isPlainObject, type JsonSchema } from '../../base/schema.ts';
import { shellWord } from '../../base/text/shell-quote.ts';
import { meantArgument, meantValue } from './dialect.ts';

export interface Leniency {
  /** True if the call only reads, so that unknown keys can be ignored safely. */
  onlyReads: boolean;
}

export function asMeant(value: unknown, schema: JsonSchema, how: Leniency): unknown {
  if (Array.isArray(schema['anyOf'])) return asOneOf(value, schema['anyOf'].filter(isPlainObject), how);
  switch (schema['type']) {
    case 'object':
      return asObject(value, schema, how);
    case 'array':
      return asList(value, isPlainObject(schema['items']) ? schema['items'] : {}, how);
    case 'integer':
    case 'number':
      return typeof value === 'string' && /^\s*-?\d{1,15}(?:\.\d{1,15})?\s*$/.test(value) ? Number(value) : value;
    case 'boolean':
      return typeof value === 'string' ? asBoolean(value) : value;
    case 'string':
      return typeof value === 'string' && Array.isArray(schema['enum']) ? meantValue(value, schema['enum']) : value;
    default:
      return value;
  }
}

function asObject(given: unknown, schema: JsonSchema, how: Leniency): unknown {
  const value = typeof given === 'string' ? (parsed(given, '{') ?? aloneIn(given, schema)) : given;
  const properties = schema['properties'];
  if (!isPlainObject(value) || !isPlainObject(properties)) return value;
  const known = new Set(Object.keys(properties));
  const result: Record<string, unknown> = {};
  for (const key of known) if (Object.hasOwn(value, key)) result[key] = value[key];
  for (const [key, entry] of Object.entries(value)) {
    if (known.has(key)) continue;
    const meant = meantArgument(key, entry, known);
    if (meant === 'harmless' || (meant === 'unknown' && how.onlyReads)) continue;
    const isTaken = meant !== 'unknown' && Object.hasOwn(result, meant.key) && result[meant.key] !== meant.value;
    if (meant === 'unknown' || isTaken)
      result[key] = entry; // in doubt: the schema check names it
    else result[meant.key] = meant.value;
  }
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  for (const key of known) {
    const property = properties[key];
    if (!Object.hasOwn(result, key) || !isPlainObject(property)) continue;
    const isText = property['type'] === 'string';
    if (key === 'command' && isText) result[key] = asLine(result[key]);
    else if (result[key] === '' && !isText && !required.includes(key)) delete result[key];
    else result[key] = asMeant(result[key], property, how);
  }
  return result;
}

/** Wraps a bare `"yes"` as `{ "label": "yes" }` if the object has exactly one required property. */
function aloneIn(text: string, { required, properties }: JsonSchema): unknown {
  const [key, ...more] = Array.isArray(required) ? required : [];
  if (typeof key !== 'string' || more.length > 0 || !isPlainObject(properties)) return text;
  const property = properties[key];
  return isPlainObject(property) && property['type'] === 'string' ? { [key]: text } : text;
}

function asList(given: unknown, items: JsonSchema, how: Leniency): unknown {
  const value = typeof given === 'string' ? (parsed(given, '[') ?? given) : given;
  if (Array.isArray(value)) return value.map((entry) => asMeant(entry, items, how));
  const isOne = (typeof value === 'string' && items['type'] === 'string') || isPlainObject(value);
  return isOne ? [asMeant(value, items, how)] : value;
}

function asOneOf(value: unknown, options: readonly JsonSchema[], how: Leniency): unknown {
  const kind = Array.isArray(value) ? 'array' : typeof value;
  const option = options.find(({ type }) => type === kind) ?? options[0];
  return option ? asMeant(value, option, how) : value;
}

function asBoolean(text: string): unknown {
  const word = text.trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : text;
}

/** Parses a value that was sent as JSON text. */
function parsed(text: string, opening: '{' | '['): unknown {
  return text.trimStart().startsWith(opening) ? parseJson(text) : undefined;
}

const SHELL = /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da)?sh$/;

/** `["bash", "-lc", "ls | wc"]` becomes its last word; other lists become a line with each word quoted as needed. */
function asLine(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0 || !value.every((word) => typeof word === 'string')) return value;
  const [shell = '', option = '', line] = value;
  if (value.length === 3 && line !== undefined && SHELL.test(shell) && /^-l?c$/.test(option)) return line;
  return value.map(shellWord).join(' ');
}
