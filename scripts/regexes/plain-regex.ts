/** What can be told about a regular expression without analysing it: its alternatives, and whether it is plainly at most quadratic. */

/** The top-level alternatives. A search tries each in turn, so the whole is as slow as the slowest. */
export function alternativesOf(source: string): string[] {
  const found: string[] = [];
  let from = 0;
  let depth = 0;
  for (const { at, mark } of marksIn(source)) {
    if (mark === '(') depth += 1;
    else if (mark === ')') depth -= 1;
    else if (mark === '|' && depth === 0) {
      found.push(source.slice(from, at));
      from = at + 1;
    }
  }
  return [...found, source.slice(from)];
}

/** True if there is at most one unlimited repetition, and none of a group: from each start the text is passed once. */
export function isPlain(source: string): boolean {
  const marks = [...marksIn(source)].filter(({ mark }) => mark !== '(' && mark !== '|');
  const unlimited = marks.filter(({ at, mark }) => isRepeated(source, at, mark)).length;
  const ofGroups = marks.some(({ at, mark }) => mark === ')' && /^(?:[*+]|\{)/.test(source.slice(at + 1)));
  return unlimited <= 1 && !ofGroups;
}

function isRepeated(source: string, at: number, mark: string): boolean {
  return mark === '*' || mark === '+' || (mark === '{' && /^\{\d+,\}/.test(source.slice(at)));
}

/** Every syntax character outside sets and escapes. */
function* marksIn(source: string): Generator<{ at: number; mark: string }> {
  let isInSet = false;
  for (let at = 0; at < source.length; at += 1) {
    const mark = source.charAt(at);
    if (mark === '\\') at += 1;
    else if (isInSet) isInSet = mark !== ']';
    else if (mark === '[') isInSet = true;
    else yield { at, mark };
  }
}
