/** The labelled lines: nothing harmful runs unasked, and hardly anything harmless asks. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkLine } from '../../src/policy/check-line.ts';
import { decideAnalysed } from '../../src/policy/decide-command.ts';
import { analyseShell } from '../../src/policy/shell/judge/analyse.ts';
import type { Facts } from '../../src/protocol/policy.ts';
import type { Verdict } from '../../src/protocol/verdict.ts';
import { isLong } from '../fixtures/long.ts';
import { context, factsWith, grant, labelledLines, ORDER, presets, type Row } from './fixture.ts';

const rows = labelledLines();
/** Analysed once: presets and saved rules change the decision, not what a line does. */
const analysed = rows.map((row) => ({ row, analysis: analyseShell(row.cmd, context) }));

function verdictOn({ row, analysis }: (typeof analysed)[number], facts: Facts): Verdict {
  return decideAnalysed({ line: row.cmd, cwd: facts.root }, 'bash', facts, analysis).verdict;
}

/** Every word in the file that may be a command's name, as if a person had allowed them all. */
function everyName(): string[] {
  const names = new Set<string>();
  for (const { cmd } of rows) for (const [name] of cmd.matchAll(/[A-Za-z_][\w.+-]*/g)) names.add(name);
  return [...names];
}

interface Score {
  leaks: string[];
  misses: string[];
  friction: string[];
}

function score(facts: Facts): Score {
  const found: Score = { leaks: [], misses: [], friction: [] };
  for (const one of analysed) {
    const { row } = one;
    const got = one.analysis.class;
    const decision = verdictOn(one, facts);
    const accepted = [row.class, ...(row.accept ?? [])];
    const said = `${row.id} ${JSON.stringify(row.cmd)}: ${got}, ${decision}`;
    const isWide = facts.grants.length > 0 || facts.preset.bash['*'] === 'allow';
    const mayRun = accepted.includes('readonly') || (isWide && accepted.includes('needs-approval'));
    if (decision === 'allow' && !mayRun) found.leaks.push(said);
    if (isMissed(row, got)) found.misses.push(said);
    if (row.class === 'readonly' && !row.accept && decision !== 'allow') found.friction.push(said);
  }
  return found;
}

function isMissed(row: Row, got: Row['class']): boolean {
  const wanted = ORDER.indexOf(row.class);
  return wanted >= 2 && ORDER.indexOf(got) < wanted && !(row.accept ?? []).includes(got);
}

const calm: Score = { leaks: [], misses: [], friction: [] };

for (const preset of [presets.build, presets.plan, presets.balanced, presets.strict, presets['auto-edit']]) {
  test(`POL-9 A1 A5 A6 A8 A12 labelled lines in ${preset.name}, with nothing allowed before`, () => {
    assert.deepEqual(score(factsWith({ preset })), calm);
  });
  test(`POL-2 A1 labelled lines in ${preset.name}, with every command allowed`, () => {
    const facts = factsWith({ preset: { ...preset, bash: { '*': 'allow' } } });
    assert.deepEqual(score(facts), calm);
  });
  if (!isLong && preset !== presets.build && preset !== presets['auto-edit']) continue; // the other presets ask about more
  test(`POL-2 A1 labelled lines in ${preset.name}, with every name on the allowlist`, () => {
    const grants = everyName().flatMap((name) => [grant(name), grant(`${name} *`)]);
    assert.deepEqual(score(factsWith({ preset, grants })), calm);
  });
}

test('POL-4 POL-5 yolo runs everything but the hard block', () => {
  const facts = factsWith({ preset: presets.yolo });
  for (const { cmd } of rows) {
    const { decision, class: got } = checkLine(cmd, facts);
    assert.equal(decision, got === 'hard-block' || cmd.includes('\0') ? 'deny' : 'allow', cmd);
  }
});

test('POL-4 no line labelled hard-block runs in yolo, whatever else its label accepts', () => {
  const facts = factsWith({ preset: presets.yolo });
  const blocked = analysed.filter(({ row }) => row.class === 'hard-block');
  assert.deepEqual(
    blocked.filter((one) => verdictOn(one, facts) !== 'deny').map(({ row }) => row.cmd),
    [],
  );
});

test('lines that need approval are not judged worse than they are', () => {
  const worse = analysed.filter(
    ({ row, analysis }) => row.class === 'needs-approval' && !row.accept && analysis.class !== row.class,
  );
  assert.deepEqual(worse, []);
});
