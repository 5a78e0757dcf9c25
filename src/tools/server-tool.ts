/** Wraps a tool of an MCP server as one of coder's: same path, same approval, with its answer treated as data. */

import { late } from '../base/late.ts';
import { type Issue, isPlainObject, type JsonSchema, type Schema } from '../base/schema.ts';
import { truncate } from '../base/text/truncate.ts';
import type { Outcome } from '../protocol/message.ts';
import { SERVERS } from '../protocol/permission.ts';
import { defineTool, type Tool, type ToolContext } from '../protocol/tool.ts';
import type { Block } from '../protocol/view.ts';

export interface ServerToolDeps {
  /** The name by which the model calls the tool. */
  name: string;
  server: string;
  tool: string;
  description: string;
  inputSchema: JsonSchema;
  /** The server's claims about the tool. */
  annotations?: Readonly<Record<string, unknown>>;
  /** True if the claim that the tool only reads is trusted. */
  isReader: boolean;
  deferred: boolean;
  call(args: Record<string, unknown>, context: ToolContext): Promise<Outcome>;
}

type Args = Record<string, unknown>;
const LONGEST_DESCRIPTION = 4000;
const LONGEST_TITLE = 100;

export function serverTool(deps: ServerToolDeps): Tool<Args> {
  const { name, server, tool, description, inputSchema, isReader, deferred, call } = deps;
  const titleOf = (args: Args) => truncate(`${server}: ${tool} ${shortArguments(args)}`.trim(), LONGEST_TITLE);
  return defineTool<Args>({
    name,
    description: truncate(description, LONGEST_DESCRIPTION),
    input: argumentsOf(inputSchema),
    effect: isReader ? 'read' : 'run',
    permission: SERVERS,
    outside: true,
    ...(deferred && { deferred: true as const }),
    execute: call,
    preview: async (args) => ({ title: titleOf(args), body: [{ type: 'text', text: approvalText(args, deps) }] }),
    forModel: (_args, outcome) => textOf(outcome),
    view(args, outcome) {
      const body: Block[] = outcome ? [{ type: 'text', text: textOf(outcome) }] : [];
      return { title: titleOf(args), body };
    },
  });
}

/** Everything that would be sent, plus the server's claims about the tool, marked as such. */
function approvalText(args: Args, { annotations, server }: ServerToolDeps): string {
  const hints = Object.entries(annotations ?? {}).filter(([, value]) => typeof value === 'boolean');
  const said = hints.map(([key, value]) => `${key.replace(/Hint$/, '')}: ${String(value)}`).join(', ');
  const sent = JSON.stringify(args, undefined, 2);
  return said === '' ? sent : `${sent}\n${server} says: ${said}`;
}

function textOf(outcome: Outcome): string {
  if (outcome.status !== 'ok') return `error: ${outcome.error}`;
  const { text } = outcome.result;
  return typeof text === 'string' && text !== '' ? text : outcome.images ? '[image]' : '[nothing]';
}

function shortArguments(args: Args): string {
  return Object.entries(args)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')
    .replaceAll(/\s+/g, ' ');
}

/** The server validates arguments itself; missing ones and ones of a plainly wrong type are reported before it is called. */
function argumentsOf(schema: JsonSchema): Schema<Args> {
  const properties = isPlainObject(schema['properties']) ? schema['properties'] : {};
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  return {
    json: late(() => ({ ...schema, type: 'object', properties })),
    check(value, path, issues) {
      if (!isPlainObject(value)) {
        issues.push({ path, message: 'expected an object' });
        return {};
      }
      for (const key of required.map(String))
        if (value[key] === undefined) issues.push({ path: [...path, key], message: 'is missing' });
      for (const [key, entry] of Object.entries(value)) checkKind(properties[key], entry, [...path, key], issues);
      return value;
    },
  };
}

const KINDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
  object: isPlainObject,
};

function checkKind(schema: unknown, value: unknown, path: Issue['path'], issues: Issue[]): void {
  const type = isPlainObject(schema) && typeof schema['type'] === 'string' ? schema['type'] : undefined;
  const fits = type === undefined ? undefined : KINDS[type];
  if (fits && !fits(value)) issues.push({ path, message: `expected ${type}` });
}
