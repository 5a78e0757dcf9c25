import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { shellQuote, shellWord } from '../../../src/base/text/shell-quote.ts';

test('a shell reads a quoted text back as one word, whatever is in it', () => {
  const texts = ['', 'plain', "it's", "'", "''", '$HOME `id` "x"', '~', '*', 'a\nb', '\\', '-n', '!x', '#', 'ä b'];
  for (const quote of [shellQuote, shellWord]) {
    const line = `printf '%s\\0' ${texts.map(quote).join(' ')}`;
    const read = execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' });
    assert.deepEqual(read.split('\0').slice(0, -1), texts);
  }
  assert.equal(shellWord('src/a-b.ts'), 'src/a-b.ts');
});
