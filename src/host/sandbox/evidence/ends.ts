/** Finds where code gave up, by the words it printed there or its exit code; the code right before that place is the reason. */

const MAX_WORDS = 16;
const MIN_LENGTH = 5;
const MAX_REASON = 600;
const MAX_CALLS = 8;
const MAX_PRINTED = 10;
/** Longest error handler that is considered. */
const MAX_LINES = 6;
/** Messages about wrong arguments, which are no reason to suspect the sandbox. */
const OTHER_REASON = /usage|unknown|invalid|unexpected|unsupported|require[sd]|must be|not set|argument|option/i;

/** The pieces of `code` that explain why it ended as it did; `undefined` if unknown. Without an exit code, only the printed words count. */
export function reasonsIn(code: string, printed: readonly string[], exitCode?: number): string[] | undefined {
  const spoken = lastOnes(printed).find((line) => spotsOf(code, line).length > 0);
  if (printed.some((line) => OTHER_REASON.test(line))) return [];
  const spots =
    spoken !== undefined
      ? spotsOf(code, spoken).filter((spot) => givesUpAt(code, spot))
      : exitCode === undefined
        ? []
        : endsIn(code, exitCode);
  if (spots.length === 0) return spoken === undefined ? undefined : [];
  const pieces = new Set(spots.map((spot) => reasonBefore(code, spot)));
  return [...pieces].filter((piece) => piece.trim() !== '').map((piece) => piece + bodiesFor(piece, code));
}

function fileTo(before: string): string {
  return before.slice(before.lastIndexOf('\f') + 1);
}

/** The last lines, latest first. */
function lastOnes(printed: readonly string[]): string[] {
  return printed.slice(-MAX_PRINTED).toReversed();
}

/** The code before the words that were printed last; `undefined` if they do not occur in it. */
export function codeBefore(code: string, printed: readonly string[]): string | undefined {
  const spot = lastOnes(printed).flatMap((line) => spotsOf(code, line))[0];
  return spot === undefined ? undefined : fileTo(code.slice(Math.max(0, spot - 2 * MAX_REASON), spot));
}

/** True if much of the line, apart from the paths in it, occurs in the code. */
export function isPlacedIn(code: string, line: string): boolean {
  return spotsOf(code, line.replace(/['"‘“]?\/[^\s'"’”]{1,500}['"’”]?/g, '')).length > 0;
}

/** Bodies of the functions that the piece calls. */
function bodiesFor(piece: string, code: string): string {
  const names = new Set([...piece.matchAll(/\b([a-z_]\w{1,40}) ?\(/gi)].map(([, name = '']) => name));
  const bodies = [...names].slice(0, MAX_CALLS).map((name) => {
    const start = code.search(
      new RegExp(`\\b(?:def|function|func|sub|fn|proc) +${name}\\b|\\b${name} ?= ?(?:async ?)?(?:function\\b|\\()`),
    );
    return start < 0 ? '' : bodyOf(code.slice(start, start + MAX_REASON));
  });
  return bodies.map((body) => `\n${body}`).join('');
}

/** The text up to the closing brace, or up to the first line that is not indented. */
function bodyOf(text: string): string {
  const isBraced = /^[^\n]*\{/.test(text);
  if (!isBraced) return text.slice(0, /\n(?=\S)/.exec(text)?.index ?? text.length);
  let open = 0;
  for (let at = text.indexOf('{'); at < text.length; at += 1) {
    if (text[at] === '{') open += 1;
    else if (text[at] === '}') open -= 1;
    if (open === 0) return text.slice(0, at + 1);
  }
  return text;
}

/** True if the code gives up at this spot, and does not only report progress. */
function givesUpAt(code: string, spot: number): boolean {
  const after = code
    .slice(spot, spot + 160)
    .split('\n')
    .slice(0, 3)
    .join('\n');
  return (
    GIVES_UP.test(after) ||
    GIVES_UP.test(
      code
        .slice(Math.max(0, spot - 80), spot)
        .split('\n')
        .at(-1) ?? '',
    )
  );
}

/** Where the longest run of the line's words occurs in the code. */
function spotsOf(code: string, line: string): number[] {
  const words = line
    .split(/[\s'"`‘’“”()]+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS);
  for (let length = words.length; length > 0; length -= 1)
    for (let start = 0; start + length <= words.length; start += 1) {
      const run = words.slice(start, start + length).join(' ');
      if (run.length < Math.max(MIN_LENGTH, line.length * 0.3) || /^\S*\/\S*$/.test(run)) continue; // a path alone is not a sentence
      const at = allOf(code, run);
      if (at.length > 0) return at;
    }
  return [];
}

function allOf(code: string, words: string): number[] {
  const found: number[] = [];
  for (let at = code.indexOf(words); at >= 0 && found.length < 10; at = code.indexOf(words, at + 1)) found.push(at);
  return found;
}

/** Where the code ends with this exit code. */
function endsIn(code: string, exitCode: number): number[] {
  const form = new RegExp(
    `\\b(?:exit|_exit|Exit|quit|return|SystemExit|exitCode)\\b ?[=(]? ?${exitCode}\\b|\\?\\s?0 ?: ?${exitCode}\\b|\\? ?${exitCode} ?: ?0\\b`,
    'g',
  );
  return [...code.matchAll(form)].map(({ index }) => index).slice(0, 10);
}

const GIVES_UP =
  /exit|die\b|abort|raise|throw|return|fail|fatal|error|warn|critical|\bok\(|\bunless\b|stderr|STDERR|Exception|\bfalse\b/i;
const HANDLER = /\b(?:except|catch|rescue)\b|\bor do\b/g;
const TRIES = /(?<![/\w])(?:try|begin|eval)(?![/\w])/g;
const END = /\b(?:exit|die|abort|return|raise|throw|sys\.exit|process\.exit|os\.Exit)\b|;;|\bfi\b|\besac\b/g;

function reasonBefore(code: string, spot: number): string {
  const before = fileTo(code.slice(Math.max(0, spot - MAX_REASON), spot));
  const handler = lastOf(before, HANDLER);
  if (handler !== undefined && !isLeft(before, handler)) {
    const tried = lastOf(before.slice(0, handler), TRIES);
    return tried === undefined ? before.slice(lineStart(before, handler, 3)) : before.slice(tried, handler);
  }
  const own = /[^;\n{}]*$/.exec(before)?.index ?? 0; // start of the statement that gives up
  const from = Math.max(afterLast(before.slice(0, own), END), lineStart(before, before.length, 4));
  const piece = before.slice(from);
  const otherwise = lastOf(piece, /\belse\b/g);
  const asked = otherwise === undefined ? undefined : lastOf(piece.slice(0, otherwise), /\bif\b/g);
  const end = afterwards(code, spot);
  if (otherwise === undefined) return piece + end;
  return asked === undefined ? '' : (/^if\b[^\n]*?(?:\bthen\b|[{:](?=\s)|$)/m.exec(piece.slice(asked))?.[0] ?? '');
}

/** True if the handler is over before the spot: its brace is closed, or a later line is indented no deeper. */
function isLeft(before: string, handler: number): boolean {
  const after = before.slice(handler);
  if (after.split('\n').length > MAX_LINES) return true;
  const first = after.split('\n', 1)[0] ?? '';
  if (first.includes('{')) {
    const depths = [...after.matchAll(/[{}]/g)].map(([brace]) => (brace === '{' ? 1 : -1));
    return (
      depths.reduce(
        (sum, each) => (sum === undefined || sum + each === 0 ? undefined : sum + each),
        0 as number | undefined,
      ) === undefined
    );
  }
  const indentOf = (at: number) => /^[ \t]*/.exec(before.slice(before.lastIndexOf('\n', at) + 1))?.[0].length ?? 0;
  return after.includes('\n') && indentOf(before.length - 1) <= indentOf(handler);
}

/** The condition after a statement: `abort "none" unless File.exist?("/x")`. */
function afterwards(code: string, spot: number): string {
  const rest = code.slice(spot, spot + 300).split('\n', 1)[0] ?? '';
  const at = rest.search(/\b(?:unless|if)\b/);
  return at < 0 ? '' : rest.slice(at);
}

function lastOf(text: string, form: RegExp): number | undefined {
  return [...text.matchAll(form)].at(-1)?.index;
}

function afterLast(text: string, form: RegExp): number {
  const found = [...text.matchAll(form)].at(-1);
  return found ? found.index + found[0].length : 0;
}

/** The start of the line `count` lines above. */
function lineStart(text: string, from: number, count: number): number {
  let at = from;
  for (let left = count; left > 0 && at > 0; left -= 1) at = text.lastIndexOf('\n', at - 1);
  return Math.max(0, at);
}
