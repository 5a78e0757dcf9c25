import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../../src/base/schema.ts';
import type { Stamped } from '../../src/protocol/event.ts';
import type { Fact } from '../../src/protocol/fact.ts';
import type { View } from '../../src/protocol/view.ts';
import { view as schema } from '../../src/protocol/wire-schema.ts';
import { en } from '../../src/words/en.ts';
import { factText, shownEvent } from '../../src/words/shown-view.ts';
import { zhCn } from '../../src/words/zh-cn.ts';

const english = en.screen.views;
const chinese = zhCn.screen.views;

/** Every fact, with what it says in English and in Chinese. */
const FACTS: readonly (readonly [Fact, string, string])[] = [
  [{ is: 'entries', path: 'src', count: 1 }, 'src 1 entry', 'src 1 项'],
  [{ is: 'search', pattern: '*.ts' }, '*.ts', '*.ts'],
  [{ is: 'search', pattern: '*.ts', where: 'src' }, '*.ts in src', '*.ts（在 src 中）'],
  [{ is: 'search', pattern: '*.ts', files: 5, isLeast: true }, '*.ts: 5+ files', '*.ts：5+ 个文件'],
  [
    { is: 'search', pattern: 'x', where: 'src', glob: '*.ts', matches: 1 },
    'x in src (*.ts): 1 match',
    'x（在 src 中，*.ts）：1 处匹配',
  ],
  [{ is: 'file', path: 'a.ts', lines: 120 }, 'a.ts 120 lines', 'a.ts 120 行'],
  [{ is: 'lines', path: 'a.ts', from: 10 }, 'a.ts from 10', 'a.ts 从第 10 行起'],
  [{ is: 'lines', path: 'a.ts', from: 10, to: 40 }, 'a.ts 10-40', 'a.ts 第 10-40 行'],
  [{ is: 'lines', path: 'a.ts', from: 10, to: 40, of: 120 }, 'a.ts 10-40 of 120', 'a.ts 第 10-40 行，共 120 行'],
  [{ is: 'last-lines', path: 'a.ts', count: 20 }, 'a.ts last 20', 'a.ts 最后 20 行'],
  [{ is: 'changes', files: 2 }, '2 files', '2 个文件'],
  [{ is: 'changes', files: 2, added: 3, removed: 1 }, '2 files +3 -1', '2 个文件 +3 -1'],
  [
    { is: 'changes', files: 2, added: 3, removed: 1, isDry: true },
    '2 files +3 -1 (dry run)',
    '2 个文件 +3 -1（试运行）',
  ],
  [{ is: 'dry-run', what: 'a.ts', added: 1, removed: 0 }, 'a.ts +1 -0 (dry run)', 'a.ts +1 -0（试运行）'],
  [{ is: 'todos' }, 'todos', '待办'],
  [{ is: 'todos-done', done: 1, count: 3 }, '1/3 done', '已完成 1/3'],
  [{ is: 'questions', count: 2 }, '2 questions', '2 个问题'],
  [{ is: 'hosts', count: 3 }, '3 hosts', '3 个主机'],
  [{ is: 'runs-as', job: 'job1' }, 'runs as job1', '以 job1 运行'],
  [{ is: 'runs-in', terminal: 'pty_1' }, 'runs in pty_1', '在 pty_1 中运行'],
  [{ is: 'terminal-ended', terminal: 'pty_1', exitCode: 3 }, 'pty_1 ended, exit 3', 'pty_1 已结束，退出码 3'],
  [{ is: 'terminal-ended', terminal: 'pty_1' }, 'pty_1 ended, exit null', 'pty_1 已结束'],
  [
    { is: 'page', status: 200, type: 'text/html', characters: 9, title: 'Home' },
    '200 · text/html · 9 characters · Home',
    '200 · text/html · 9 个字符 · Home',
  ],
  [{ is: 'no-difference' }, 'no difference', '没有差异'],
  [{ is: 'nothing-changed' }, 'nothing changed', '没有改动'],
];

test('CLI-1 every fact is put into words in the language of the person', () => {
  for (const [fact, said, inChinese] of FACTS) {
    assert.equal(factText(said, fact, english), said);
    assert.equal(factText(said, fact, chinese), inChinese);
    assert.deepEqual(parse(schema, { title: said, fact }), { ok: true, value: { title: said, fact } });
  }
});

test('CLI-1 a view without a fact, as in older logs, or with one of a newer version is shown as it is', () => {
  assert.equal(factText('src 3 entries', undefined, chinese), 'src 3 entries');
  assert.equal(factText('src 3 links', { is: 'links', count: 3 } as unknown as Fact, chinese), 'src 3 links');
});

test('CLI-1 titles, texts, lists and changes of calls and of requests are put into words', () => {
  const view: View = {
    title: '2 files +2 -1',
    fact: { is: 'changes', files: 2, added: 2, removed: 1 },
    change: { what: '2 files', files: 2, isNew: false, added: 2, removed: 1 },
    body: [
      { type: 'text', text: 'no difference', fact: { is: 'no-difference' } },
      { type: 'list', items: ['nothing changed'], fact: { is: 'nothing-changed' } },
      { type: 'text', text: 'as it is' },
    ],
  };
  const shown = {
    ...view,
    title: '2 个文件 +2 -1',
    change: { ...view.change, what: '2 个文件' },
    body: [{ ...view.body?.[0], text: '没有差异' }, { ...view.body?.[1], items: ['没有改动'] }, view.body?.[2]],
  };
  const call = { id: 'c', name: 'patch', arguments: '{}' };
  const started: Stamped = { type: 'call-start', call, view, seq: 0, at: 0 };
  assert.deepEqual(shownEvent(started, chinese), { ...started, view: shown });
  assert.deepEqual(shownEvent(started, english), started);
  const request = { kind: 'approval', id: 'a', call, view, reasons: [], choices: [], scopes: [] } as const;
  const asked = { type: 'request-start', request: { ...request, reasons: [], choices: [], scopes: [] }, seq: 1, at: 0 };
  const after = shownEvent(asked as Stamped, chinese);
  assert.ok(after.type === 'request-start' && after.request.kind === 'approval');
  assert.deepEqual(after.request.view, shown);
});
