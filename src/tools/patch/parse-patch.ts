/** Parses a patch as models write it: a unified diff, git's or plain, or the `*** Begin Patch` form. */

import type { FilePatch, PatchProblem } from './file-patch.ts';
import { parseBeginPatch } from './parse-begin-patch.ts';
import { parseUnified } from './parse-unified.ts';

export function parsePatch(patch: string): FilePatch[] | PatchProblem {
  const lines = unindent(unwrap(linesOf(patch)));
  const isBegun = lines.some((line) => line.trim() === '*** Begin Patch');
  const section = isBegun ? /^\s*\*\*\* (?:Add|Update|Delete) File: / : /^\*\*\* (?:Add|Update|Delete) File: /;
  const isEnvelope = lines.some((line) => section.test(line));
  const files = isEnvelope ? parseBeginPatch(lines) : parseUnified(lines);
  if ('problem' in files) return files;
  if (files.length > 0) return files;
  if (/^<{5,} ?SEARCH/m.test(patch))
    return { problem: 'SEARCH/REPLACE blocks are not a patch: use edit for each of them' };
  return {
    problem: 'no file found in the patch. Begin with `--- a/path` and `+++ b/path`, or with `*** Begin Patch`',
  };
}

/** If all lines of a patch end in CRLF, that tells nothing about the line ends of the file. */
function linesOf(patch: string): string[] {
  const lines = patch.replace(/\n$/, '').split('\n');
  return lines.every((line) => line.endsWith('\r')) ? lines.map((line) => line.slice(0, -1)) : lines;
}

/** Blanks out a here-document or Markdown fences around the patch, so that line numbers stay the same. */
function unwrap(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const marker = /<<-?\s*['"]?(\w+)['"]?$/.exec(lines[first]?.trim() ?? '')?.[1];
  if (marker === undefined) return withoutFences(lines);
  return lines.map((line, index) => (index === first || (index === last && line.trim() === marker) ? '' : line));
}

const FENCE = /^\s*(`{3,}|~{3,})[\w-]*\s*$/;
const DIFF_START = /^\s*(?:--- |diff |Index: |\*\*\* (?:Begin Patch|(?:Add|Update|Delete) File: ))/;

/** Fences count only if a diff begins directly after them; text between two fenced diffs is not part of the patch either. */
function withoutFences(lines: readonly string[]): string[] {
  const nextLine = (at: number) => lines.slice(at + 1, at + 4).find((line) => line.trim() !== '') ?? '';
  const opening = lines.findIndex((line, at) => FENCE.test(line) && DIFF_START.test(nextLine(at)));
  const begun = lines.findIndex((line) => DIFF_START.test(line));
  if (opening === -1 || begun < opening) return [...lines];
  let fence: string | undefined;
  let isOver = false;
  return lines.map((line, at) => {
    if (fence === undefined) {
      if (FENCE.test(line) && DIFF_START.test(nextLine(at))) {
        fence = FENCE.exec(line)?.[1];
        return '';
      }
      return isOver ? '' : line;
    }
    // A line of the file may itself be a fence that lost its leading space; then more of the hunk follows.
    if (line.trimEnd() !== fence || /^(?:[-+ ]|@@ )/.test(nextLine(at))) return line;
    fence = undefined;
    isOver = true;
    return '';
  });
}

/** Unindents an envelope that is indented as a whole. */
function unindent(lines: readonly string[]): readonly string[] {
  const indent = /^[ \t]+(?=\*\*\* Begin Patch)/.exec(lines.find((line) => line.trim() !== '') ?? '')?.[0];
  if (indent === undefined || !lines.every((line) => line.startsWith(indent) || line.trim() === '')) return lines;
  return lines.map((line) => line.slice(indent.length));
}
