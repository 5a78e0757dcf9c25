/** Schemas for tool arguments and settings: one definition gives the type, the check and the JSON Schema. */

import { late } from './late.ts';
import { cutShort } from './text/truncate.ts';

export interface Issue {
  path: readonly (string | number)[];
  /** In English. */
  message: string;
  /** Set if the key itself is unknown: the keys that are known. */
  known?: readonly string[];
  /** Set if the value is missing. */
  isMissing?: true;
  /** Set if the value has the wrong type. */
  expected?: { what: Described; got: Described };
  /** Set if the number is too small or too large. */
  range?: { min: number; max: number };
  /** The message by name and parameters, for other languages, if none of the above says it. */
  says?: readonly string[];
}

/** A kind of value, to be named in any language; `one-of` and `value` have a text. */
export type ValueKind = PlainKind | 'one-of' | 'value';
export type PlainKind = keyof typeof PLAIN;

export interface Described {
  kind: ValueKind;
  text: string;
}

const PLAIN = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  list: 'a list',
  object: 'an object',
  pair: 'two values',
  nothing: 'nothing',
};

export function describedInEnglish({ kind, text }: Described): string {
  if (kind === 'one-of') return `one of ${text}`;
  return kind === 'value' ? text : PLAIN[kind];
}

export type Parsed<T> = { ok: true; value: T } | { ok: false; issues: Issue[] };

export type JsonSchema = { readonly [key: string]: unknown };

export interface Schema<T> {
  /** Made when asked for: few runs need that of the settings. */
  json(): JsonSchema;
  check(value: unknown, path: Path, issues: Issue[]): T;
  readonly optional?: true | undefined;
  /** The value used if none is given. */
  readonly fallback?: T | undefined;
}

type Path = readonly (string | number)[];
type Shape = Record<string, Schema<unknown>>;
export type Infer<S> = S extends Schema<infer T> ? T : never;
/** A required key: a value of type `unknown` includes `undefined`, but that does not make its key optional. */
type OptionalKeys<S extends Shape> = {
  [K in keyof S]: unknown extends Infer<S[K]> ? never : undefined extends Infer<S[K]> ? K : never;
}[keyof S];
type ObjectOf<S extends Shape> = { [K in Exclude<keyof S, OptionalKeys<S>>]: Infer<S[K]> } & {
  [K in OptionalKeys<S>]?: Infer<S[K]>;
};

export function parse<T>(expected: Schema<T>, value: unknown): Parsed<T> {
  const issues: Issue[] = [];
  const checked = expected.check(value, [], issues);
  return issues.length === 0 ? { ok: true, value: checked } : { ok: false, issues };
}

/** All issues in one line, each as `path: expected a string`. */
export function explain(issues: readonly Issue[]): string {
  return issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message)).join('; ');
}

/** `hint` says what is expected if the pattern does not match, `says` is its name for other languages. */
export function string(
  description?: string,
  options: { pattern?: RegExp; hint?: () => string; says?: string } = {},
): Schema<string> {
  const { pattern, hint, says } = options;
  return schema(
    () => ({ type: 'string', ...(pattern && { pattern: pattern.source }), ...described(description) }),
    (value, path, issues) => {
      if (typeof value !== 'string') return wrong(issues, path, plain('string'), value, '');
      if (pattern && !pattern.test(value))
        issues.push({ path, message: hint?.() ?? `must match ${pattern.source}`, ...(says && { says: [says] }) });
      return value;
    },
  );
}

export function number(description?: string, range: { min?: number; max?: number } = {}): Schema<number> {
  return numeric('number', description, range);
}

export function integer(description?: string, range: { min?: number; max?: number } = {}): Schema<number> {
  return numeric('integer', description, range);
}

export function boolean(description?: string): Schema<boolean> {
  return schema(
    () => ({ type: 'boolean', ...described(description) }),
    (value, path, issues) => (typeof value === 'boolean' ? value : wrong(issues, path, plain('boolean'), value, false)),
  );
}

export function oneOf<const V extends string>(values: readonly V[], description?: string): Schema<V> {
  return schema(
    () => ({ type: 'string', enum: values, ...described(description) }),
    (value, path, issues) => {
      const found = values.find((candidate) => candidate === value);
      return found ?? wrong(issues, path, oneAmong(values), value, values[0] as V);
    },
  );
}

export function array<T>(item: Schema<T>, description?: string): Schema<T[]> {
  return schema(
    () => ({ type: 'array', items: item.json(), ...described(description) }),
    (value, path, issues) => {
      if (!Array.isArray(value)) return wrong(issues, path, plain('list'), value, []);
      return value.map((entry, index) => item.check(entry, [...path, index], issues));
    },
  );
}

/** Exactly two values of one kind. */
export function pair<T>(item: Schema<T>): Schema<[T, T]> {
  return schema(
    () => ({ type: 'array', items: item.json(), minItems: 2, maxItems: 2 }),
    (value, path, issues) => {
      const [first, second] =
        Array.isArray(value) && value.length === 2 ? value : wrong(issues, path, plain('pair'), value, []);
      return [item.check(first, [...path, 0], issues), item.check(second, [...path, 1], issues)];
    },
  );
}

/** Free keys, with values of one kind. */
export function record<T>(item: Schema<T>, description?: string): Schema<Record<string, T>> {
  return schema(
    () => ({ type: 'object', additionalProperties: item.json(), ...described(description) }),
    (value, path, issues) => {
      if (!isPlainObject(value)) return wrong(issues, path, plain('object'), value, {});
      const result: Record<string, T> = Object.create(null);
      for (const [key, entry] of Object.entries(value)) result[key] = item.check(entry, [...path, key], issues);
      return result;
    },
  );
}

/** Accepted if the model sends it, but left out of the schema the model sees. */
export function unlisted<T>(all: Schema<T>): Schema<T> {
  return { ...all, json: () => ({ ...all.json(), unlisted: true }) };
}

/** Known keys only; an unknown key is an issue. */
export function object<const S extends Shape>(shape: S, description?: string): Schema<ObjectOf<S>> {
  const keys = Object.keys(shape);
  return schema(
    late(() => {
      const required = keys.filter((key) => !shape[key]?.optional);
      return {
        type: 'object',
        properties: Object.fromEntries(keys.map((key) => [key, shape[key]?.json()])),
        ...(required.length > 0 && { required }),
        additionalProperties: false,
        ...described(description),
      };
    }),
    (value, path, issues) => {
      if (!isPlainObject(value)) return wrong(issues, path, plain('object'), value, {} as ObjectOf<S>);
      for (const key of Object.keys(value)) {
        if (!Object.hasOwn(shape, key)) {
          issues.push({ path: [...path, key], message: `unknown key; known: ${keys.join(', ')}`, known: keys });
        }
      }
      const result: Record<string, unknown> = {};
      for (const key of keys) {
        const field = shape[key] as Schema<unknown>;
        const entry = Object.hasOwn(value, key) ? value[key] : undefined;
        if (entry !== undefined && !(entry === null && field.optional)) {
          result[key] = field.check(entry, [...path, key], issues);
        } else if (field.fallback !== undefined) result[key] = field.fallback;
        else if (!field.optional) issues.push({ path: [...path, key], message: 'is missing', isMissing: true });
      }
      return result as ObjectOf<S>;
    },
  );
}

export function optional<T>(given: Schema<T>): Schema<T | undefined> {
  return { ...given, optional: true };
}

/** A value with a default: never missing after the check. */
export function withDefault<T>(given: Schema<T>, fallback: T): Schema<T> {
  return { ...given, json: () => ({ ...given.json(), default: fallback }), optional: true, fallback };
}

/** Accepts what either schema accepts; the first is tried first. */
export function either<A, B>(first: Schema<A>, second: Schema<B>, description?: string): Schema<A | B> {
  return schema(
    () => ({ anyOf: [first.json(), second.json()], ...described(description) }),
    (value, path, issues) => {
      const tried: Issue[] = [];
      const result = first.check(value, path, tried);
      return tried.length === 0 ? result : second.check(value, path, issues);
    },
  );
}

/** One of several objects, told apart by the value of one key; each option must carry its name under that key. */
export function tagged<const Key extends string, const O extends Shape>(
  key: Key,
  options: O & { [Name in keyof O]: Schema<{ [K in Key]: Name }> },
): Schema<Infer<O[keyof O]>> {
  type Option = Infer<O[keyof O]>;
  const names = Object.keys(options);
  return schema<Option>(
    () => ({ oneOf: names.map((name) => options[name]?.json()) }),
    (value, path, issues) => {
      if (!isPlainObject(value)) return wrong(issues, path, plain('object'), value, {} as Option);
      const option = Object.hasOwn(options, String(value[key])) ? options[String(value[key])] : undefined;
      if (!option) return wrong(issues, [...path, key], oneAmong(names), value[key], {} as Option);
      return option.check(value, path, issues) as Option;
    },
  );
}

/**
 * Compiles only if the schema describes exactly `T`: no value that `T` does not allow, no field missing, none added.
 * Assigning to `Schema<T>` alone would let additional fields pass.
 */
export function exactly<T>() {
  return <S extends Schema<T>>(given: S & (IsSame<Plain<Infer<S>>, Plain<T>> extends true ? unknown : never)): S =>
    given;
}

type IsSame<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** Without `readonly`, and with optional fields marked, so that assignability in both directions means equality. */
type Plain<T> = T extends readonly (infer Item)[]
  ? Plain<Item>[]
  : T extends object
    ? {
        -readonly [K in keyof T]-?: undefined extends T[K]
          ? ['optional', Plain<Exclude<T[K], undefined>>]
          : Plain<T[K]>;
      }
    : T;

/** Exactly this value. */
export function literal<const V extends string | number | boolean | null>(expected: V): Schema<V> {
  return schema(
    () => ({ const: expected }),
    (value, path, issues) =>
      value === expected
        ? expected
        : wrong(issues, path, { kind: 'value', text: JSON.stringify(expected) }, value, expected),
  );
}

/** Anything at all. */
export function anything(description?: string): Schema<unknown> {
  return schema(
    () => described(description),
    (value) => value,
  );
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function numeric(
  type: 'number' | 'integer',
  description: string | undefined,
  range: { min?: number; max?: number },
): Schema<number> {
  const { min = -Infinity, max = Infinity } = range;
  return schema(
    () => ({
      type,
      ...(Number.isFinite(min) && { minimum: min }),
      ...(Number.isFinite(max) && { maximum: max }),
      ...described(description),
    }),
    (value, path, issues) => {
      const fits = typeof value === 'number' && (type === 'number' ? Number.isFinite(value) : Number.isInteger(value));
      if (!fits) return wrong(issues, path, plain(type), value, 0);
      if (value < min || value > max)
        issues.push({ path, message: `must be between ${min} and ${max}`, range: { min, max } });
      return value;
    },
  );
}

/** With all fields, also the empty ones: V8 needs one hidden class for all schemas then. */
function schema<T>(json: Schema<T>['json'], check: Schema<T>['check']): Schema<T> {
  return { json, check, optional: undefined, fallback: undefined };
}

function described(description: string | undefined): JsonSchema {
  return description ? { description } : {};
}

function wrong<T>(issues: Issue[], path: Path, what: Described, value: unknown, fallback: T): T {
  const got = describe(value);
  const message = `expected ${describedInEnglish(what)}, got ${describedInEnglish(got)}`;
  issues.push({ path, message, expected: { what, got } });
  return fallback;
}

function describe(value: unknown): Described {
  if (Array.isArray(value)) return plain('list');
  if (typeof value === 'object' && value !== null) return plain('object');
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return plain('nothing');
  return { kind: 'value', text: cutShort(text, 40) };
}

function plain(kind: PlainKind): Described {
  return { kind, text: '' };
}

function oneAmong(values: readonly string[]): Described {
  return { kind: 'one-of', text: values.join(', ') };
}
