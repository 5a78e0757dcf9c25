/** Parses the `*** Begin Patch` form: no line numbers; places are identified by context and by `@@ class A` lines. */

import type { FilePatch, Hunk, PatchProblem } from './file-patch.ts';
import { dropBareEnd, isHunkHeader, markNoNewline, readLine } from './parse-hunk.ts';

const SECTION = /^\*\*\* (Add|Update|Delete) File: (.+?)\s*$/;
const MOVE = /^\*\*\* Move to: (.+?)\s*$/;

export function parseBeginPatch(lines: readonly string[]): FilePatch[] | PatchProblem {
  const files: FilePatch[] = [];
  let file: FilePatch | undefined;
  let hunk: Hunk | undefined;
  const last = lines.findLastIndex((line) => line.trim() !== '');
  for (const [index, given] of lines.entries()) {
    // Blanks before a marker are a mistake, unless they make the marker a context line.
    const isMarker = given.trimStart().startsWith('*** ') && (index === last || !hunk || hunk.lines.length === 0);
    const line = isMarker ? given.trim() : given;
    const [, action, name = ''] = SECTION.exec(line) ?? [];
    if (action) {
      const operation = action === 'Add' ? 'create' : action === 'Delete' ? 'delete' : 'update';
      hunk = operation === 'create' ? newHunk(index) : undefined;
      file = { operation, from: name, to: name, hunks: hunk ? [hunk] : [] };
      files.push(file);
      continue;
    }
    if (/^\*\*\* End Patch\s*$/.test(line)) break;
    if (!file) {
      if (line.trim() === '' || line.startsWith('*** Begin Patch')) continue;
      if (files.length === 0 && !/^[@+ -]/.test(line)) continue; // a sentence before the patch
      return { problem: `line ${index + 1} of the patch has no file: put \`*** Update File: path\` before it` };
    }
    const target = MOVE.exec(line)?.[1];
    if (target !== undefined) {
      file.operation = 'rename';
      file.to = target;
    } else if (/^\*\*\* End of File\s*$/.test(line)) {
      if (hunk) hunk.atEnd = true;
    } else if (file.operation === 'create') {
      hunk?.lines.push(line.startsWith('+') || line === '' ? readLine(line) : { kind: ' ', text: line });
    } else if (isHunkHeader(line)) hunk = startHunk(file, hunk, line, index);
    else if (line.startsWith('\\ ')) markNoNewline(hunk?.lines ?? []);
    else if (file.operation !== 'delete') {
      if (!hunk && line.trim() === '') continue;
      if (!hunk) file.hunks.push((hunk = newHunk(index)));
      hunk.lines.push(readLine(line));
    }
  }
  for (const { lines } of files.flatMap(({ hunks }) => hunks)) dropBareEnd(lines);
  return files;
}

/** `@@ class A` directly followed by `@@ def b` identifies one place. */
function startHunk(file: FilePatch, previous: Hunk | undefined, header: string, index: number): Hunk {
  const numbered = /^@@ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@/.exec(header)?.[1];
  const anchor = header
    .slice(2)
    .replace(/@@\s*$/, '')
    .trim();
  const isNested = previous !== undefined && previous.lines.length === 0 && previous.anchors.length > 0;
  const hunk = isNested ? previous : newHunk(index);
  if (numbered !== undefined) hunk.oldStart = Number(numbered);
  else if (anchor !== '' && !/^\.+$/.test(anchor)) hunk.anchors.push(anchor);
  if (!isNested) file.hunks.push(hunk);
  return hunk;
}

function newHunk(index: number): Hunk {
  return { patchLine: index + 1, anchors: [], atEnd: false, lines: [] };
}
