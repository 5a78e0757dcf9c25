/** Measures how long a decision takes; with `--strace N`, checks whether the kernel agrees that N harmless lines are harmless. */

import { spawnSync } from 'node:child_process';
import { checkLine } from '../src/policy/check-line.ts';
import { allPrograms } from '../src/policy/programs/table.ts';
import { factsWith, labelledLines } from '../test/policy/fixture.ts';
import { generateLine } from '../test/policy/generate-lines.ts';
import { mutate, pick, seeded } from '../test/policy/mutate.ts';
import { makeScratch, straceMissing } from '../test/policy/strace.ts';
import { readOnlyLines, watchAll } from '../test/policy/watched-lines.ts';

const LIMIT = 8_000;

const [flag, count] = process.argv.slice(2);
if (flag === '--strace') await judgeByKernel(Number(count ?? 2_000));
else if (flag === '--mutations') countLeaks(Number(count ?? 10_000));
else measure();

function measure(): void {
  const facts = factsWith();
  const lines = labelledLines().map((row) => row.cmd);
  for (const line of lines) checkLine(line, facts); // warm, as after the first few commands
  const times = lines.map((line) => timeOf(() => checkLine(line, facts))).toSorted((a, b) => a - b);
  console.log(`${lines.length} labelled lines: median ${ms(times[times.length >> 1])}, slowest ${ms(times.at(-1))}`);
  for (const [name, line] of Object.entries(longLines())) {
    checkLine(line, facts);
    console.log(`${line.length} characters, ${name}: ${ms(timeOf(() => checkLine(line, facts)))}`);
  }
  const begin = performance.now();
  for (let round = 0; round < 2; round++) for (const line of lines) checkLine(line, facts);
  console.log(`${Math.round((2_000 * lines.length) / (performance.now() - begin))} lines a second`);
}

/** Lines of the greatest length that is examined in full, each hard in a different way. */
function longLines(): Record<string, string> {
  const fill = (piece: string): string => piece.repeat(Math.ceil(LIMIT / piece.length)).slice(0, LIMIT);
  return {
    'one word': `echo ${fill('a')}`.slice(0, LIMIT),
    'many words': fill('echo a b c d '),
    'many commands': `true${fill(' && true')}`.slice(0, LIMIT - 1),
    pipes: `cat a${fill(' | cat')}`.slice(0, LIMIT),
    'nested substitutions': `echo ${'$(echo '.repeat(200)}x${')'.repeat(200)}`,
    'nested subshells': `${'('.repeat(250)}ls${')'.repeat(250)}`,
    'shells in shells': nest(9),
    wrappers: fill('env nice timeout 5 '),
    'loose wrappers': fill('strace unshare perf '),
    variables: `${fill('x=$x$x; ').slice(0, 4_000)}$x $x`,
    quotes: fill(`'a'"b"\\c`),
    braces: `echo ${'{a,b}'.repeat(1_500)}`,
    backquotes: fill('`'),
    'open brackets': fill('['),
    'sed script': `sed -n '${'1,2p;'.repeat(1_500)}' notes.txt`,
    'awk program': `awk '{${'x=x+1;'.repeat(1_200)}}' notes.txt`,
    'open sed pattern': `sed 's/${'[a'.repeat(3_500)}' notes.txt`,
    'here-doc': `cat <<EOF\n${'some text\n'.repeat(750)}EOF`,
    loops: `${'for i in a b; do cd $i; '.repeat(60)}ls${'; done'.repeat(60)}`,
  };
}

function nest(depth: number): string {
  let line = 'ls';
  for (let level = 0; level < depth; level++) line = `sh -c '${line.replaceAll("'", `'\\''`)}'`;
  return line.slice(0, LIMIT);
}

function countLeaks(total: number): void {
  const random = seeded(2_026);
  const rows = labelledLines().filter((row) => !(row.accept ?? [row.class]).includes('readonly'));
  let leaks = 0;
  for (let index = 0; index < total; index++) {
    const line = mutate(pick(random, rows).cmd, random);
    if (checkLine(line, factsWith()).decision !== 'allow') continue;
    leaks++;
    console.log(`leak: ${JSON.stringify(line)}`);
  }
  console.log(`${total} mutations, ${leaks} leaks`);
}

async function judgeByKernel(total: number): Promise<void> {
  const missing = straceMissing();
  if (missing) {
    console.log(missing);
    return;
  }
  const scratch = makeScratch();
  const random = seeded(Date.now());
  const readers = Object.entries(allPrograms()).flatMap(([name, { reads }]) => (reads ? [name] : []));
  const known = new Map([...readers, 'git'].map((name) => [name, flagsOf(name)]));
  const { lines, tried } = readOnlyLines(() => generateLine(random, known), scratch, total);
  const wrong = await watchAll(lines, scratch);
  for (const [line, found] of wrong) console.log(`${JSON.stringify(line)}\n  ${found.slice(0, 3).join('\n  ')}`);
  scratch.remove();
  console.log(`${tried} lines generated, ${total} judged read-only and run, ${wrong.size} did more than read`);
}

/** The flags that a program lists in its own help. */
function flagsOf(name: string): string[] {
  const { stdout } = spawnSync('/usr/bin/env', [name, '--help'], {
    encoding: 'utf8',
    timeout: 2_000,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return [...new Set([...(stdout ?? '').matchAll(/(?<=[\s,[])--?[A-Za-z][\w-]*/g)].map(([found]) => found))];
}

/** The best of five: the cost itself, without other load on the machine. */
function timeOf(work: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    const begin = performance.now();
    work();
    best = Math.min(best, performance.now() - begin);
  }
  return best;
}

function ms(time: number | undefined): string {
  return `${(time ?? 0).toFixed(3)} ms`;
}
