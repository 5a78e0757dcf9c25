/** The tools that a model may call in writing, and how the values it writes are meant. */

import { isPlainObject } from '../../../base/schema.ts';
import type { ToolSpec } from '../../../protocol/provider.ts';

export interface WrittenCall {
  name: string;
  /** Text where it could not be read: what is wrong with it is said later. */
  arguments: unknown;
}

/** A call and where it ends in the text. */
export interface Found {
  call: WrittenCall;
  end: number;
}

/** By name: the JSON Schema of the parameters. */
export type KnownTools = ReadonlyMap<string, ToolSpec['parameters']>;

export function toKnownTools(tools: readonly ToolSpec[]): KnownTools {
  return new Map(tools.map(({ name, parameters }) => [name, parameters]));
}

/** As an object; as its text where a name is there twice, so that the check of all arguments says it. */
export function toArguments(pairs: readonly (readonly [name: string, value: unknown])[]): unknown {
  const isRepeated = new Set(pairs.map(([name]) => name)).size < pairs.length;
  if (!isRepeated) return Object.fromEntries(pairs);
  return `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;
}

/** For forms that write values without quotes: what the schema calls a string is one, the rest is JSON where it can be read. */
export function readValue(text: string, tool: ToolSpec['parameters'] | undefined, parameter: string): unknown {
  if (typesOf(tool, parameter).includes('string')) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text; // the tool's own check says what it should be
  }
}

function typesOf(tool: ToolSpec['parameters'] | undefined, parameter: string): unknown[] {
  const properties = tool?.['properties'];
  const schema = isPlainObject(properties) ? properties[parameter] : undefined;
  const type = isPlainObject(schema) ? schema['type'] : undefined;
  if (Array.isArray(type)) return type;
  return type === undefined && isPlainObject(schema) && Array.isArray(schema['enum']) ? ['string'] : [type];
}

export function skipSpace(text: string, at: number): number {
  let end = at;
  while (end < text.length && text.charAt(end).trim() === '') end += 1;
  return end;
}
