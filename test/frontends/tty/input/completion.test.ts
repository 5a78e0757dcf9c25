import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commonPrefix, completionAt, writeChoice } from '../../../../src/frontends/tty/input/completion.ts';

/** `kind query [replaced]` for a text with the cursor at `|`. */
function at(marked: string): string | undefined {
  const cursor = marked.indexOf('|');
  const text = marked.replace('|', '');
  const found = completionAt(text, cursor);
  if (found === undefined) return undefined;
  const of = found.command ?? found.place;
  return `${found.kind}${of === undefined ? '' : `(${of})`} ${found.query} [${text.slice(found.start, found.end)}]`;
}

test('IN-9 the text before the cursor decides what is completed', () => {
  const rows: [string, string | undefined][] = [
    ['|', undefined],
    ['hello|', undefined],
    ['/|', 'command  [/]'],
    ['/mo|', 'command mo [/mo]'],
    ['/m|od x', 'command m [/mod]'],
    ['/model |', 'argument(model)  []'],
    ['/model gp|', 'argument(model) gp [gp]'],
    ['/model gpt x|', undefined],
    ['/usr/bin|', undefined],
    ['/model\ngp|', undefined],
    [' /mo|', undefined],
    ['see @|', 'mention  [@]'],
    ['see @sr|', 'mention sr [@sr]'],
    ['see @sr|c now', 'mention sr [@src]'],
    ['@src/ed|', 'mention src/ed [@src/ed]'],
    ['@"my fi|', 'mention my fi [@"my fi]'],
    ['@"my fi|le" x', 'mention my fi [@"my file"]'],
    ['@my\\ fi|', 'mention my fi [@my\\ fi]'],
    ['a@b|', undefined],
    ['(see @sr|c)', 'mention sr [@src]'],
    ['@sr|c, and', 'mention sr [@src]'],
    ['@a.ts |', undefined],
    ['@a.ts:1|', undefined],
    ['@a.ts:10-|', undefined],
    ['看@sr|', 'mention sr [@sr]'],
    ['（@sr|', 'mention sr [@sr]'],
    ['@../x|', 'path(mention) ../x [@../x]'],
    ['@/etc/ho|', 'path(mention) /etc/ho [@/etc/ho]'],
    ['@~/x|', 'path(mention) ~/x [@~/x]'],
    ['/compact about @sr|', 'mention sr [@sr]'],
    ['!|', undefined],
    ['!g|', 'program g [g]'],
    ['！g|', 'program g [g]'],
    ['! gi|', 'program gi [gi]'],
    ['! -i vi|', 'program vi [vi]'],
    ['! git |', 'path(shell)  []'],
    ['! cat src/a|', 'path(shell) src/a [src/a]'],
    ['! cat my\\ f|', 'path(shell) my f [my\\ f]'],
    ['! ls && gr|', 'program gr [gr]'],
    ['! ./scr|', 'path(shell) ./scr [./scr]'],
    ['! cat a@b|', 'path(shell) a@b [a@b]'],
  ];
  for (const [marked, expected] of rows) assert.equal(at(marked), expected, marked);
});

test('IN-9 a choice is written with the prefix, quotes and blanks it needs', () => {
  const base = { query: '', start: 0, end: 0 };
  assert.equal(writeChoice({ ...base, kind: 'command' }, 'model'), '/model ');
  assert.equal(writeChoice({ ...base, kind: 'argument' }, 'gpt-4o'), 'gpt-4o');
  assert.equal(writeChoice({ ...base, kind: 'program' }, 'git'), 'git ');
  assert.equal(writeChoice({ ...base, kind: 'mention' }, 'src/a.ts'), '@src/a.ts ');
  assert.equal(writeChoice({ ...base, kind: 'mention' }, 'src/'), '@src/');
  assert.equal(writeChoice({ ...base, kind: 'mention' }, 'my dir/a.ts'), '@"my dir/a.ts" ');
  assert.equal(writeChoice({ ...base, kind: 'mention' }, 'my dir/'), '@"my dir/');
  assert.equal(writeChoice({ ...base, kind: 'path', place: 'mention' }, '../b c.ts'), '@"../b c.ts" ');
  assert.equal(writeChoice({ ...base, kind: 'path', place: 'shell' }, 'my $dir/'), 'my\\ \\$dir/');
  assert.equal(writeChoice({ ...base, kind: 'path', place: 'shell' }, 'a;b.ts'), 'a\\;b.ts ');
  assert.equal(writeChoice({ ...base, kind: 'path', place: 'shell' }, '中文.md'), '中文.md ');
});

test('IN-9 the common start of all choices is found', () => {
  assert.equal(commonPrefix(['src/a', 'src/abc', 'src/ab']), 'src/a');
  assert.equal(commonPrefix(['Src', 'srx']), 'Sr');
  assert.equal(commonPrefix(['a', 'b']), '');
  assert.equal(commonPrefix([]), '');
});
