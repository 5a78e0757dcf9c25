/** Reads a patch as models write it: a unified diff, git's or plain, or the `*** Begin Patch` form. */

import type { FilePatch, PatchProblem } from './file-patch.ts';
import { parseBeginPatch } from './parse-begin-patch.ts';
import { parseUnified } from './parse-unified.ts';

export function parsePatch(patch: string): FilePatch[] | PatchProblem {
  const lines = unwrap(linesOf(patch));
  const isEnvelope = lines.some((line) => /^\*\*\* (?:Add|Update|Delete) File: /.test(line));
  const files = isEnvelope ? parseBeginPatch(lines) : parseUnified(lines);
  if ('problem' in files) return files;
  if (files.length > 0) return files;
  if (/^<{5,} ?SEARCH/m.test(patch))
    return { problem: 'SEARCH/REPLACE blocks are no patch: use edit for each of them' };
  return {
    problem: 'no file found in the patch. Begin with `--- a/path` and `+++ b/path`, or with `*** Begin Patch`',
  };
}

/** A patch that came over CRLF as a whole says nothing about the line ends of the file. */
function linesOf(patch: string): string[] {
  const lines = patch.replace(/\n$/, '').split('\n');
  return lines.every((line) => line.endsWith('\r')) ? lines.map((line) => line.slice(0, -1)) : lines;
}

/** A fence of Markdown or a here-document around the patch is not part of it; line numbers stay as they are. */
function unwrap(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const opening = lines[first]?.trim() ?? '';
  const fence = /^(`{3,})[\w-]*$/.exec(opening)?.[1];
  const marker = fence ?? /<<-?\s*['"]?(\w+)['"]?$/.exec(opening)?.[1];
  if (marker === undefined) return [...lines];
  return lines.map((line, index) => {
    const isWrapping = index === first || (index === last && line.trim() === marker);
    return isWrapping ? '' : line;
  });
}
