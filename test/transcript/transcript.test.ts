import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEntry } from '../../src/session/entry.ts';
import { toMarkdown } from '../../src/transcript/markdown.ts';
import { transcriptOf } from '../../src/transcript/transcript.ts';
import { en } from '../../src/words/en.ts';
import { zhCn } from '../../src/words/zh-cn.ts';
import { richSession } from '../fixtures/rich-session.ts';

test('a log becomes items in order: results with their calls, decisions with who took them', () => {
  const { items, title, models, turns, usage } = transcriptOf('rich', richSession(), en.page);
  assert.equal(
    items.map((item) => (item.type === 'call' ? `${item.name} ${item.status}` : item.type)).join(', '),
    'event, user, todos, thinking, answer, grep ok, edit ok, bash ok, answer, note',
  );
  const calls = items.flatMap((item) => (item.type === 'call' ? [item] : []));
  assert.deepEqual(
    calls.map(({ title: name, decidedBy, blocks }) => [name, decidedBy, blocks.map(({ type }) => type)]),
    [
      ['reduce', undefined, ['list']],
      ['src/sum.ts', 'allowed by the user', ['diff']],
      ['npm test', undefined, ['terminal']],
    ],
  );
  assert.ok(title.startsWith('Fix the sum'));
  assert.deepEqual([models, turns, usage.input], [['model-1'], 1, 12_345]);
});

test('CLI-1 the titles of calls are in the language of the page; the log keeps the English', () => {
  const message = (id: string, said: unknown) => ({
    id,
    at: 0,
    type: 'message',
    turn: 't',
    prompt: 'p',
    message: said,
  });
  const made = { id: 'c', name: 'read', arguments: '{"path":"a.ts"}' };
  const result = { role: 'tool', callId: 'c', name: 'read', outcome: { status: 'ok', result: {} } };
  const entries = [
    message('1', { role: 'assistant', model: 'm', content: [{ type: 'call', call: made }] }),
    message('2', { ...result, title: 'a.ts 12 lines', fact: { is: 'file', path: 'a.ts', lines: 12 } }),
  ];
  assert.ok(entries.every(isEntry));
  const titleIn = (page: typeof en.page) =>
    transcriptOf('x', entries as never, page).items.map((item) => (item.type === 'call' ? item.title : ''));
  assert.deepEqual(titleIn(zhCn.page), ['a.ts 12 行']);
  assert.deepEqual(titleIn(en.page), ['a.ts 12 lines']);
  assert.equal(isEntry(message('3', { ...result, fact: { is: 'file', path: {} } })), false);
});

test('calls without a result, duplicate ids and arguments that are not JSON are still shown', () => {
  const at = 0;
  const message = (id: string, said: unknown) => ({ id, at, type: 'message', turn: 't', prompt: 'p', message: said });
  const ask = (id: string, args: string) =>
    message(id, {
      role: 'assistant',
      model: 'm',
      content: [{ type: 'call', call: { id: 'c', name: 'x', arguments: args } }],
    });
  const entries = [
    ask('1', '{broken'),
    message('2', { role: 'tool', callId: 'c', name: 'x', outcome: { status: 'failed', error: 'bad JSON' } }),
    ask('3', '{"path":"b","content":"new"}'),
    message('5', { role: 'tool', callId: 'c', name: 'x', outcome: { status: 'denied', error: 'no' } }),
    ask('6', '{"path":"a"}'),
    message('4', { role: 'tool', callId: 'other', name: 'x', outcome: { status: 'ok', result: {} } }),
  ];
  const { items } = transcriptOf('odd', entries as never, en.page);
  assert.deepEqual(
    items.map((item) => item.type === 'call' && [item.status, item.title, item.blocks]),
    [
      ['failed', '', [{ type: 'text', text: 'bad JSON' }]],
      [
        'denied',
        'b',
        [
          { type: 'text', text: '{\n  "path": "b",\n  "content": "new"\n}' },
          { type: 'text', text: 'no' },
        ],
      ],
      ['open', 'a', []],
    ],
  );
});

test('SES-3 Markdown stays readable: fences longer than any they contain, diffs and output marked', () => {
  const text = toMarkdown(transcriptOf('rich', richSession(), en.page));
  for (const part of [
    '# Fix the sum',
    '### edit `src/sum.ts` (allowed by the user)',
    '```diff\n--- a/src/sum.ts',
    '```console\nok 3 <passed>\n\na warning\nexit 1\n```',
    '- [>] Fix it',
    '> The test says *-1*',
  ]) {
    assert.ok(text.includes(part), part);
  }
  const fenced = toMarkdown({
    ...transcriptOf('x', [], en.page),
    items: [{ at: 0, type: 'note', text: 'a\n````\nb' }],
  });
  assert.ok(fenced.includes('`````\na\n````\nb\n`````'), fenced);
});
