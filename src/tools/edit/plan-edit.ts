/** Plans an edit: locates each text, computes the new content of the file, or explains why a text was not found. */

import { encodeFile, hasStrayBytes } from '../../base/files/text-file.ts';
import type { UnifiedDiff } from '../../base/text/unified-diff.ts';
import type { ReadFile } from '../../host/files/workspace.ts';
import { type Failure, failed, isFailure } from '../../protocol/tool.ts';
import { describeChange } from '../files/file-change.ts';
import { CHANGED_NOTE, type FileDeps, openText, staleFile } from '../files/open-text.ts';
import { describeDifference, findClosest } from './closest.ts';
import { findMatch } from './find-match.ts';
import { lineNumbersAt } from './lines.ts';
import type { Match, MatchStage } from './match.ts';

interface EditArgs {
  path: string;
  old_string?: string | undefined;
  new_string?: string | undefined;
  replace_all?: boolean | undefined;
  edits?: { old_string: string; new_string: string; replace_all?: boolean | undefined }[] | undefined;
}

interface EditPlan {
  absolute: string;
  display: string;
  /** Absent if the file is created. */
  before: ReadFile | undefined;
  /** The new content. */
  text: string;
  encode(text: string): Uint8Array;
  /** The previous content; `null` if the file is created. */
  old: string | null;
  change: UnifiedDiff;
  replacements: number;
  stage: MatchStage;
  note?: string;
}

/** One replacement; `label` says which of several it is. */
interface Pair {
  given: string;
  wanted: string;
  all: boolean;
  label: string;
}

export async function planEdit(args: EditArgs, deps: FileDeps): Promise<EditPlan | Failure> {
  const pairs = pairsOf(args);
  if (isFailure(pairs)) return pairs;
  const [first] = pairs;
  if (first?.given === '' && pairs.length === 1) return planNew(args.path, first.wanted, deps);
  const { read, file, isOwn } = await openText(args.path, deps);
  const { absolute, display } = read;
  let text = file.text;
  let replacements = 0;
  let stage: MatchStage = 'exact';
  for (const pair of pairs) {
    const match = findMatch(text, pair);
    if (isOwn && (match.type !== 'found' || match.stage !== 'exact')) throw staleFile(display);
    if (match.type !== 'found') return allOrNone(noMatch(match, pair, display, text), pairs);
    text = replaceAll(text, match.replacements);
    replacements += match.replacements.length;
    if (match.stage !== 'exact') stage = match.stage;
  }
  if (text === file.text) return failed(`${display} has new_string already: there is nothing to change.`);
  encodeFile(file, text); // throws if the text cannot be encoded
  const change = await describeChange(display, file.text, text);
  const note = isOwn ? { note: CHANGED_NOTE } : {};
  const encode = (wanted: string) => encodeFile(file, wanted);
  return { absolute, display, before: read, text, encode, old: file.text, change, replacements, stage, ...note };
}

/** The single pair followed by those of the list, in order. */
function pairsOf({
  old_string: given,
  new_string: wanted,
  replace_all: all = false,
  edits = [],
}: EditArgs): Pair[] | Failure {
  const pair = given !== undefined && wanted !== undefined ? [{ given, wanted, all, label: '' }] : [];
  const isHalf = pair.length === 0 && (given !== undefined || wanted !== undefined);
  if (isHalf || (pair.length === 0 && edits.length === 0))
    return failed('edit needs old_string and new_string, or edits: [{old_string, new_string}].');
  const more = edits.map((edit, index) => ({
    given: edit.old_string,
    wanted: edit.new_string,
    all: edit.replace_all ?? all,
    label: edits.length > 1 ? `edits[${index}]: ` : '',
  }));
  const pairs: Pair[] = [...pair, ...more];
  for (const { label, ...strings } of pairs) {
    if (strings.given === strings.wanted)
      return failed(`${label}old_string and new_string are the same: there is nothing to change.`);
    if (strings.given === '' && pairs.length > 1) return failed(`${label}old_string is empty. Nothing was changed.`);
  }
  return pairs;
}

/** Other agents create a file with an empty old_string. */
async function planNew(path: string, text: string, deps: FileDeps): Promise<EditPlan | Failure> {
  const { absolute, display, kind } = await deps.workspace.writable(path);
  if (kind !== 'missing') return failed(`old_string is empty, and ${display} exists. To replace all of it, use write.`);
  const change = await describeChange(display, null, text);
  const encode = (wanted: string) => Buffer.from(wanted, 'utf8');
  return { absolute, display, before: undefined, text, encode, old: null, change, replacements: 0, stage: 'exact' };
}

function replaceAll(text: string, replacements: readonly { start: number; end: number; text: string }[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const replacement of replacements) {
    parts.push(text.slice(done, replacement.start), replacement.text);
    done = replacement.end;
  }
  return parts.join('') + text.slice(done);
}

function noMatch(match: Exclude<Match, { type: 'found' }>, pair: Pair, display: string, text: string): Failure {
  const { given, wanted, label } = pair;
  if (match.type === 'ambiguous') {
    const where = match.lines.slice(0, 20).join(', ') + (match.lines.length > 20 ? ', …' : '');
    const how = match.stage === 'exact' ? ' or set replace_all' : '';
    const sort = match.stage === 'exact' ? '' : ` (not exactly: ${match.stage})`;
    return failed(
      `${label}old_string is found ${match.lines.length} times in ${display}${sort}, at lines ${where}. Add lines around it to make it unique${how}.`,
      { lines: match.lines },
    );
  }
  const said = `${label}old_string is not in ${display}.${saidIfMade(wanted, text)}`;
  if (given.includes('\ufffd') && hasStrayBytes(text)) {
    return failed(`${said} U+FFFD stands for bytes that are not text: leave them out, or change them with bash.`);
  }
  const closest = findClosest(text, given);
  if (!closest) return failed(`${said} Nothing similar was found: read the file again.`);
  return failed(`${said} The closest is at ${linesOf(closest)}. ${describeDifference(given, closest)}`, { closest });
}

/** If one of several edits cannot be made, none is. */
function allOrNone(failure: Failure, pairs: readonly Pair[]): Failure {
  return pairs.length === 1 ? failure : { ...failure, error: `${failure.error} None of the edits was made.` };
}

function linesOf({ start_line: start, end_line: end }: { start_line: number; end_line: number }): string {
  return start === end ? `line ${start}` : `lines ${start}-${end}`;
}

/** Shorter texts occur anywhere by chance. */
const MIN_TELLING = 8;

function saidIfMade(wanted: string, text: string): string {
  const at = wanted.trim().length < MIN_TELLING ? -1 : text.indexOf(wanted);
  if (at === -1) return '';
  return ` new_string already is, at line ${lineNumbersAt(text, [at])[0]}: the edit may have been made before.`;
}
