/** Tool calls that a model writes as text: only whole blocks at the very end of an answer, of tools it was given. */

import { isPlainObject } from '../../base/schema.ts';
import { type Assembled, createCallAssembler } from './assemble-calls.ts';

interface WrittenCallParser {
  /** The part of the text that can be shown at once: what may begin a call is held back. */
  feed(text: string): string;
  /** What was held back: calls, or the text it turned out to be. */
  finish(cut: boolean): { text: string } | Assembled;
}

const OPEN = '<tool_call>';
const CLOSE = '</tool_call>';
/** How many closing tags the arguments may contain. */
const MAX_CLOSES = 20;

export function createWrittenCallParser(tools: ReadonlySet<string>, usedIds: Iterable<string>): WrittenCallParser {
  let pending = ''; // at the start of a line, perhaps a tag
  let held: string | undefined;
  let isLineStart = true;
  let isInFence = false;

  /** Takes the next line off `pending`, or its beginning; nothing while it may still become a tag. */
  function takeLine(): string | undefined {
    if (isLineStart) {
      const line = pending.trimStart();
      if (!line.includes('\n') && [OPEN, '```', '~~~'].some((mark) => mark.startsWith(line))) return undefined;
      if (!isInFence && line.startsWith(OPEN)) {
        held = pending;
        pending = '';
        return undefined;
      }
      if (/^(```|~~~)/.test(line)) isInFence = !isInFence;
    }
    const end = pending.indexOf('\n') + 1;
    isLineStart = end > 0;
    const taken = end > 0 ? pending.slice(0, end) : pending;
    pending = pending.slice(taken.length);
    return taken;
  }

  return {
    feed(text) {
      if (held !== undefined) {
        held += text;
        return '';
      }
      pending += text;
      let shown = '';
      while (pending !== '') {
        const taken = takeLine();
        if (taken === undefined) break;
        shown += taken;
      }
      return shown;
    },
    finish(cut) {
      const calls = createCallAssembler(usedIds);
      if (held !== undefined && readBlocks(held, tools, calls.add)) return calls.finish(cut);
      return { text: held ?? pending };
    },
  };
}

/** Nothing but whole blocks of known tools, to the end. */
function readBlocks(text: string, tools: ReadonlySet<string>, add: (piece: unknown) => void): boolean {
  const found: { name: string; arguments: unknown }[] = [];
  for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, at)) {
    if (!text.startsWith(OPEN, at)) return false;
    const block = readBlock(text, at + OPEN.length, tools);
    if (!block) return false;
    found.push(block.call);
    at = block.end;
  }
  for (const [index, call] of found.entries()) add({ index, function: call });
  return found.length > 0;
}

/** An argument may contain a closing tag: the first one that leaves valid JSON counts. */
function readBlock(text: string, start: number, tools: ReadonlySet<string>) {
  let end = text.indexOf(CLOSE, start);
  const first = end;
  for (let tries = 0; end >= 0 && tries < MAX_CLOSES; tries++) {
    const call = readCall(text.slice(start, end));
    if (call) return tools.has(call.name) ? { call, end: end + CLOSE.length } : undefined;
    end = text.indexOf(CLOSE, end + 1);
  }
  // Broken JSON that names a known tool: the model learns what is wrong with it.
  const inner = text.slice(start, first);
  const name = /"name"\s*:\s*"([\w-]{1,64})"/.exec(inner)?.[1];
  if (first < 0 || !name || !tools.has(name)) return undefined;
  return { call: { name, arguments: inner }, end: first + CLOSE.length };
}

function readCall(json: string): { name: string; arguments: unknown } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined; // perhaps it continues after the next closing tag
  }
  if (!isPlainObject(value) || typeof value['name'] !== 'string') return undefined;
  return { name: value['name'], arguments: value['arguments'] ?? value['parameters'] ?? {} };
}

function skipSpace(text: string, at: number): number {
  let end = at;
  while (end < text.length && text.charAt(end).trim() === '') end += 1;
  return end;
}
