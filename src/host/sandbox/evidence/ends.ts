/** Where code gave up, by the words that it printed there or the number it ended with: what stands right before is why. */

const MAX_WORDS = 16;
const MIN_LENGTH = 5;
const MAX_REASON = 600;
const MAX_CALLS = 8;
const MAX_PRINTED = 10;
/** Of what is done about an error. */
const MAX_LINES = 6;
/** Not why it gave up there, but what it was told wrongly. */
const OTHER_REASON = /usage|unknown|invalid|unexpected|unsupported|require[sd]|must be|not set|argument|option/i;

/** The pieces of code that are why it ended as it did; `undefined`: that cannot be told. `code` is the whole of it; without a number only words count. */
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

/** From the last one up. */
function lastOnes(printed: readonly string[]): string[] {
  return printed.slice(-MAX_PRINTED).toReversed();
}

/** What stands before the words that it printed last; `undefined`: they do not stand there. */
export function codeBefore(code: string, printed: readonly string[]): string | undefined {
  const spot = lastOnes(printed).flatMap((line) => spotsOf(code, line))[0];
  return spot === undefined ? undefined : fileTo(code.slice(Math.max(0, spot - 2 * MAX_REASON), spot));
}

/** Much of it stands there, beside the paths that it names. */
export function isPlacedIn(code: string, line: string): boolean {
  return spotsOf(code, line.replace(/['"‘“]?\/[^\s'"’”]{1,500}['"’”]?/g, '')).length > 0;
}

/** Of the functions that it calls. */
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

/** To the brace that closes it, or to the first line that is not indented. */
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

/** It does not only say how far it is. */
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

/** Where the longest run of its words stands. */
function spotsOf(code: string, line: string): number[] {
  const words = line
    .split(/[\s'"`‘’“”()]+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS);
  for (let length = words.length; length > 0; length -= 1)
    for (let start = 0; start + length <= words.length; start += 1) {
      const run = words.slice(start, start + length).join(' ');
      if (run.length < Math.max(MIN_LENGTH, line.length * 0.3) || /^\S*\/\S*$/.test(run)) continue; // a path is no sentence
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

/** Where it ends with that number. */
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
  const own = /[^;\n{}]*$/.exec(before)?.index ?? 0; // what it gives up with
  const from = Math.max(afterLast(before.slice(0, own), END), lineStart(before, before.length, 4));
  const piece = before.slice(from);
  const otherwise = lastOf(piece, /\belse\b/g);
  const asked = otherwise === undefined ? undefined : lastOf(piece.slice(0, otherwise), /\bif\b/g);
  const end = afterwards(code, spot);
  if (otherwise === undefined) return piece + end;
  return asked === undefined ? '' : (/^if\b[^\n]*?(?:\bthen\b|[{:](?=\s)|$)/m.exec(piece.slice(asked))?.[0] ?? '');
}

/** What was caught there is behind it: its brace is closed, or a line stands as far out as it does. */
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

/** `abort "none" unless File.exist?("/x")` */
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

/** The start of the line that is `count` lines above. */
function lineStart(text: string, from: number, count: number): number {
  let at = from;
  for (let left = count; left > 0 && at > 0; left -= 1) at = text.lastIndexOf('\n', at - 1);
  return Math.max(0, at);
}
