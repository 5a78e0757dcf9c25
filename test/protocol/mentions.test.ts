import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMention, type Mention, parseMentions } from '../../src/protocol/mentions.ts';

type Found = Pick<Mention, 'path' | 'lines'> & { text: string };

function find(text: string): Found[] {
  return parseMentions(text).map(({ start, end, ...rest }) => ({ text: text.slice(start, end), ...rest }));
}

test('IN-10 mentions are found in a message, with their paths and lines', () => {
  const rows: [string, Found[]][] = [
    ['no mention', []],
    ['@src/a.ts', [{ text: '@src/a.ts', path: 'src/a.ts' }]],
    ['look at @src/a.ts please', [{ text: '@src/a.ts', path: 'src/a.ts' }]],
    [
      '@a.ts and @b/c.ts',
      [
        { text: '@a.ts', path: 'a.ts' },
        { text: '@b/c.ts', path: 'b/c.ts' },
      ],
    ],
    ['@src/', [{ text: '@src/', path: 'src/' }]],
    ['@a.ts:10-40', [{ text: '@a.ts:10-40', path: 'a.ts', lines: { from: 10, to: 40 } }]],
    ['@a.ts:7', [{ text: '@a.ts:7', path: 'a.ts', lines: { from: 7, to: 7 } }]],
    ['@a.ts:40-10', [{ text: '@a.ts:40-10', path: 'a.ts', lines: { from: 10, to: 40 } }]],
    ['@a.ts:0', [{ text: '@a.ts:0', path: 'a.ts:0' }]],
    ['@"my file.ts"', [{ text: '@"my file.ts"', path: 'my file.ts' }]],
    ['@"my file.ts":3-4 x', [{ text: '@"my file.ts":3-4', path: 'my file.ts', lines: { from: 3, to: 4 } }]],
    ['@"a \\"b\\".ts"', [{ text: '@"a \\"b\\".ts"', path: 'a "b".ts' }]],
    ['@my\\ file.ts', [{ text: '@my\\ file.ts', path: 'my file.ts' }]],
    ['see @a.ts.', [{ text: '@a.ts', path: 'a.ts' }]],
    ['(see @a.ts)', [{ text: '@a.ts', path: 'a.ts' }]],
    ['is it @a.ts?', [{ text: '@a.ts', path: 'a.ts' }]],
    ['@a.ts: broken', [{ text: '@a.ts', path: 'a.ts' }]],
    ['me@example.com', []],
    ['a@b', []],
    ['x@ y', []],
    ['@', []],
    ['@ a', []],
    ['@"open', []],
    ['看看@src/a.ts，谢谢', [{ text: '@src/a.ts', path: 'src/a.ts' }]],
    ['请看（@文档/说明.md）', [{ text: '@文档/说明.md', path: '文档/说明.md' }]],
    ['`@a.ts`', [{ text: '@a.ts', path: 'a.ts' }]],
    ['@../x @~/y @/etc/hosts', ['../x', '~/y', '/etc/hosts'].map((path) => ({ text: `@${path}`, path }))],
    ['line\n@b.ts', [{ text: '@b.ts', path: 'b.ts' }]],
    ['@@a', []],
  ];
  for (const [text, expected] of rows) assert.deepEqual(find(text), expected, text);
});

test('IN-10 a path formatted as a mention parses back to the same path', () => {
  const paths = [
    'a.ts',
    'my file.ts',
    'a"b',
    "it's",
    'a\\b c',
    'ends.',
    'odd:12',
    '中文.md',
    'a，b',
    'a<b>',
    'a(1).ts',
    'x)',
  ];
  for (const path of paths) {
    assert.deepEqual(
      parseMentions(`see ${formatMention(path)} ok`).map((mention) => mention.path),
      [path],
      path,
    );
  }
});
