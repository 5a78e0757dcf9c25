import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frontList, frontText, readFront, splitFrontMatter } from '../../src/integrations/front-matter.ts';

test('EXT-16 front matter as people write it: texts, quotes, blocks, lists, tables', () => {
  const front = [
    'name: reviewer',
    'description: >-',
    '  looks at',
    '  changes',
    'long: |',
    '  one',
    '    two',
    "quoted: 'it''s: fine'",
    'double: "say \\"hi\\""',
    'tools: Read, Bash(git add:*, git commit:*), Grep',
    'flow: [a, "b c", d]',
    'items:',
    '  - one',
    '  - two',
    'flat:',
    '- x',
    '# a remark',
    'table:',
    '  write: false',
    '  "*": true',
    'colon: Use when: it rains',
    'empty:',
  ].join('\n');
  const read = readFront(front);
  assert.equal(read.badLine, undefined);
  assert.deepEqual(Object.fromEntries(read.fields), {
    name: 'reviewer',
    description: 'looks at changes',
    long: 'one\n  two',
    quoted: "it's: fine",
    double: 'say "hi"',
    tools: 'Read, Bash(git add:*, git commit:*), Grep',
    flow: ['a', 'b c', 'd'],
    items: ['one', 'two'],
    flat: ['x'],
    table: { write: 'false', '*': 'true' },
    colon: 'Use when: it rains',
    empty: '',
  });
  assert.deepEqual(frontList(read, 'tools'), ['Read', 'Bash(git add:*, git commit:*)', 'Grep']);
  assert.deepEqual(frontList(read, 'items'), ['one', 'two']);
  assert.equal(frontText(read, 'flow'), 'a, b c, d');
  assert.equal(frontText(read, 'empty'), undefined);
});

test('EXT-16 a line that is none is named; text without front matter is all body', () => {
  assert.equal(readFront('name: a\n- description: b').badLine, 3);
  assert.deepEqual(splitFrontMatter('just text'), { front: undefined, body: 'just text' });
});
