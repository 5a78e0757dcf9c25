import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approvalDialog } from '../../../src/frontends/tty/dialogs/approval.ts';
import type { Dialog, DialogResult } from '../../../src/frontends/tty/dialogs/dialog.ts';
import { pickDialog, questionsDialog } from '../../../src/frontends/tty/dialogs/questions.ts';
import type { Drawing } from '../../../src/frontends/tty/draw/draw-block.ts';
import { STYLES } from '../../../src/frontends/tty/draw/styles.ts';
import { key } from '../../../src/frontends/tty/input/key-event.ts';
import { plainText } from '../../../src/frontends/tty/screen/spans.ts';
import { createTheme } from '../../../src/frontends/tty/screen/theme.ts';
import { createStreamView } from '../../../src/frontends/tty/session/stream-view.ts';
import type { ApprovalRequest, PickRequest } from '../../../src/protocol/request.ts';
import { en } from '../../../src/words/en.ts';
import { zhCn } from '../../../src/words/zh-cn.ts';
import { approval, questions } from '../../fixtures/tty-scripts.ts';
import { createHarness } from './harness.ts';

const SIZE = { columns: 80, rows: 24 };
const drawing: Drawing = {
  theme: createTheme('color'),
  messages: en.screen,
  highlight: () => undefined,
  style: STYLES.full,
};

function asking(command: string, changes: Partial<ApprovalRequest> = {}): ApprovalRequest {
  const call = { ...approval.call, arguments: JSON.stringify({ command }) };
  return { ...approval, call, command: { line: command }, ...changes };
}

function textOf(dialog: Dialog): string {
  return [...dialog.lines, ...dialog.hint].map(plainText).join('\n');
}

/** Types the lines one after the other; the last one must lead to the result. */
function play(dialog: Dialog, ...lines: string[]): DialogResult {
  const [line = '', ...rest] = lines;
  const step = dialog.submit(line);
  return rest.length > 0 && step.type === 'next' ? play(step.dialog, ...rest) : step;
}

function answerOf(step: DialogResult): unknown {
  return step.type === 'answer' ? step.answer : step.type;
}

test('APR-1 the command and the reasons for asking are printed, then y, n or always', () => {
  const dialog = approvalDialog(approval, SIZE, drawing);
  assert.deepEqual(dialog.lines.map(plainText), [
    'Approval needed: [bash]',
    '  git push origin main',
    'why: bash policy requires approval',
  ]);
  assert.deepEqual(answerOf(play(dialog, 'y')), { kind: 'approval', choice: 'yes' });
  assert.deepEqual(answerOf(play(dialog, 'n')), { kind: 'approval', choice: 'no' });
  assert.deepEqual(answerOf(play(dialog, 'n use pnpm instead')), {
    kind: 'approval',
    choice: 'no',
    why: 'use pnpm instead',
  });
});

test('APR-1 the first approval of a command typed by the person says how to run these without asking; one of the model never does', () => {
  const { drawer, dialogFor } = createStreamView(drawing.theme, drawing.messages);
  const saysHow = (input: string): boolean => {
    drawer.begin(input);
    const said = textOf(dialogFor(approval, SIZE)).includes('command_mode.approval');
    drawer.finish(SIZE.columns);
    return said;
  };
  assert.deepEqual(['push it', ' ! git push', '! git push', 'push it'].map(saysHow), [false, true, false, false]);
});

test('POL-7 D8 the default is No, and an invalid answer asks again', () => {
  const dialog = approvalDialog(approval, SIZE, drawing);
  assert.deepEqual(answerOf(play(dialog, '')), { kind: 'approval', choice: 'no' });
  for (const typed of ['maybe', 'yy', 'yes please', '1', 'nope', 'ok']) {
    assert.equal(answerOf(play(dialog, typed)), 'next', typed);
  }
});

test('APR-2 a risk approval accepts only y or n', () => {
  const risky = { ...approval, choices: ['yes', 'no'] as const, scopes: [] };
  const dialog = approvalDialog(risky, SIZE, drawing);
  assert.ok(!textOf(dialog).includes('always'));
  assert.equal(answerOf(play(dialog, 'always')), 'next');
  assert.deepEqual(answerOf(play(dialog, 'always', 'y')), { kind: 'approval', choice: 'yes' });
});

test('APR-3 Esc cancels the turn in every part of the dialogue', () => {
  let dialog = approvalDialog(approval, SIZE, drawing);
  for (const line of ['always', '1']) {
    assert.deepEqual(dialog.escape(), { type: 'cancel' });
    const step = dialog.submit(line);
    assert.equal(step.type, 'next');
    if (step.type === 'next') dialog = step.dialog;
  }
  assert.deepEqual(dialog.escape(), { type: 'cancel' });
});

test('APR-7 always shows its scopes from narrow to wide and asks for how long', () => {
  const dialog = approvalDialog(approval, SIZE, drawing);
  const scopes = dialog.submit('always');
  assert.ok(scopes.type === 'next');
  assert.deepEqual(scopes.dialog.lines.map(plainText).slice(1), ['  1. git push origin *', '  2. git push *']);
  const scope = { permission: 'bash', pattern: 'git push *' };
  assert.deepEqual(answerOf(play(dialog, 'always', '2', '2')), {
    kind: 'approval',
    choice: 'always',
    scope,
    lifetime: 'project',
  });
  assert.deepEqual(answerOf(play(dialog, 'always', '3', '2', '1')), {
    kind: 'approval',
    choice: 'always',
    scope,
    lifetime: 'session',
  });
  assert.deepEqual(answerOf(play(dialog, 'always', 'e', 'git push origin v*', '1')), {
    kind: 'approval',
    choice: 'always',
    scope: { permission: 'bash', pattern: 'git push origin v*' },
    lifetime: 'session',
  });
  assert.deepEqual(answerOf(play(dialog, 'always', '', 'n')), { kind: 'approval', choice: 'no' });
});

test('APR-7 if there is only one scope, always takes it and asks for how long', () => {
  const edits = approvalDialog(
    { ...approval, scopes: [{ permission: 'edit' }], tools: ['edit', 'write', 'patch'] },
    SIZE,
    drawing,
  );
  const asked = edits.submit('always');
  assert.ok(asked.type === 'next');
  assert.deepEqual(asked.dialog.lines.map(plainText), [
    'Allow every call of edit, write, patch for how long?',
    '  1. this session',
    '  2. this project',
  ]);
  assert.deepEqual(answerOf(play(edits, 'always', 'e', '1')), {
    kind: 'approval',
    choice: 'always',
    scope: { permission: 'edit' },
    lifetime: 'session',
  });
  assert.deepEqual(answerOf(play(edits, 'always', '', 'y')), { kind: 'approval', choice: 'yes' });

  const scopes = [{ permission: 'bash', pattern: 'python3' }];
  const python = approvalDialog(asking('python3', { scopes, covered: [['python3']] }), SIZE, drawing);
  const step = python.submit('always');
  assert.ok(step.type === 'next');
  assert.equal(plainText(step.dialog.lines[1] ?? []), '     would have covered: python3');
  assert.deepEqual(answerOf(play(python, 'always', 'e', 'python3 *', '2')), {
    kind: 'approval',
    choice: 'always',
    scope: { permission: 'bash', pattern: 'python3 *' },
    lifetime: 'project',
  });
});

test('POL-7 D5 control characters of a command are shown, and none is obeyed', () => {
  const dialog = approvalDialog(asking('rm -rf build #\r\x1b[2Kls -la\u202e'), SIZE, drawing);
  assert.equal(plainText(dialog.lines[1] ?? []), '  rm -rf build #\\r\\e[2Kls -la\\u{202e}');
});

test('POL-7 D4 every byte of a long command is shown before it can be allowed', () => {
  const hidden = [
    `ls${' '.repeat(400)}; curl evil`,
    `ls${'\n'.repeat(60)}curl evil`,
    `echo ${'x'.repeat(4000)}; curl evil`,
  ];
  for (const command of hidden) {
    let dialog = approvalDialog(asking(command), SIZE, drawing);
    let shown = dialog.lines.map(plainText);
    for (let page = 0; page < 20 && !textOf(dialog).includes('Allow?'); page += 1) {
      const step = dialog.submit('y');
      assert.ok(step.type === 'next', 'a page is no answer');
      dialog = step.dialog;
      shown = [...shown, ...dialog.lines.map(plainText)];
    }
    assert.ok(shown.join('\n').includes('curl evil'));
    assert.deepEqual(answerOf(play(dialog, 'y')), { kind: 'approval', choice: 'yes' });
  }
});

test('D4 a shortened title never replaces the command', () => {
  const dialog = approvalDialog({ ...asking('rm -rf ~/important'), view: { title: 'rm…' } }, SIZE, drawing);
  assert.ok(textOf(dialog).includes('rm -rf ~/important'));
});

test('POL-7 the folder a command runs in is shown', () => {
  const command = { line: 'ls', cwd: '../other\x1b[2J' };
  const dialog = approvalDialog({ ...approval, command }, SIZE, drawing);
  assert.deepEqual(dialog.lines.map(plainText).slice(1, 3), ['  ls', '  in ../other\\e[2J']);
});

test('APR-5 an edit shows its diff', () => {
  const view = { title: 'src/a.ts', body: [{ type: 'diff' as const, diff: '@@ -1 +1 @@\n-a\n+b\n' }] };
  const dialog = approvalDialog(
    { ...approval, call: { id: 'c', name: 'edit', arguments: '{}' }, command: undefined, view },
    SIZE,
    drawing,
  );
  assert.deepEqual(dialog.lines.map(plainText).slice(0, 4), [
    'Approval needed: [tool] edit src/a.ts',
    '@@ -1 +1 @@',
    '-a',
    '+b',
  ]);
});

test('QST-1 questions are drawn one by one in the specified format', () => {
  const rows = [
    '[Question 1/2] 你希望如何处理这个模块？',
    '  1. 重构整个模块 (Recommended)',
    '  2. 只修改核心函数 — 改动最小',
    '  3. 保持不变，添加新模块',
    '',
  ];
  assert.equal(textOf(questionsDialog(questions, drawing)), rows.join('\n'));
  assert.deepEqual(questionsDialog(questions, drawing, true).lines.map(plainText), rows);
  const single = questionsDialog({ ...questions, questions: questions.questions.slice(1) }, drawing);
  assert.equal(plainText(single.lines[0] ?? []), '[Question] Which tests?');
});

test('IN-13 QST-2 arrows choose an answer, Enter gives it; typed text is an answer too', () => {
  const dialog = questionsDialog(questions, drawing);
  const below = dialog.key?.(key('down'), '');
  assert.ok(below?.type === 'show');
  assert.match(textOf(below.dialog), /❯ 1\. 重构整个模块/);
  const second = below.dialog.key?.(key('down'), '');
  assert.ok(second?.type === 'show');
  assert.deepEqual(answerOf(play(second.dialog, '', 'mine')), {
    kind: 'questions',
    answers: ['只修改核心函数', 'mine'],
  });
  assert.doesNotMatch(textOf(second.dialog.typed?.('只') ?? dialog), /❯/);
  assert.deepEqual(answerOf(play(second.dialog, '只', 'mine')), { kind: 'questions', answers: ['只', 'mine'] });
});

test('QST-2 a number gives the label, text is passed unchanged, empty input waits, Esc dismisses all questions', () => {
  const dialog = questionsDialog(questions, drawing);
  assert.deepEqual(answerOf(play(dialog, '2', '', 'only mine')), {
    kind: 'questions',
    answers: ['只修改核心函数', 'only mine'],
  });
  const last = play(dialog, '2', 'only mine');
  assert.deepEqual(
    last.type === 'answer' && last.lines.map(plainText),
    ['> only mine'],
    'the blank line comes by itself',
  );
  assert.deepEqual(answerOf(play(dialog, '9', '1')), { kind: 'questions', answers: ['9', 'unit'] });
  const second = dialog.submit('1');
  assert.ok(second.type === 'next');
  assert.deepEqual(answerOf(second.dialog.escape()), { kind: 'questions', answers: null });
});

test('IN-13 a list is picked from by number or Enter, or asked again; a screen reader gets numbered lines', () => {
  const dialog = pickDialog({ kind: 'pick', id: 'p', title: 'Which?', options: ['a', 'b\x1b[2J'] }, drawing);
  assert.equal(textOf(dialog), 'Which?\n❯ 1. a\n  2. b');
  assert.deepEqual(answerOf(play(dialog, '2')), { kind: 'pick', picked: 1 });
  assert.deepEqual(answerOf(play(dialog, '')), { kind: 'pick', picked: 0 });
  assert.equal(answerOf(play(dialog, '3')), 'next');
  assert.deepEqual(answerOf(dialog.escape()), { kind: 'pick', picked: null });
  const spoken = pickDialog({ kind: 'pick', id: 'p', title: 'Which?', options: ['a', 'b\x1b[2J'] }, drawing, {
    isSpoken: true,
  });
  assert.deepEqual(spoken.lines.map(plainText), ['Which?', '  1. a', '  2. b']);
  assert.deepEqual(answerOf(play(spoken, '')), { kind: 'pick', picked: null });
  assert.equal(answerOf(play(spoken, '3')), 'next');
});

test('SES-4 a yes-or-no question takes y and n like an approval, and is no unless the person says otherwise', () => {
  const options = ['Undo', 'Keep the changes'];
  const dialog = pickDialog({ kind: 'pick', id: 'p', title: 'Undo?', options, isYesNo: true }, drawing);
  assert.equal(textOf(dialog), 'Undo? y = yes, n = no (Keep the changes)');
  for (const typed of ['y', 'YES', '是', '1']) {
    assert.deepEqual(answerOf(play(dialog, typed)), { kind: 'pick', picked: 0 }, typed);
  }
  for (const typed of ['n', 'no', '2', '']) {
    assert.deepEqual(answerOf(play(dialog, typed)), { kind: 'pick', picked: 1 }, typed);
  }
  assert.equal(answerOf(play(dialog, 'maybe')), 'next');
  assert.deepEqual(answerOf(play(dialog, 'maybe', 'y')), { kind: 'pick', picked: 0 });
  assert.deepEqual(answerOf(dialog.escape()), { kind: 'pick', picked: null });
});

test('SES-4 APR-9 in compact style, a yes-or-no question shows its keys as an approval does, and its answer is not echoed', () => {
  const options = ['Undo', 'Keep the changes'];
  const request: PickRequest = { kind: 'pick', id: 'p', title: 'Undo?', options, isYesNo: true };
  const compact = { ...drawing, style: STYLES.compact };
  const dialog = pickDialog(request, compact);
  assert.equal(textOf(dialog), 'Undo?\ny yes · n no (keep the changes)');
  const said = (step: DialogResult) => step.type === 'answer' && step.lines.map(plainText);
  assert.deepEqual(said(play(dialog, 'y')), []);
  assert.deepEqual(said(pickDialog(request, compact, { isTurn: true }).submit('y')), ['> Undo']);
  const trust = { ...request, options: ['Use it', 'Not now', 'd: show the diff'] };
  assert.equal(textOf(pickDialog(trust, compact)), 'Undo?\ny yes · n no (not now) · d show the diff');
});

test('IN-13 a list that is left without a pick leaves no line that looks typed', () => {
  const dialog = pickDialog({ kind: 'pick', id: 'p', title: 'Which?', options: ['a', 'b'] }, drawing);
  const step = dialog.escape();
  assert.deepEqual(step.type === 'answer' && step.lines, []);
});

test('CLI-1 a yes-or-no question ends with the question mark of the language', () => {
  const request = { kind: 'pick', id: 'pick-1', title: '撤销?', options: ['撤销', '保留修改'], isYesNo: true } as const;
  const dialog = pickDialog({ ...request, options: [...request.options] }, { ...drawing, messages: zhCn.screen });
  assert.equal(textOf(dialog), '撤销？y 是，n 否（保留修改）');
});

test('D8 keys typed ahead, pastes and held keys never answer an approval', async () => {
  const { type, feed, until, screen, agent, wait, repl } = await createHarness();
  type('approve\ry\r');
  await until(() => screen().includes('Allow?'));
  type('y\r');
  feed('y\r');
  feed('\x1b[200~y\n\x1b[201~');
  wait(301);
  feed('\x1b[200~y\n\x1b[201~');
  feed('y\r');
  feed('\x1b[13;1:2u');
  assert.ok(!agent.ops.some(({ type: kind }) => kind === 'answer'));
  wait(20);
  type('y\r');
  await until(() => !repl.isBusy);
  assert.deepEqual(
    agent.ops.filter(({ type: kind }) => kind === 'answer'),
    [{ type: 'answer', id: 'ask-1', answer: { kind: 'approval', choice: 'yes' } }],
  );
});

test('IN-7 APR-1 Ctrl+Z at an approval goes to the shell too, and the approval is still open afterwards', async () => {
  const { type, feed, until, screen, agent, wait, suspensions } = await createHarness();
  type('approve\r');
  await until(() => screen().includes('Allow?'));
  wait(301);
  feed('\x1a');
  assert.equal(suspensions(), 1);
  assert.ok(screen().includes('Allow?'));
  assert.ok(!agent.ops.some(({ type: kind }) => kind === 'answer' || kind === 'cancel'));
});

test('D8 in 200 random timings, only keys pressed after the delay count', async () => {
  let seed = 3;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  const { type, agent, wait, repl, written } = await createHarness(80, 12);
  const until = async (check: () => boolean) => {
    while (!check()) await new Promise((next) => setImmediate(next));
  };
  for (let round = 0; round < 200; round += 1) {
    agent.ops.length = 0;
    const before = written().length;
    type('approve\r');
    await until(() => written().includes('Allow?', before));
    const early = random(600);
    wait(early);
    type('y\r');
    const answers = agent.ops.length > 1 || early >= 300;
    if (!answers) {
      wait(301);
      type('n\r');
    }
    await until(() => !repl.isBusy);
    const answer = agent.ops.find(({ type: kind }) => kind === 'answer');
    assert.ok(answer?.type === 'answer' && answer.answer.kind === 'approval');
    assert.equal(answer.answer.choice, early >= 300 ? 'yes' : 'no', `after ${early} ms`);
  }
});

test('D7 replies of the terminal neither type nor answer', async () => {
  const { type, feed, until, screen, agent, wait, emulator } = await createHarness();
  const reports = [
    '\x1b[?1;2c',
    '\x1b[24;80R',
    '\x1b]11;rgb:0000/0000/0000\x07',
    '\x1bP!|00000000\x1b\\',
    '\x1b[?2026;2$y',
    '\x1b[?1u',
  ];
  for (const report of reports) feed(report);
  assert.equal(emulator.lines().at(-1), '[build] /home/app> ');
  type('approve\r');
  await until(() => screen().includes('Allow?'));
  wait(301);
  for (const report of reports) feed(report);
  assert.equal(agent.ops.length, 1);
  assert.equal(emulator.lines().at(-1), '> ');
});

test('APR-6 requests that arrive together are asked one after the other', async () => {
  const { repl, until, screen, type, wait, agent, say } = await createHarness(80, 40);
  await say('hello');
  repl.event({ type: 'request-start', request: approval, seq: 1, at: 0 });
  repl.event({ type: 'request-start', request: questions, seq: 2, at: 0 });
  await until(() => screen().includes('Allow?'));
  assert.ok(!screen().includes('[Question'));
  wait(301);
  type('y\r');
  await until(() => screen().includes('[Question 1/2]'));
  wait(301);
  type('1\r');
  type('all\r');
  await until(() => agent.ops.filter(({ type: kind }) => kind === 'answer').length === 2);
});

test('APR-7 each scope lists the recent commands that it would have covered', () => {
  const covered = [['git push origin main'], ['git push origin main', 'git push fork x', 'a', 'b', 'c\u202e']];
  const step = play(approvalDialog(asking('git push origin main', { covered }), SIZE, drawing), 'always');
  assert.equal(step.type, 'next');
  if (step.type !== 'next') return;
  const lines = step.dialog.lines.map(plainText);
  assert.deepEqual(lines.slice(1), [
    '  1. git push origin *',
    '     would have covered: git push origin main',
    '  2. git push *',
    '     would have covered: git push origin main · git push fork x · a · b and 1 more',
  ]);
});

test('APR-7 the pattern can be edited before it is saved', () => {
  const step = play(
    approvalDialog(asking('git push origin main'), SIZE, drawing),
    'always',
    'e',
    'git push fork *',
    '1',
  );
  const scope = { permission: 'bash', pattern: 'git push fork *' };
  assert.deepEqual(answerOf(step), { kind: 'approval', choice: 'always', scope, lifetime: 'session' });
});

test('D4 the commands of a long line are listed one below the other', () => {
  const parts = ['cd build', 'rm -rf out', 'echo "a;b"'];
  const long = `cd build && ${' '.repeat(80)} rm -rf out; echo "a;b"`;
  const text = textOf(approvalDialog(asking(long, { parts }), SIZE, drawing));
  assert.match(text, /It runs 3 commands:\n {2}1\. cd build\n {2}2\. rm -rf out\n {2}3\. echo "a;b"/);
  assert.doesNotMatch(textOf(approvalDialog(asking('a && b', { parts: ['a', 'b'] }), SIZE, drawing)), /It runs/);
});

test('APR-8 the approval shows how much would be deleted, where, and what lies outside', () => {
  const top = [
    { folder: 'build/', files: 120 },
    { folder: 'src/', files: 3 },
  ];
  const radius = { files: 123, bytes: 4_560_000, isPartial: true, top, outside: ['/etc/x'], unknown: ['$DIR'] };
  const text = textOf(approvalDialog(asking('rm -rf build src', { radius }), SIZE, drawing));
  assert.match(text, /It reaches 123\+ files, 4\.6 MB: build\/ \(120\), src\/ \(3\)/);
  assert.match(text, /Outside the workspace: \/etc\/x\nOnly known when it runs: \$DIR/);
  const none = { files: 0, bytes: 0, isPartial: false, top: [], outside: [], unknown: [] };
  const nothing = textOf(approvalDialog(asking('rm gone', { radius: none }), SIZE, drawing));
  assert.match(nothing, /It matches no existing file\./);
  const late = approvalDialog(asking('rm -rf src', { radius: { ...none, isPartial: true } }), SIZE, drawing);
  assert.match(textOf(late), /^The files it reaches could not be counted in time\.$/m);
  assert.doesNotMatch(textOf(late), /no existing file/);
});

test('POL-7 C7 the approval of an edit shows every written character, and explains why a return in a line matters', () => {
  const diff = [
    '--- a.js',
    '+++ a.js',
    '@@ -0,0 +1,3 @@',
    "+require('child_process').execSync('touch PWN1')\r// tidy up the constants",
    '+\tplain\r',
    '+a\u202eb\x1b]0;hidden\x07c\u200b',
    '',
  ].join('\n');
  const request: ApprovalRequest = {
    ...approval,
    call: { id: 'c', name: 'write', arguments: '{"path":"a.js"}' },
    command: undefined,
    view: {
      title: 'a\x1b[2K\nb.js',
      body: [
        { type: 'diff', diff },
        { type: 'text', text: 'x\ry' },
      ],
    },
    reasons: [],
  };
  assert.deepEqual(approvalDialog(request, { columns: 200, rows: 40 }, drawing).lines.map(plainText), [
    'Approval needed: [tool] write a\\e[2K\\nb.js',
    '--- a.js',
    '+++ a.js',
    '@@ -0,0 +1,3 @@',
    "+require('child_process').execSync('touch PWN1')\\r// tidy up the constants",
    '+\tplain\\r',
    '+a\\u{202e}b\\e]0;hidden\\ac\\u{200b}',
    'x\\ry',
    'why: a line contains a carriage return (\\r): an editor or a terminal may show only what follows it',
    'why: it contains characters that are invisible or change the reading direction (\\u{202e}, \\e, \\a, \\u{200b})',
  ]);
});

test('ESC-1 Esc at a question of a turn cancels the turn; at one of a command it picks nothing', () => {
  for (const isYesNo of [true, false]) {
    const request: PickRequest = {
      kind: 'pick',
      id: 'p',
      title: 'go on',
      options: ['yes', 'no'],
      ...(isYesNo && { isYesNo: true as const }),
    };
    assert.equal(pickDialog(request, drawing, { isTurn: true }).escape().type, 'cancel');
    assert.deepEqual(answerOf(pickDialog(request, drawing).escape()), { kind: 'pick', picked: null });
  }
});
