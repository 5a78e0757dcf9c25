/** Several thousand further labelled lines: variants of each family, checked by class. The short form has every third. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { decideAnalysed } from '../../src/policy/decide-command.ts';
import { analyseShell } from '../../src/policy/shell/judge/analyse.ts';
import { isLong } from '../fixtures/long.ts';
import { context, factsWith, grant, type Row } from './fixture.ts';

type Case = Pick<Row, 'cmd' | 'class' | 'accept'>;

const cases = readFileSync(new URL('../data/more-shell-cases.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .filter((_, index) => isLong || index % 3 === 0)
  .map((line) => JSON.parse(line) as Case)
  .map((one) => ({ ...one, analysis: analyseShell(one.cmd, context) }));

test(`POL-3 POL-4 POL-9 A5 A12 ${cases.length} further lines get the class of their label`, () => {
  const wrong = cases
    .map(({ cmd, class: wanted, accept = [wanted], analysis }) => ({ cmd, accept, got: analysis.class }))
    .filter(({ accept, got }) => !accept.includes(got));
  assert.deepEqual(wrong, []);
});

test('POL-2 A1 A10 no rule for a name lifts a risk or a hard block', () => {
  const names = new Set(cases.flatMap(({ cmd }) => cmd.match(/[A-Za-z_][\w.+-]*/g) ?? []));
  const grants = [...names].flatMap((name) => [grant(name), grant(`${name} *`)]);
  const facts = factsWith({ grants });
  const risky = cases.filter(({ class: wanted }) => wanted === 'dangerous' || wanted === 'hard-block');
  assert.deepEqual(
    risky
      .filter(
        ({ cmd, analysis }) =>
          decideAnalysed({ line: cmd, cwd: facts.root }, 'bash', facts, analysis).verdict === 'allow',
      )
      .map(({ cmd }) => cmd),
    [],
  );
});
