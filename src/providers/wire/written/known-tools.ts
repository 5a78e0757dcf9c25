/** The tools that a model may call in writing, and how the values it writes are interpreted. */

import { isPlainObject } from '../../../base/schema.ts';
import type { ToolSpec } from '../../../protocol/provider.ts';

export interface WrittenCall {
  name: string;
  /** A string if the arguments could not be parsed; the error is reported later. */
  arguments: unknown;
}

/** A call and where it ends in the text. */
export interface FoundCall {
  call: WrittenCall;
  end: number;
}

/** JSON Schema of the parameters, by tool name. */
export type KnownTools = ReadonlyMap<string, ToolSpec['parameters']>;

export function toKnownTools(tools: readonly ToolSpec[]): KnownTools {
  return new Map(tools.map(({ name, parameters }) => [name, parameters]));
}

/** An object; or its text if a name occurs twice, so that the general check of arguments reports it. */
export function toArguments(pairs: readonly (readonly [name: string, value: unknown])[]): unknown {
  const isRepeated = new Set(pairs.map(([name]) => name)).size < pairs.length;
  if (!isRepeated) return Object.fromEntries(pairs);
  return `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;
}

/** For forms without quotes around values: a parameter of type string stays text, others are parsed as JSON if possible. */
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
