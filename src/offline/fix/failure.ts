/** Reads the failing tests out of what the usual runners print: name, expected, actual, and where it happened. */

export interface Failure {
  test: string;
  /** As the runner prints them, such as `11` or `'ok'`. */
  expected?: string;
  actual?: string;
  /** The first line of the error. */
  error?: string;
  /** Files and lines in the order of the stack, the runner's own left out. */
  places: Place[];
}

export interface Place {
  file: string;
  line: number;
}

const MAX_FAILURES = 10;

export function readFailures(output: string): Failure[] {
  const text = output.replaceAll('\r', '');
  for (const reader of [readTap, readSpec, readJest, readPytest, readGo]) {
    const failures = reader(text);
    if (failures.length > 0) return failures.slice(0, MAX_FAILURES);
  }
  const places = placesIn(text);
  return places.length > 0 ? [describe('', text)] : [];
}

/** node --test where nobody watches, and everything else that speaks TAP. */
function readTap(text: string): Failure[] {
  const heads = [...text.matchAll(/^ *not ok \d+ - (.+?)(?: # .*)?$/gm)];
  return heads.flatMap((head) => {
    const rest = text.slice(head.index + head[0].length);
    const block = /^\n *---\n([\s\S]*?)\n *\.\.\.(?:\n|$)/.exec(rest)?.[1] ?? '';
    return /failureType: '(?:subtestsFailed|hookFailed)'/.test(block) ? [] : [describe(head[1] ?? '', block)];
  });
}

/** node --test as people see it. */
function readSpec(text: string): Failure[] {
  const at = text.search(/^✖ failing tests:$/m);
  if (at < 0) return [];
  const blocks = text
    .slice(at)
    .split(/^(?=test at )/m)
    .slice(1);
  return blocks.map((block) => {
    const name = /^✖ (.+?)(?: \([\d.]+ms\))?$/m.exec(block)?.[1] ?? '';
    return describe(name, block);
  });
}

/** jest and vitest. */
function readJest(text: string): Failure[] {
  const blocks = text
    .split(/^(?=\s*● .+ › |\s*● \S|\s*FAIL\s+\S+ > )/m)
    .filter((block) => /^\s*(?:● |FAIL\s+\S+ > )/.test(block));
  return blocks
    .filter((block) => /Expected|Error/.test(block))
    .map((block) => describe(/(?:●|FAIL)\s+(.+)/.exec(block)?.[1]?.trim() ?? '', block));
}

function readPytest(text: string): Failure[] {
  const blocks = text.split(/^(?=_{3,} .+ _{3,}$)/m).filter((block) => /^_{3,} /.test(block));
  return blocks.map((block) => {
    const compared = /^E\s+assert (.+?) == (.+)$/m.exec(block) ?? /^E\s+AssertionError: (\S.*?) != (.+)$/m.exec(block);
    const failure = describe(/^_{3,} (.+?) _{3,}/.exec(block)?.[1] ?? '', block);
    return compared ? { ...failure, actual: compared[1] ?? '', expected: compared[2] ?? '' } : failure;
  });
}

function readGo(text: string): Failure[] {
  const blocks = text.split(/^(?=\s*--- FAIL: )/m).filter((block) => /^\s*--- FAIL: /.test(block));
  return blocks.map((block) => {
    const compared = /\bgot:? (\S+?),? (?:want|expected):? (\S+)/.exec(block);
    const failure = describe(/--- FAIL: (\S+)/.exec(block)?.[1] ?? '', block);
    return compared ? { ...failure, actual: compared[1] ?? '', expected: compared[2] ?? '' } : failure;
  });
}

function describe(test: string, block: string): Failure {
  const compared = /^\s*(\S.*) !== (.*\S)$/m.exec(block); // what YAML has no word for, such as undefined
  const expected = valueOf(block, /^\s*(?:\[?expected\]?|Expected(?: value)?):\s*(.+?),?$/m) ?? compared?.[2];
  const actual = valueOf(block, /^\s*(?:\[?actual\]?|Received(?: value)?):\s*(.+?),?$/m) ?? compared?.[1];
  const error = errorIn(block)?.replace(/:$/, '');
  return {
    test: test.trim(),
    ...(expected !== undefined && { expected }),
    ...(actual !== undefined && { actual }),
    ...(error !== undefined && { error }),
    places: placesIn(block),
  };
}

function valueOf(block: string, pattern: RegExp): string | undefined {
  const value = pattern.exec(block)?.[1]?.trim();
  return value === undefined || value === '|-' || value === '[Object]' ? undefined : value;
}

function errorIn(block: string): string | undefined {
  const named = /\b([A-Z]\w*Error)\b(?: \[[\w_]+\])?: (.+)/.exec(block);
  if (named) return `${named[1]}: ${named[2]}`;
  const yaml = /error: (?:\|-\n\s*(.+)|'(.+)'|"(.+)")/.exec(block);
  return yaml?.[1] ?? yaml?.[2] ?? yaml?.[3];
}

const PLACE = /(?:file:\/\/)?((?:[\w@.~+-]*\/)*[\w@.~+-]+\.(?:[cm]?[jt]sx?|py|go|rs|rb)):(\d+)/g;

function placesIn(text: string): Place[] {
  const places: Place[] = [];
  for (const [typed, file = '', line] of text.matchAll(PLACE)) {
    if (typed.startsWith('node:') || /node_modules|site-packages|^node:|internal\//.test(file)) continue;
    if (!places.some((place) => place.file === file && place.line === Number(line)))
      places.push({ file, line: Number(line) });
  }
  return places;
}
