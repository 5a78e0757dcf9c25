/** Properties of every line: mutations never leak, further parts never soften, garbage never throws. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkLine } from '../../src/policy/check-line.ts';
import { analyseShell } from '../../src/policy/shell/judge/analyse.ts';
import { isLong, times } from '../fixtures/long.ts';
import { context, factsWith, grant, labelledLines, ORDER, presets } from './fixture.ts';
import { mutate, pick, seeded } from './mutate.ts';
import { DANGEROUS, HARD_BLOCK, NEEDS_APPROVAL, READ_ONLY } from './own-lines.ts';

const MUTATIONS = times({ long: 10_000, short: 200 });

test(`POL-9 A4 D5 of ${MUTATIONS} mutations of lines that must ask, none runs unasked`, () => {
  const random = seeded(20_261_115);
  const rows = labelledLines().filter((row) => ![row.class, ...(row.accept ?? [])].includes('readonly'));
  const facts = factsWith();
  const leaks: string[] = [];
  for (let index = 0; index < MUTATIONS; index++) {
    const line = mutate(pick(random, rows).cmd, random);
    if (checkLine(line, facts).decision === 'allow') leaks.push(line);
  }
  assert.deepEqual(leaks, []);
});

test('without grants, exactly the lines judged read-only run', () => {
  const random = seeded(12);
  const facts = factsWith();
  const lines = [
    ...READ_ONLY,
    ...NEEDS_APPROVAL,
    ...DANGEROUS,
    ...HARD_BLOCK,
    ...labelledLines().map((row) => row.cmd),
  ];
  for (const line of lines) {
    const others = [mutate(line, random), line.replace(/(?<=\w)(?=\w)/, '\\\n')];
    for (const one of isLong ? [line, ...others] : [pick(random, [line, ...others])]) {
      const { decision, class: got } = checkLine(one, facts);
      assert.equal(decision === 'allow', got === 'readonly', JSON.stringify(one));
      assert.equal(decision === 'deny', got === 'hard-block' || one.includes('\0'), JSON.stringify(one));
    }
  }
});

test('POL-2 A1 mutations of dangerous lines ask even if every name is allowed', () => {
  const random = seeded(7);
  const rows = labelledLines().filter((row) =>
    [row.class, ...(row.accept ?? [])].every((one) => ORDER.indexOf(one) >= 2),
  );
  const grants = [...new Set(rows.flatMap((row) => row.cmd.match(/[A-Za-z_][\w.+-]*/g) ?? []))].map((name) =>
    grant(`${name} *`),
  );
  const facts = factsWith({ grants });
  const leaks: string[] = [];
  for (let index = 0; index < times({ long: 1_500, short: 80 }); index++) {
    const row = pick(random, rows);
    if (/^\w+=/.test(row.cmd)) continue; // a quoted assignment is no longer an assignment
    const line = mutate(row.cmd, random);
    if (checkLine(line, facts).decision === 'allow') leaks.push(line);
  }
  assert.deepEqual(leaks, []);
});

test('a wrapper or a further part never lowers the class', () => {
  const random = seeded(99);
  const lines = [...READ_ONLY, ...NEEDS_APPROVAL, ...DANGEROUS, ...HARD_BLOCK].filter(
    (line) => !/<<|["'`(\\#]|^\s*$|[&|]\s*$|^(?:fi|done|\}|if ls)$/.test(line),
  );
  const around: ((line: string) => string)[] = [
    (line) => `${line}; ls`,
    (line) => `ls; ${line}`,
    (line) => `${line} | cat`,
    (line) => `${line} && echo done`,
    (line) => `${line} || true`,
    (line) => `${line}\npwd`,
    (line) => `( ${line} )`,
    (line) => `sh -c '${line}'`,
    (line) => `if true; then ${line}; fi`,
    (line) => `time ${line}`,
  ];
  for (const line of lines) {
    const before = ORDER.indexOf(analyseShell(line, context).class);
    const changed = pick(random, around)(line);
    assert.ok(ORDER.indexOf(analyseShell(changed, context).class) >= before, `${line} → ${changed}`);
  }
});

test('A2 a payload is found at every position of a long chain, and more than 40 parts always ask yes or no', () => {
  for (const length of [1, 2, 39, 40, 41, 54, 120, 500]) {
    for (const at of new Set([0, length >> 1, length - 1])) {
      const parts = Array.from({ length }, (_, index) => (index === at ? 'rm -rf build' : 'true'));
      assert.equal(analyseShell(parts.join(' && '), context).class, 'dangerous');
      const fatal = Array.from({ length }, (_, index) => (index === at ? 'rm -rf /' : 'true'));
      assert.equal(analyseShell(fatal.join(' ; '), context).class, 'hard-block', `at ${at} of ${length}`);
    }
    const harmless = analyseShell(Array(length).fill('true').join(' && '), context);
    assert.equal(harmless.class, length > 40 ? 'dangerous' : 'readonly');
    if (length > 40) assert.ok(harmless.reasons.some((reason) => reason.code === 'too-long' && reason.risk));
  }
});

test('A2 deny rules still see the last part of a long chain', () => {
  const facts = factsWith({ preset: { ...presets.build, bash: { '*': 'allow', 'npm publish *': 'deny' } } });
  assert.equal(checkLine(`${'true; '.repeat(200)}npm publish --tag x`, facts).decision, 'deny');
});

test('A2 a line over 8,000 characters asks yes or no', () => {
  const line = `echo ${'x'.repeat(8_000)}`;
  assert.deepEqual(
    analyseShell(line, context).reasons.map((reason) => reason.code),
    ['too-long'],
  );
});

test('A3 200 random variables in front of a harmless command all ask yes or no', () => {
  const random = seeded(3);
  for (let index = 0; index < 200; index++) {
    const name = Array.from({ length: 3 + Math.floor(random() * 12) }, () =>
      pick(random, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ_'.split('')),
    ).join('');
    const found = analyseShell(`X${name}=1 ls`, context);
    assert.equal(found.class, 'dangerous', name);
    assert.ok(found.reasons.some((reason) => reason.code === 'environment'));
  }
});

test('A7 a line with nothing to judge is never allowed', () => {
  for (const line of [
    '',
    ' ',
    '\n',
    '#',
    '# ls',
    '>',
    '<',
    '> notes.txt',
    '< notes.txt',
    'x=1',
    'x=1 y=2',
    '\\',
    ';',
    '&',
    '()',
    '{}',
    '$(',
    '``',
    '""',
    "''",
    '!',
    'time',
    'if',
    '[[ ]]',
    '$',
    '\t\t',
  ]) {
    assert.notEqual(checkLine(line, factsWith()).decision, 'allow', JSON.stringify(line));
  }
});

test('garbage never throws, and is never judged harmless unless it contains a command', () => {
  const random = seeded(5);
  const pieces = [
    'ls',
    'rm',
    ' ',
    '\n',
    ';',
    '&',
    '|',
    '(',
    ')',
    '{',
    '}',
    '$',
    '`',
    '"',
    "'",
    '\\',
    '<',
    '>',
    '<<',
    'EOF',
    '#',
    '!',
    '*',
    '?',
    '[',
    ']',
    '=',
    '~',
    '$(',
    '${',
    '((',
    '))',
    '[[',
    ']]',
    'if',
    'then',
    'fi',
    'for',
    'in',
    'do',
    'done',
    'case',
    'esac',
    '\0',
    '\r',
    '\u001b',
    '\ud83d',
    '中',
    'x',
    '1',
    '-f',
    '/',
    '..',
    'a=b',
    'function',
    'coproc',
    'time',
    '@(',
    '+(',
  ];
  for (let index = 0; index < times({ long: 2_500, short: 100 }); index++) {
    const line = Array.from({ length: 1 + Math.floor(random() * 12) }, () => pick(random, pieces)).join('');
    const found = analyseShell(line, context);
    if (found.class === 'readonly') assert.ok(/ls|\[\[|time|x|!/.test(line), JSON.stringify(line));
    assert.ok(found.class === 'readonly' || found.reasons.length > 0);
  }
  for (let index = 0; index < times({ long: 500, short: 40 }); index++) {
    const bytes = Uint8Array.from({ length: 200 }, () => Math.floor(random() * 256));
    assert.notEqual(analyseShell(Buffer.from(bytes).toString('latin1'), context).class, 'readonly');
  }
});

test('deep nesting ends in a question, not in a crash', () => {
  for (const line of [
    '('.repeat(3_000) + 'ls' + ')'.repeat(3_000),
    `${'$('.repeat(2_000)}ls${')'.repeat(2_000)}`,
    '`'.repeat(5_001),
    `${'x=$x$x;'.repeat(900)}$x`,
    `echo ${'{a,b}'.repeat(1_000)}`,
    'sh -c '.repeat(1_000),
    'env '.repeat(2_000),
    '!'.repeat(5_000),
    '{'.repeat(5_000),
    'if '.repeat(2_000),
  ]) {
    assert.notEqual(analyseShell(line, context).class, 'readonly', line.slice(0, 20));
  }
});

test('POL-4 A2 the last guard refuses what it cannot follow to its end, in yolo too', () => {
  const facts = factsWith({ preset: presets.yolo });
  const within = (start: string, end: string, times: number): string => start.repeat(times) + WIPE + end.repeat(times);
  const lines = [
    `${'true;'.repeat(2_500)}${WIPE}`,
    `${'true\n'.repeat(100)}${WIPE}\necho "`,
    `ls ${'>a '.repeat(700)}>/dev/sda`,
    `rm -rf ${'a '.repeat(3_000)}/`,
    `echo $(( ${'a+'.repeat(5_000)}1 )); ${WIPE}`,
    `cat <<EOF\n${'x\n'.repeat(30_000)}EOF\n${WIPE}`,
    within('eval ', '', 30),
    within('env ', '', 100),
    within('echo $(', ')', 30),
    within('{ ', '; }', 30),
  ];
  assert.deepEqual(
    lines.filter((line) => checkLine(line, facts).decision !== 'deny').map((line) => line.slice(0, 40)),
    [],
  );
});

const WIPE = 'rm -rf /';
