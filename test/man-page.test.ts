import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manPage } from '../scripts/man-page.ts';

test('CLI-11 the man page of the package states the same as --help', () => {
  const page = manPage();
  assert.match(page, /^\.TH CODER 1 /);
  for (const section of ['NAME', 'USAGE', 'CONVERSATION', 'COMMANDS', 'EXIT CODES', 'FILES'])
    assert.match(page, new RegExp(`^\\.SH ${section}$`, 'm'));
  assert.match(page, /^ {2}coder login \[PROVIDER\] {2}/m);
});
