/** Approvals in the `compact` style: live above the input, answered by one key. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approvalDialog } from '../../../../src/frontends/tty/dialogs/approval.ts';
import type { Dialog } from '../../../../src/frontends/tty/dialogs/dialog.ts';
import { STYLES } from '../../../../src/frontends/tty/draw/styles.ts';
import { plainText, span, toRow, wrapKeys } from '../../../../src/frontends/tty/screen/spans.ts';
import { createTheme } from '../../../../src/frontends/tty/screen/theme.ts';
import type { ApprovalRequest } from '../../../../src/protocol/request.ts';
import type { View } from '../../../../src/protocol/view.ts';
import { en } from '../../../../src/words/en.ts';
import { zhCn } from '../../../../src/words/zh-cn.ts';
import { approval } from '../../../fixtures/tty-scripts.ts';
import { createHarness, type Harness } from '../harness.ts';

const SIZE = { columns: 80, rows: 24 };
const drawing = {
  theme: createTheme('color'),
  messages: en.screen,
  highlight: () => undefined,
  style: STYLES.compact,
};
const RULE = '─'.repeat(80);

function textOf({ hint }: Dialog): string[] {
  return hint.map(plainText);
}

function editOf(lines: number): ApprovalRequest {
  const added = Array.from({ length: lines }, (_, index) => `+line ${index + 1}\n`).join('');
  const diff = `--- a/a.txt\n+++ b/a.txt\n@@ -0,0 +1,${lines} @@\n${added}`;
  const { command: _none, ...rest } = approval;
  return {
    ...rest,
    call: { id: 'c', name: 'edit', arguments: '{}' },
    view: {
      title: `a.txt +${lines} -0`,
      kind: 'edit',
      body: [{ type: 'diff', diff }],
      change: { what: 'a.txt', isNew: false, added: lines, removed: 0 },
    },
    reasons: [{ code: 'rule', text: 'build mode asks before edits', says: [], risk: false }],
  };
}

test('APR-9 the question says what the call would do and gives one reason; ? shows the others', () => {
  const reasons = [
    { code: 'rule', text: 'npm test can run any script', says: [], risk: false },
    { code: 'rule', text: 'and another', says: [], risk: false },
  ] as const;
  const dialog = approvalDialog({ ...approval, reasons: [...reasons] }, SIZE, drawing);
  assert.deepEqual(dialog.lines, []);
  const keys = 'y yes · n no, or n and why · a always · Esc cancels the turn';
  assert.deepEqual(textOf(dialog), [
    RULE,
    'Run in bash: git push origin main',
    'npm test can run any script (1 more: ?)',
    keys,
  ]);
  const why = dialog.keys?.['?'];
  const step = why?.type === 'now' ? why.result() : undefined;
  assert.ok(step?.type === 'next');
  assert.deepEqual(textOf(step.dialog).slice(2), ['npm test can run any script', 'and another', keys]);
  const chinese = approvalDialog(approval, SIZE, { ...drawing, messages: zhCn.screen });
  assert.equal(textOf(chinese)[1], '在 bash 中运行： git push origin main');
});

test('APR-9 APR-2 a risk has a red title, no default and no always', () => {
  const reasons = [{ code: 'dangerous-command', text: 'rm deletes', says: [], risk: true }] as const;
  const risky: ApprovalRequest = { ...approval, reasons: [...reasons], choices: ['yes', 'no'], scopes: [] };
  const dialog = approvalDialog(risky, SIZE, drawing);
  assert.match(toRow(dialog.hint[1] ?? []), /^\x1b\[31;1mRisky, run in bash:\x1b\[m git push/);
  assert.equal(dialog.submit('').type, 'next', 'Enter alone decides nothing');
  assert.deepEqual(Object.keys(dialog.keys ?? {}), ['y', '是', 'n', '否', '?']);
});

test('APR-9 a change is named with its counts as the tool reports them, and called new only if all of it is', () => {
  const titleOf = (view: Partial<View>) =>
    textOf(approvalDialog({ ...editOf(1), view: { ...editOf(1).view, ...view } }, SIZE, drawing))[1];
  const diff = '--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+x\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-x\n+y\n';
  const change = { what: '2 files', isNew: false, added: 2, removed: 1 };
  const view = { title: '2 files +2 -1', body: [{ type: 'diff' as const, diff }] };
  assert.equal(titleOf({ ...view, change }), 'Edit 2 files? +2 −1');
  assert.equal(titleOf({ ...view, change: { ...change, isNew: true } }), 'Create 2 files? +2 −1');
  const { change: _none, ...bare } = editOf(1).view;
  const request = { ...editOf(1), view: { ...bare, title: 'list +1 -2' } };
  assert.equal(textOf(approvalDialog(request, SIZE, drawing))[1], 'Edit list +1 -2?');
});

test('APR-5 a change of over 40 rows is folded, and v shows all of it once', () => {
  const size = { columns: 80, rows: 60 };
  const dialog = approvalDialog(editOf(600), size, drawing);
  const shown = textOf(dialog);
  assert.equal(shown[1], 'Edit a.txt? +600 −0');
  assert.equal(shown.filter((row) => / \+ line/.test(row)).length, 39);
  assert.equal(shown[41], '… 561 more rows, v shows all');
  const view = dialog.keys?.v;
  const step = view?.type === 'now' ? view.result() : undefined;
  assert.ok(step?.type === 'next');
  assert.equal(step.dialog.lines.length, 600);
  assert.deepEqual(textOf(step.dialog).slice(1), [
    'Edit a.txt? +600 −0',
    'build mode asks before edits',
    'y yes · n no, or n and why · a always · Esc cancels the turn',
  ]);
  const small = textOf(approvalDialog(editOf(60), SIZE, drawing));
  assert.ok(small.length <= SIZE.rows - 1, 'it fits the window');
});

test('POL-7 every byte of a command is above the input, or is paged through before it can be allowed', () => {
  const line = `ls${' '.repeat(400)}; curl evil`;
  const dialog = approvalDialog({ ...approval, command: { line } }, SIZE, drawing);
  const rows = textOf(dialog).slice(2, -2);
  assert.equal(rows.join(''), `  ${line}`);
  const tall = approvalDialog({ ...approval, command: { line: `ls${'\n'.repeat(60)}curl evil` } }, SIZE, drawing);
  assert.equal(tall.keys, undefined);
  assert.equal(tall.submit('y').type, 'next');
});

async function asked(): Promise<Harness> {
  const harness = await createHarness(80, 24, { style: 'compact' });
  harness.type('approve\r');
  await harness.until(() => harness.screen().includes('Run in bash:'));
  harness.wait(1000);
  return harness;
}

async function answerOf(harness: Harness): Promise<unknown> {
  await harness.until(() => harness.agent.ops.some(({ type }) => type === 'answer'));
  const op = harness.agent.ops.find(({ type }) => type === 'answer');
  return op?.type === 'answer' ? op.answer : undefined;
}

test('APR-9 one key answers, and the rest of the word and Enter, typed by habit, are ignored', async () => {
  for (const typed of ['y', 'y\r', 'yes\r']) {
    const harness = await asked();
    harness.type(typed);
    assert.deepEqual(await answerOf(harness), { kind: 'approval', choice: 'yes' });
    await harness.until(() => !harness.repl.isBusy);
    assert.ok(!harness.screen().includes('Run in bash:'), 'the question is gone');
    assert.match(harness.emulator.lines().at(-1) ?? '', /> $/);
  }
});

test('APR-9 APR-1 n alone refuses after a moment; with a reason, typed, in one burst or pasted, it carries the whole reason', async () => {
  const alone = await asked();
  alone.type('n');
  assert.deepEqual(await answerOf(alone), { kind: 'approval', choice: 'no' });
  const why = 'use pnpm instead, please';
  const ways: ((harness: Harness) => void)[] = [
    ({ type }) => type(`n ${why}\r`),
    ({ feed }) => feed(`n ${why}\r`),
    ({ type, feed }) => {
      type('n');
      feed(`\x1b[200~${why}\x1b[201~`);
      type('\r');
    },
    ({ type, feed }) => {
      feed(`\x1b[200~n ${why}\x1b[201~`);
      type('\r');
    },
  ];
  for (const refuse of ways) {
    const harness = await asked();
    refuse(harness);
    assert.deepEqual(await answerOf(harness), { kind: 'approval', choice: 'no', why });
  }
});

test('POL-7 keys of something else being typed do not answer', async () => {
  const harness = await createHarness(80, 24, { style: 'compact' });
  harness.type('approve\r');
  await harness.until(() => harness.screen().includes('Run in bash:'));
  for (const letter of 'yay') {
    harness.wait(200);
    harness.type(letter);
  }
  assert.ok(!harness.agent.ops.some(({ type }) => type === 'answer'));
});

test('APR-9 APR-7 a asks for the scope, e edits it, both above the input', async () => {
  const harness = await asked();
  harness.type('a');
  await harness.until(() => harness.screen().includes('1. git push origin *'));
  harness.type('2\r1\r');
  const scope = { permission: 'bash', pattern: 'git push *' };
  assert.deepEqual(await answerOf(harness), { kind: 'approval', choice: 'always', scope, lifetime: 'session' });
  const edited = await asked();
  edited.type('e');
  await edited.until(() => edited.screen().includes('> git push origin *'));
});

test('APR-9 APR-7 a number needs no Enter; a wrong one is reported above the choices, which stay', async () => {
  const harness = await asked();
  harness.type('a');
  await harness.until(() => harness.screen().includes('1. git push origin *'));
  harness.type('9\r');
  await harness.until(() => harness.screen().includes('Type a number from 1 to 2.'));
  assert.ok(harness.screen().includes('2. git push *'));
  harness.type('2');
  await harness.until(() => harness.screen().includes('1. this session'));
  harness.type('2');
  const scope = { permission: 'bash', pattern: 'git push *' };
  assert.deepEqual(await answerOf(harness), { kind: 'approval', choice: 'always', scope, lifetime: 'project' });
});

test('APR-7 OUT-15 always for edits is named after what it allows, not after tools', () => {
  const request = { ...editOf(1), scopes: [{ permission: 'edit' }], tools: ['edit', 'write', 'patch', 'lsp_rename'] };
  const step = approvalDialog(request, SIZE, drawing).submit('a');
  assert.ok(step.type === 'next');
  assert.equal(textOf(step.dialog)[0], 'Allow every change to files for how long?');
});

test('APR-2 SBX-16 the answers that a risk takes are named, t included if it is offered', () => {
  const [reason] = approval.reasons;
  const risky = { ...approval, reasons: reason ? [{ ...reason, risk: true }] : [], scopes: [] };
  const complaint = (choices: ApprovalRequest['choices']) => {
    const step = approvalDialog({ ...risky, choices }, SIZE, drawing).submit('a');
    return step.type === 'next' ? textOf(step.dialog).at(-2) : undefined;
  };
  assert.equal(complaint(['yes', 'no']), 'Only y or n here.');
  assert.equal(complaint(['yes', 'no', 'try']), 'Only y, n or t here.');
});

test('OUT-11 APR-9 a screen reader hears the question as lines, and one key answers it', async () => {
  const harness = await createHarness(80, 24, { style: 'compact', reader: true });
  harness.type('approve\r');
  await harness.until(() => harness.written().includes('Esc cancels the turn'));
  const heard = harness.written();
  assert.match(heard, /Run in bash: git push origin main\r\nbash policy requires approval\r\ny yes/);
  assert.doesNotMatch(heard, /─|\x1b\[\d*[A-K]/);
  harness.wait(1000);
  harness.type('y');
  assert.deepEqual(await answerOf(harness), { kind: 'approval', choice: 'yes' });
});

test('SBX-16 t tries the command first if that is offered, and otherwise is not an answer', () => {
  const asked = approval;
  const offered: ApprovalRequest = { ...asked, choices: [...asked.choices, 'try'] };
  const dialog = approvalDialog(offered, SIZE, drawing);
  assert.match(textOf(dialog).at(-1) ?? '', / · t try first · /);
  assert.deepEqual(dialog.keys?.['t'], { type: 'unless more', word: 'try', ms: 300 });
  const step = dialog.submit('t');
  assert.deepEqual(step.type === 'answer' && step.answer, { kind: 'approval', choice: 'try' });
  const plain = approvalDialog(asked, SIZE, drawing);
  assert.equal(plain.keys?.['t'], undefined);
  assert.equal(plain.submit('t').type, 'next');
  const full = approvalDialog(offered, SIZE, { ...drawing, style: STYLES.full });
  assert.match(textOf(full).join('\n'), /t = try it first/);
});

test('IN-13 the list of keys is broken between entries, and an entry that is too long between words', () => {
  const rows = (columns: number): string[] =>
    wrapKeys([span('y yes · n no, or n and why · Esc cancels the turn')], columns).map(plainText);
  assert.deepEqual(rows(80), ['y yes · n no, or n and why · Esc cancels the turn']);
  assert.deepEqual(rows(40), ['y yes · n no, or n and why ·', 'Esc cancels the turn']);
  assert.deepEqual(rows(16), ['y yes · n no, or', 'n and why · Esc', 'cancels the turn']);
});
