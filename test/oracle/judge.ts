/** Judges what `edit` and `patch` make of a distorted hunk: the intended change, a refusal, or something else. */

import { findMatch } from '../../src/tools/edit/find-match.ts';
import { applyHunks } from '../../src/tools/patch/apply-hunks.ts';
import { parsePatch } from '../../src/tools/patch/parse-patch.ts';
import type { Distorted } from './distortions.ts';
import { asHunk, type RealHunk } from './real-hunks.ts';

export type Verdict =
  | { type: 'right'; stage: string }
  | { type: 'refused' }
  | { type: 'wrong'; stage: string; call: string; wrote: string; meant: string };

export function judgeEdit(hunk: RealHunk, distorted: Distorted): Verdict {
  const { lines, file = same, join = {}, pad = '' } = distorted;
  const isMeant = meantBy(hunk, distorted);
  const [before, meant] = [file(hunk.before), file(hunk.after)];
  const side = (gone: '+' | '-', newline = '\n') =>
    pad + lines.flatMap(({ kind, text }) => (kind === gone ? [] : [text + newline])).join('') + pad;
  const given = side('+', join.old);
  const wanted = side('-', join.new);
  if (given === wanted || given === '') return { type: 'refused' };
  const match = findMatch(before, { given, wanted, all: false });
  if (match.type !== 'found') return { type: 'refused' };
  let wrote = before;
  for (const { start, end, text } of match.replacements) wrote = before.slice(0, start) + text + before.slice(end);
  // A literal text that occurs in the file once is what the call asked for.
  const parts = before.split(given);
  const isLiteral = parts.length === 2 && parts.join(inEndsOf(before, wanted)) === wrote;
  if (isLiteral || isMeant(wrote)) return { type: 'right', stage: match.stage };
  return { type: 'wrong', stage: match.stage, call: `${given}=======\n${wanted}`, wrote, meant };
}

export type PatchForm = 'unified' | 'unnumbered' | 'off by lines' | 'envelope';

export const patchForms: PatchForm[] = ['unified', 'unnumbered', 'off by lines', 'envelope'];

export function judgePatch(hunk: RealHunk, distorted: Distorted, form: PatchForm): Verdict {
  const { lines, file = same, join = {} } = distorted;
  const isMeant = meantBy(hunk, distorted);
  const [before, meant] = [file(hunk.before), file(hunk.after)];
  const newline = join.old ?? '\n';
  const body = lines.map(({ kind, text }) => kind + text + newline).join('');
  if (lines.every(({ kind }) => kind === '+')) return { type: 'refused' }; // could only be placed by its line number
  const count = (gone: '+' | '-') => lines.filter(({ kind }) => kind !== gone).length;
  const header = (start: number) => `@@ -${start},${count('+')} +${start},${count('-')} @@${newline}`;
  const names = `--- a/f${newline}+++ b/f${newline}`;
  const patch = {
    unified: names + header(hunk.start + 1) + body,
    unnumbered: `${names}@@${newline}${body}`,
    'off by lines': names + header(hunk.start + 8) + body,
    envelope: `*** Begin Patch${newline}*** Update File: f${newline}@@${newline}${body}*** End Patch${newline}`,
  }[form];
  const files = parsePatch(patch);
  if ('problem' in files) return { type: 'refused' };
  const applied = applyHunks(before, files[0]?.hunks ?? []);
  if ('mismatch' in applied || applied.text === before) return { type: 'refused' };
  const wrote = applied.text;
  if (isMeant(wrote) || isLiteral(hunk, before, wrote, lines)) return { type: 'right', stage: applied.stage };
  return { type: 'wrong', stage: applied.stage, call: patch, wrote, meant };
}

/** Accepts the file with that one change; if all its lines end alike, new ones may (and should) end the same way. */
function meantBy(hunk: RealHunk, { file = same, ignore = same, losesBlanks }: Distorted): (wrote: string) => boolean {
  const meant = file(hunk.after).split('\n');
  const isNew = new Set<number>();
  const fresh = hunk.lines.filter(({ kind }) => kind !== '-');
  for (const [index, { kind }] of fresh.entries()) if (kind === '+') isNew.add(hunk.start + index);
  const ending = onlyEnding(file(hunk.before));
  const alike = (line: string) => line.replace(/\r$/, '') + ending;
  return (wrote) => {
    const lines = wrote.split('\n');
    return (
      lines.length === meant.length &&
      lines.every((line, index) => {
        const expected = meant[index] ?? '';
        if (line === expected) return true;
        const isOfHunk = index >= hunk.start && index < hunk.start + fresh.length;
        if (losesBlanks && isOfHunk && line.trim() === '' && expected.trim() === '') return true;
        if (!isNew.has(index)) return false;
        return ignore(line) === ignore(expected) || (ending !== undefined && ignore(line) === ignore(alike(expected)));
      })
    );
  };
}

/** The character before every newline of the file; `undefined` if they differ. */
function onlyEnding(text: string): '' | '\r' | undefined {
  if (!text.includes('\r\n')) return '';
  return /(?<!\r)\n/.test(text) ? undefined : '\r';
}

/** True if the literal lines occur in the file once, or at the patch's line number, and exactly they were replaced. */
function isLiteral(hunk: RealHunk, before: string, wrote: string, lines: RealHunk['lines']): boolean {
  const side = (gone: '+' | '-') =>
    `\n${lines.flatMap(({ kind, text }) => (kind === gone ? [] : [`${text}\n`])).join('')}`;
  const parts = `\n${before}`.split(side('+'));
  if (parts.length === 2 && parts.join(side('-')) === `\n${wrote}`) return true;
  return asHunk({ ...hunk, lines }, before).some(({ after }) => after === wrote);
}

function inEndsOf(file: string, text: string): string {
  const plain = text.replaceAll('\r\n', '\n');
  return file.includes('\r\n') ? plain.replaceAll('\n', '\r\n') : plain;
}

function same(text: string): string {
  return text;
}
