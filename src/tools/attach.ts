/** `@path` in a message: attaches the file, lines, listing or image to the text, or reports what is missing. */

import { named, unnamed } from '../base/named-text.ts';
import type { Workspace } from '../host/files/workspace.ts';
import { attachedPart } from '../log/attached.ts';
import { type Fault, faultLines, placedFault } from '../protocol/fault.ts';
import { type Mention, parseMentions } from '../protocol/mentions.ts';
import type { Outcome, Part } from '../protocol/message.ts';
import { executeTool, type Tool, type ToolContext } from '../protocol/tool.ts';

export type Attached = { ok: true; parts: Part[] } | { ok: false; error: Fault };

export interface AttachDeps {
  workspace: Workspace;
  tools: ReadonlyMap<string, Tool>;
  /** The notes that `@memory` attaches when no file has that name. */
  remembered(): readonly { path: string; text: string }[];
}

const MEMORY = 'memory';

export async function attach(text: string, deps: AttachDeps, signal: AbortSignal): Promise<Attached> {
  const parts: Part[] = [];
  const problems: Fault[] = [];
  for (const mention of unique(parseMentions(text))) {
    const found = await read(mention, deps, signal);
    if (found === undefined) continue;
    if ('error' in found) problems.push(placedFault(`@${mention.path}`, found.error));
    else parts.push(...found.parts);
  }
  return problems.length > 0 ? { ok: false, error: faultLines(problems) } : { ok: true, parts };
}

function unique(mentions: readonly Mention[]): Mention[] {
  const seen = new Set<string>();
  return mentions.filter(({ path, lines }) => {
    const key = `${path}:${lines?.from}-${lines?.to}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** `undefined` if the mention is not a path after all (`@someone`, `@types/node`). */
async function read(
  mention: Mention,
  { workspace, tools, remembered }: AttachDeps,
  signal: AbortSignal,
): Promise<{ parts: Part[] } | { error: Fault } | undefined> {
  const { path, lines } = mention;
  const place = await workspace.resolve(path);
  if (place.kind === 'missing' && path === MEMORY && !lines) return memoryParts(remembered());
  if (place.kind === 'missing')
    return looksLikePath(path) ? { error: named('mentionMissing', 'no such file') } : undefined;
  if (!place.inside)
    return { error: named('mentionOutside', 'path outside workspace (add its folder with --add-dir)') };

  const isFolder = place.kind === 'folder';
  const tool = tools.get(isFolder ? 'list' : 'read');
  if (!tool) return { error: named('mentionOff', 'reading is off') };
  const range = lines && !isFolder ? { offset: lines.from, limit: lines.to - lines.from + 1 } : {};
  const outcome: Outcome = await executeTool(tool, { path, ...range }, { ...NO_CALL, signal });
  if (outcome.status !== 'ok') return { error: unnamed(outcome.error) };

  const shown = lines ? `${place.display}:${lines.from}-${lines.to}` : place.display;
  const { content, ...rest } = outcome.result;
  const body = typeof content === 'string' ? content : JSON.stringify(rest);
  const more =
    outcome.result.has_more === true && !lines ? '\n[the file continues: read the rest with the read tool]' : '';
  return {
    parts: [attachedPart({ name: shown, text: `${body}${more}` }), ...(outcome.images ?? [])],
  };
}

function memoryParts(notes: readonly { path: string; text: string }[]): { parts: Part[] } | { error: Fault } {
  if (notes.length === 0) return { error: named('mentionNoMemory', 'nothing is remembered yet') };
  return { parts: notes.map(({ path, text }) => attachedPart({ name: path, text: text.trim() })) };
}

/** Stand-in context: mentions are read outside any tool call. */
const NO_CALL: Omit<ToolContext, 'signal'> = {
  callId: '',
  todos: { read: () => [], write: async () => {} },
  delegate: async () => ({ ok: false, error: 'A mention cannot start a sub-agent.' }),
  output() {},
};

function looksLikePath(path: string): boolean {
  return /[\\/].*\.|^\.{0,2}\/|\.\w{1,8}$|\s/.test(path) && !/^[\w-]+\/[\w.-]+@/.test(path);
}
