/** What a person sees of one turn: five reads, a search, a long command, an edit that needs approval. */

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type CoderTerminal, noTerminal, openCoder } from '../fixtures/coder-terminal.ts';
import { call, calls, say } from '../fixtures/model-server.ts';

const MONEY = `/** Cents as text. */
export function formatMoney(cents) {
  return '$' + (cents / 10).toFixed(2);
}
`;
const READS = ['a', 'b', 'c', 'd', 'money'].map((name) => ({ name: 'read', args: { path: `src/${name}.js` } }));
const TURN = [
  calls([...READS, { name: 'grep', args: { pattern: 'cents' } }]),
  call('bash', { command: 'seq 400' }),
  call('edit', { path: 'src/money.js', old_string: '(cents / 10)', new_string: '(cents / 100)' }),
  say('Fixed: the divisor is 100 now.'),
];
const TAIL = Array.from({ length: 8 }, (_, index) => `  ${393 + index}`);

function open(columns: number, style: 'compact' | 'full', args: string[] = []): Promise<CoderTerminal> {
  return openCoder(TURN, {
    columns,
    rows: 40,
    args,
    env: { CODER_STYLE: style },
    prepare({ path }) {
      mkdirSync(join(path, 'src'));
      for (const { args: file } of READS) writeFileSync(join(path, file.path), 'x\n');
      writeFileSync(join(path, 'src', 'money.js'), MONEY);
    },
  });
}

/** Rows from the line that was sent to the last one before the prompt, without anything that differs between runs. */
function rowsOf({ program }: CoderTerminal): string[] {
  const lines = program.emulator.lines().map((line) => line.trimEnd());
  const from = lines.findIndex((line) => line.endsWith('> fix it'));
  const to = lines.findLastIndex((line) => line.startsWith('context:'));
  const rows = lines.slice(from + 1, to).map((line) => line.replace(/\d+(?:\.\d+)? ?m?s\b/, 'TIME'));
  while (rows.at(-1) === '') rows.pop();
  return rows;
}

const armed = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 310));

test('OUT-13 APR-5 APR-9 in compact style the turn takes 16 rows, and its change is shown once', {
  skip: noTerminal,
}, async () => {
  await using coder = await open(80, 'compact');
  await coder.program.say('fix it');
  await coder.shows(/Esc cancels the turn\n> ?$/);
  assert.match(
    coder.program.text(),
    /─\nEdit src\/money\.js\? \+1 −1\n 1 {3}\/\*\*[\s\S]* 4 {3}}\nbuild mode asks before edits\ny yes/,
  );
  await armed();
  coder.program.write('y');
  await coder.shows(/✓ edited/);
  await coder.prompted();
  const rows = rowsOf(coder);
  assert.deepEqual(rows.slice(0, 15), [
    '· read 5 files, 1 search',
    '· bash seq 400  … 392 more, Ctrl+O shows all',
    ...TAIL,
    " 3 -   return '$' + (cents / 10).toFixed(2);",
    " 3 +   return '$' + (cents / 100).toFixed(2);",
    '✓ edited src/money.js +1 −1',
    'Fixed: the divisor is 100 now.',
    rows[14],
  ]);
  assert.match(rows.at(-1) ?? '', /TIME · 8 calls · [\d.]+k? tokens$/);
  coder.program.write('\x0f');
  await coder.shows(/ 4 {3}}/);
});

test('OUT-13 the same turn at 40 columns in Chinese, with the edit refused by a word', {
  skip: noTerminal,
}, async () => {
  await using coder = await open(40, 'compact', ['--lang', 'zh-CN']);
  await coder.program.say('fix it');
  await coder.shows(/修改 src\/money\.js？ \+1 −1[\s\S]*build 模式下修改前先询问/);
  await armed();
  coder.program.answer('n 先别改');
  await coder.prompted();
  assert.deepEqual(rowsOf(coder).slice(0, 3), [
    '· 读取 5 个文件，搜索 1 次',
    '· bash seq 400  … 还有 392 行，Ctrl+O 显',
    '  示全部',
  ]);
  assert.match(coder.program.text(), /✗ edit src\/money\.js: 已拒绝：先别改/);
  assert.ok(String(coder.sent().at(-1)?.at(-1)?.content).endsWith(': 先别改'), 'the model reads the reason, whole');
});

test('OUT-1 OUT-3 OUT-4 APR-5 full style shows everything once, with labels and a patch', {
  skip: noTerminal,
}, async () => {
  await using coder = await open(110, 'full');
  await coder.program.say('fix it');
  await coder.shows(/Allow\? y = yes[^\n]*\n> ?$/);
  await armed();
  coder.program.answer('y');
  await coder.shows(/\[ANSWER\]\nFixed/);
  await coder.prompted();
  const patch = [
    '--- a/src/money.js',
    '+++ b/src/money.js',
    '@@ -1,4 +1,4 @@',
    ' /** Cents as text. */',
    ' export function formatMoney(cents) {',
    "-  return '$' + (cents / 10).toFixed(2);",
    "+  return '$' + (cents / 100).toFixed(2);",
    ' }',
  ];
  const rows = rowsOf(coder);
  const from = rows.indexOf('[tool] edit src/money.js');
  assert.deepEqual(rows.slice(from, rows.indexOf('[ANSWER]') + 2), [
    '[tool] edit src/money.js',
    '',
    'Approval needed: [tool] edit src/money.js +1 -1',
    ...patch,
    'why: build mode asks before edits',
    '  approved',
    '',
    '  ok src/money.js +1 -1 TIME',
    '',
    '[ANSWER]',
    'Fixed: the divisor is 100 now.',
  ]);
});
