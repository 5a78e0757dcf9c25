/** Whether a request is work of several steps, and which steps the person named. Pure. */

const LONG = 40;
const MANY_KEY_WORDS = 3;
const MANY_SEGMENTS = 3;
const MOST_STEPS = 20;

const KEY_WORDS =
  /并且|同时|另外|分别|步骤|重构|迁移|优化|\b(?:and then|then|also|additionally|meanwhile|at the same time|respectively|as well as|steps?|refactor\w*|migrat\w*|optimi[sz]\w*)\b/gi;
const SEPARATORS = /[，。；、,\n]/;
/** `1.` `2)` `3、` `（4）` at the start of a word; `1.5` is a number. */
const NUMBERED = /(?:^|[\s，。；;,:：、])[(（]?(\d{1,2})(?:[.)）、．](?!\d)|[:：](?=\s))\s*/g;
const LETTERED = /(?:^|[\s，。；;,:：、])[(（]?([A-H])[.)）、．]\s+/g;
const BULLET = /^[ \t]*(?:[-*•]|\[[ x]\])[ \t]+(\S.*)$/gm;

export function isComplexTask(input: string): boolean {
  const text = input.trim();
  if (enumeratedSteps(text).length > 0) return true;
  if (Array.from(text).length >= LONG) return true;
  if ((text.match(KEY_WORDS) ?? []).length >= MANY_KEY_WORDS) return true;
  return text.split(SEPARATORS).filter((segment) => segment.trim() !== '').length >= MANY_SEGMENTS;
}

/** The person's own steps, as written; empty if nothing is enumerated. */
export function enumeratedSteps(input: string): string[] {
  const text = input.trim();
  const found = [counted(text, NUMBERED, Number), counted(text, LETTERED, letterNumber), bullets(text), slashed(text)];
  return (found.find((steps) => steps.length > 0) ?? []).slice(0, MOST_STEPS);
}

/** The texts between markers that count up from one; empty if there are fewer than two. */
function counted(text: string, marker: RegExp, numberOf: (label: string) => number): string[] {
  const marks: { start: number; end: number }[] = [];
  for (const match of text.matchAll(marker)) {
    if (numberOf(match[1] ?? '') !== marks.length + 1) continue;
    marks.push({ start: match.index, end: match.index + match[0].length });
  }
  const steps = marks.map(({ end }, at) => clean(text.slice(end, marks[at + 1]?.start)));
  const named = steps.filter((step) => step !== '');
  return named.length >= 2 ? named : [];
}

function letterNumber(letter: string): number {
  return letter.charCodeAt(0) - 64;
}

function bullets(text: string): string[] {
  const steps = [...text.matchAll(BULLET)].map(([, step = '']) => clean(step));
  return steps.length >= 2 ? steps : [];
}

/** `A/B/C`, `登录/注册/退出`; three words of Latin letters would be a path. */
function slashed(text: string): string[] {
  for (const word of text.split(/[\s，。；、,;:：（）()]+/)) {
    const parts = word.split('/');
    if (parts.length >= 3 && (parts.every(isLetter) || parts.every(isHan))) return parts;
  }
  return [];
}

function isLetter(part: string): boolean {
  return /^[A-Z]$/.test(part);
}

function isHan(part: string): boolean {
  return /^\p{Script=Han}+$/u.test(part);
}

/** The first line of a step, without the separator at its end. */
function clean(step: string): string {
  return (step.trim().split('\n')[0] ?? '').replace(/[\s，。；;,、]+$/, '').trim();
}
