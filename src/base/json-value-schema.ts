/** Checks a value against a JSON Schema from outside coder. Unknown keywords are rejected, never ignored. */

import { isPlainObject } from './schema.ts';

type Json = Readonly<Record<string, unknown>>;

/** Keywords that do not affect validity. */
const NOTES = new Set([
  '$schema',
  '$id',
  '$comment',
  '$defs',
  'definitions',
  'title',
  'description',
  'default',
  'examples',
  'format',
  'deprecated',
  'readOnly',
  'writeOnly',
]);
const DEEPEST = 64;

type Rule = (value: unknown, wanted: unknown, context: Context) => string[];

interface Context {
  root: Json;
  schema: Json;
  path: string;
  depth: number;
}

/** Keywords this module does not support, with their paths; if empty, every value can be checked. */
export function unknownKeywords(schema: unknown, path = ''): string[] {
  if (typeof schema === 'boolean') return [];
  if (!isPlainObject(schema)) return [`${path || '/'}: not a schema`];
  return Object.entries(schema).flatMap(([key, value]) => {
    const at = `${path}/${key}`;
    if (key === '$defs' || key === 'definitions' || key === 'properties') {
      return isPlainObject(value)
        ? Object.entries(value).flatMap(([name, one]) => unknownKeywords(one, `${at}/${name}`))
        : [`${at}: not an object`];
    }
    if (key === 'items' || key === 'additionalProperties' || key === 'not') return unknownKeywords(value, at);
    if (key === 'anyOf' || key === 'oneOf' || key === 'allOf')
      return Array.isArray(value)
        ? value.flatMap((one, index) => unknownKeywords(one, `${at}/${index}`))
        : [`${at}: not a list`];
    return Object.hasOwn(RULES, key) || NOTES.has(key) ? [] : [at];
  });
}

/** The problems of a value, one line each. */
export function problemsOf(value: unknown, root: Json): string[] {
  return check(value, root, { root, schema: root, path: '', depth: 0 });
}

function check(value: unknown, schema: unknown, context: Context): string[] {
  if (schema === true) return [];
  const { path, depth } = context;
  if (!isPlainObject(schema)) return [`${path || '/'}: nothing is allowed here`];
  if (depth > DEEPEST) return [`${path || '/'}: too deep`];
  return Object.entries(schema).flatMap(([key, wanted]) =>
    Object.hasOwn(RULES, key) ? (RULES[key]?.(value, wanted, { ...context, schema }) ?? []) : [],
  );
}

const RULES: Record<string, Rule> = {
  type(value, wanted, { path }) {
    const types = [wanted].flat();
    return types.some((type) => isOfType(value, type)) ? [] : [`${path || '/'}: must be ${types.join(' or ')}`];
  },
  enum: (value, wanted, { path }) =>
    Array.isArray(wanted) && wanted.some((one) => isSame(one, value))
      ? []
      : [`${path || '/'}: must be one of ${JSON.stringify(wanted)}`],
  const: (value, wanted, { path }) =>
    isSame(value, wanted) ? [] : [`${path || '/'}: must be ${JSON.stringify(wanted)}`],
  required: (value, wanted, { path }) =>
    isPlainObject(value) && Array.isArray(wanted)
      ? wanted.filter((key) => !Object.hasOwn(value, String(key))).map((key) => `${path}/${String(key)}: is missing`)
      : [],
  properties: (value, wanted, context) =>
    isPlainObject(value) && isPlainObject(wanted)
      ? Object.entries(wanted).flatMap(([key, one]) =>
          Object.hasOwn(value, key) ? check(value[key], one, below(context, key)) : [],
        )
      : [],
  additionalProperties(value, wanted, context) {
    if (!isPlainObject(value)) return [];
    const known = isPlainObject(context.schema['properties']) ? context.schema['properties'] : {};
    return Object.keys(value)
      .filter((key) => !Object.hasOwn(known, key))
      .flatMap((key) =>
        wanted === false ? [`${context.path}/${key}: is not known`] : check(value[key], wanted, below(context, key)),
      );
  },
  items: (value, wanted, context) =>
    Array.isArray(value) ? value.flatMap((one, index) => check(one, wanted, below(context, String(index)))) : [],
  minItems: (value, wanted, { path }) => least(Array.isArray(value) ? value.length : undefined, wanted, path, 'items'),
  maxItems: (value, wanted, { path }) => most(Array.isArray(value) ? value.length : undefined, wanted, path, 'items'),
  uniqueItems: (value, wanted, { path }) =>
    wanted === true && Array.isArray(value) && new Set(value.map((one) => stable(one))).size < value.length
      ? [`${path || '/'}: contains duplicate items`]
      : [],
  minLength: (value, wanted, { path }) => least(lengthOf(value), wanted, path, 'characters'),
  maxLength: (value, wanted, { path }) => most(lengthOf(value), wanted, path, 'characters'),
  minimum: (value, wanted, { path }) => least(numberOf(value), wanted, path, ''),
  maximum: (value, wanted, { path }) => most(numberOf(value), wanted, path, ''),
  anyOf: (value, wanted, context) => some(value, wanted, context, (count) => count >= 1),
  oneOf: (value, wanted, context) => some(value, wanted, context, (count) => count === 1),
  allOf: (value, wanted, context) =>
    Array.isArray(wanted) ? wanted.flatMap((one) => check(value, one, deeper(context))) : [],
  not: (value, wanted, context) =>
    check(value, wanted, deeper(context)).length > 0
      ? []
      : [`${context.path || '/'}: matches a schema that it must not match`],
  $ref(value, wanted, context) {
    const target = resolve(context.root, wanted);
    return target === undefined
      ? [`${context.path || '/'}: ${String(wanted)} cannot be resolved`]
      : check(value, target, deeper(context));
  },
};

function below(context: Context, key: string): Context {
  return { ...context, path: `${context.path}/${key}`, depth: context.depth + 1 };
}

function deeper(context: Context): Context {
  return { ...context, depth: context.depth + 1 };
}

function some(value: unknown, wanted: unknown, context: Context, isEnough: (count: number) => boolean): string[] {
  const all = Array.isArray(wanted) ? wanted : [];
  const count = all.filter((one) => check(value, one, deeper(context)).length === 0).length;
  return isEnough(count) ? [] : [`${context.path || '/'}: fits ${count} of the ${all.length} alternatives`];
}

function least(count: number | undefined, wanted: unknown, path: string, unit: string): string[] {
  return count === undefined || count >= Number(wanted)
    ? []
    : [`${path || '/'}: at least ${String(wanted)} ${unit}`.trim()];
}

function most(count: number | undefined, wanted: unknown, path: string, unit: string): string[] {
  return count === undefined || count <= Number(wanted)
    ? []
    : [`${path || '/'}: at most ${String(wanted)} ${unit}`.trim()];
}

function lengthOf(value: unknown): number | undefined {
  return typeof value === 'string' ? Array.from(value).length : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Resolves a reference such as `#/$defs/name`, only within the schema itself. */
function resolve(root: Json, reference: unknown): unknown {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
  const parts = reference.slice(1).split('/').slice(1);
  let at: unknown = root;
  for (const part of parts) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!isPlainObject(at) || !Object.hasOwn(at, key)) return undefined;
    at = at[key];
  }
  return at;
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'object':
      return isPlainObject(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return stable(one) === stable(other);
}

/** The same text for equal values, whatever the order of their keys. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isPlainObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
