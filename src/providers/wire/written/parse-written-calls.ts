/** Recognises tool calls that a model writes as text: only whole calls at the very end of an answer, of tools it was given. */

import { type Assembled, createCallAssembler } from '../assemble-calls.ts';
import { type KnownTools, skipSpace, type WrittenCall } from './known-tools.ts';
import { readLlamaCalls, startsLlamaCalls } from './llama-calls.ts';
import { OPENINGS, readBlock } from './tool-call-blocks.ts';

interface WrittenCallParser {
  /** Returns the part of the text that can be shown at once; text that may begin a call is held back. */
  feed(text: string): string;
  /** Resolves the text held back: calls, or the text it turned out to be. */
  finish(cut: boolean): { text: string } | Assembled;
}

const FENCES = ['```', '~~~'];

export function createWrittenCallParser(tools: KnownTools, usedIds: Iterable<string>): WrittenCallParser {
  let pending = ''; // cannot yet be told from the beginning of a call
  let held: string | undefined;
  /** The part already shown of the line that `pending` belongs to. */
  let shownOfLine = '';
  let isInFence = false;

  /** Takes text that can be shown off `pending`; `undefined` while it is not clear what it is. */
  function takeShown(): string | undefined {
    if (shownOfLine === '') {
      const line = pending.trimStart();
      if (!line.includes('\n') && (line === '' || FENCES.some((mark) => mark.startsWith(line)))) return undefined;
      if (FENCES.some((mark) => line.startsWith(mark))) isInFence = !isInFence;
      else if (!isInFence) {
        const isLlama = startsLlamaCalls(line.split('\n', 1)[0] ?? '', tools);
        if (isLlama === true) return hold(0);
        if (isLlama === 'unknown' && !line.includes('\n')) return undefined;
      }
    }
    const end = pending.indexOf('\n') + 1;
    const line = end > 0 ? pending.slice(0, end) : pending;
    const opening = isInFence ? -1 : openingIn(line);
    if (opening >= 0 && OPENINGS.some((tag) => line.startsWith(tag, opening))) return hold(opening);
    const taken = opening >= 0 ? line.slice(0, opening) : line;
    if (taken === '') return undefined; // the beginning of a tag
    pending = pending.slice(taken.length);
    shownOfLine = taken.endsWith('\n') ? '' : shownOfLine + taken;
    return taken;
  }

  /** Holds back everything from `at` on; returns the text before it. */
  function hold(at: number): string | undefined {
    const before = pending.slice(0, at);
    held = pending.slice(at);
    pending = '';
    return before === '' ? undefined : before;
  }

  /** Where a tag begins, or may begin at the end of the line so far. Tags within code are quotations, not calls. */
  function openingIn(line: string): number {
    for (let at = line.indexOf('<'); at >= 0; at = line.indexOf('<', at + 1)) {
      if (!OPENINGS.some((tag) => line.startsWith(tag, at) || tag.startsWith(line.slice(at)))) continue;
      const before = shownOfLine + line.slice(0, at);
      const isCode = /^(?: {4}|\t)\s*\S/.test(before) || before.split('`').length % 2 === 0;
      if (!isCode) return at;
    }
    return -1;
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
        const taken = takeShown();
        if (taken === undefined) break;
        shown += taken;
      }
      return shown;
    },
    finish(cut) {
      const written = held === undefined ? undefined : (readBlocks(held, tools) ?? readLlamaCalls(held, tools));
      if (!written) return { text: held ?? pending };
      const calls = createCallAssembler(usedIds);
      for (const [index, call] of written.entries()) calls.add({ index, function: call });
      return calls.finish(cut);
    },
  };
}

/** The calls, if the text consists only of whole blocks of known tools. */
function readBlocks(text: string, tools: KnownTools): WrittenCall[] | undefined {
  const found: WrittenCall[] = [];
  for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, at)) {
    const block = OPENINGS.some((tag) => text.startsWith(tag, at)) ? readBlock(text, at, tools) : undefined;
    if (!block) return undefined;
    found.push(block.call);
    at = block.end;
  }
  return found.length > 0 ? found : undefined;
}
