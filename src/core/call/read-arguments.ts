/** Reads the model's arguments for a tool, other agents' dialects included; on error, states what is wrong and how to call it. */

import { explain, isPlainObject, parse } from '../../base/schema.ts';
import type { ToolCall } from '../../protocol/message.ts';
import type { Tool } from '../../protocol/tool.ts';
import { asMeant } from './as-meant.ts';
import { callForm } from './call-form.ts';

/** `at` names the wrong arguments; `error` is for the model. */
export type ReadArguments = { ok: true; value: unknown } | { ok: false; error: string; at?: string };

export function readArguments(call: ToolCall, tool: Tool): ReadArguments {
  if (call.problem) return { ok: false, error: call.problem.replace(/\.?$/, '.') };
  let value: unknown;
  try {
    value = JSON.parse(call.arguments);
  } catch {
    // providers pass on valid JSON only, but a log edited by hand may not be valid
    return { ok: false, error: `The arguments of ${tool.name} are not valid JSON. Call it as: ${callForm(tool)}` };
  }
  if (!isPlainObject(value))
    return { ok: false, error: `The arguments of ${tool.name} are not an object. Call it as: ${callForm(tool)}` };
  const asSent = parse(tool.input, value);
  if (asSent.ok) return asSent;
  const parsed = parse(tool.input, asMeant(value, tool.input.json(), { onlyReads: tool.effect === 'read' }));
  if (parsed.ok) return parsed;
  return {
    ok: false,
    error: `Wrong arguments for ${tool.name}: ${explain(parsed.issues)}. Call it as: ${callForm(tool)}${schemaOf(tool)}`,
    at: [...new Set(parsed.issues.map(({ path }) => path.join('.')))].join(', '),
  };
}

/** The schema of a deferred tool, which the model may not have seen. */
function schemaOf({ deferred, input }: Tool): string {
  return deferred ? `. Its schema: ${JSON.stringify(input.json())}` : '';
}
