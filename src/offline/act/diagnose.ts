/** Goes from a failing test to the lines that may be to blame: stack, test, what it imports, the table of bugs. */

import { callIn, type Evidence } from '../fix/evidence.ts';
import type { Failure } from '../fix/failure.ts';
import { importsOf, isTestFile, projectFile } from '../fix/imports.ts';
import { type Suspect, suspects } from '../fix/suspects.ts';
import { filesFound } from '../results.ts';
import type { Scene, Script } from '../scene.ts';
import { isReport, type Opened, openFile } from './open.ts';

export interface Diagnosis {
  failure: Failure;
  /** The test's own file and line, where the stack shows it. */
  place?: string;
  /** What to try, the likeliest first, each with the file it is in. */
  leads: Lead[];
  /** Sources that were read. */
  read: string[];
}

export interface Lead extends Suspect {
  path: string;
  content: string;
}

const SOURCES = '**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx,py,go,rs,rb}';
const MAX_SOURCES = 4;

export function* sourceFiles({ say }: Scene): Script<string[]> {
  const found = yield {
    tool: 'glob',
    args: { pattern: SOURCES },
    thinking: say('Which source files are there?', '有哪些源文件？'),
  };
  return found.status === 'ok' ? filesFound(found) : [];
}

export function* diagnose(failure: Failure, files: readonly string[], scene: Scene): Script<Diagnosis> {
  const places = failure.places.flatMap(({ file, line }) => {
    const path = projectFile(file, files);
    return path === undefined ? [] : [{ path, line }];
  });
  const inTest = places.filter(({ path }) => isTestFile(path));
  const test = inTest[0] && (yield* open(inTest[0].path, scene));
  const imports = test ? importsOf(test.path, test.content, files) : [];
  const used = test
    ? testLines(
        test,
        inTest.map(({ line }) => line),
      )
    : '';
  const call = callIn(
    used,
    imports.flatMap(({ names }) => names),
  );
  const inSource = places.filter(({ path }) => !isTestFile(path));
  const order = [
    ...inSource.map(({ path }) => path),
    ...imports.filter(({ names }) => call && names.includes(call.name)).map(({ file }) => file),
    ...imports.map(({ file }) => file),
  ];

  const leads: Lead[] = [];
  const read: string[] = [];
  const queue = [...new Set(order)];
  for (let next = queue.shift(); next !== undefined && read.length < MAX_SOURCES; next = queue.shift()) {
    if (isTestFile(next)) continue;
    const source = yield* open(next, scene);
    if (!source) continue;
    read.push(source.path);
    const line = inSource.find(({ path }) => path === source.path)?.line;
    const { expected, actual, error } = failure;
    const evidence: Evidence = {
      expected,
      actual,
      error,
      args: call?.args ?? [],
      ...(call && { name: call.name }),
      ...(line !== undefined && { line }),
    };
    leads.push(
      ...suspects(source.content, evidence).map((suspect) => ({
        ...suspect,
        path: source.path,
        content: source.content,
      })),
    );
    if (leads.length === 0) {
      const deeper = importsOf(source.path, source.content, files).map(({ file }) => file);
      queue.push(...deeper.filter((file) => !read.includes(file) && !queue.includes(file)));
    }
  }
  const at = inTest.at(-1);
  return {
    failure,
    leads: leads.sort((a, b) => b.weight - a.weight),
    read,
    ...(at && { place: `${at.path}:${at.line}` }),
  };
}

/** The lines of the test that the stack points at, and a few behind them. */
function testLines({ content, first }: Opened, lines: readonly number[]): string {
  const from = Math.max(...lines);
  return content
    .split('\n')
    .slice(from - first, from - first + 4)
    .join('\n');
}

function* open(path: string, scene: Scene): Script<Opened | undefined> {
  const opened = yield* openFile(path, scene);
  return isReport(opened) ? undefined : opened;
}
