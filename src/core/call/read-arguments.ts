/** Reads what the model wrote as a tool's arguments; says what is wrong and what the schema is. */

import { explain, isPlainObject, parse } from '../../base/schema.ts';
import type { ToolCall } from '../../protocol/message.ts';
import type { Tool } from '../../protocol/tool.ts';

export type ReadArguments = { ok: true; value: unknown } | { ok: false; error: string };

export function readArguments(call: ToolCall, tool: Tool): ReadArguments {
  if (call.problem) return { ok: false, error: `${call.problem} ${schemaHint(tool)}` };
  let value: unknown;
  try {
    value = JSON.parse(call.arguments);
  } catch {
    // what providers hand over is valid JSON; a log edited by hand may not be
    return { ok: false, error: `The arguments of ${tool.name} are not valid JSON. ${schemaHint(tool)}` };
  }
  if (!isPlainObject(value))
    return { ok: false, error: `The arguments of ${tool.name} are not an object. ${schemaHint(tool)}` };
  const parsed = parse(tool.input, value);
  if (parsed.ok) return parsed;
  return { ok: false, error: `Wrong arguments for ${tool.name}: ${explain(parsed.issues)}. ${schemaHint(tool)}` };
}

function schemaHint(tool: Tool): string {
  return `Schema: ${JSON.stringify(tool.input.json)}`;
}
