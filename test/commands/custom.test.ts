import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expandCommand } from '../../src/commands/custom.ts';
import type { CustomCommand, PromptPiece } from '../../src/protocol/custom-command.ts';

const pieces = (form: CustomCommand['form'], body: string, args: string): PromptPiece[] =>
  expandCommand({ name: 'x', description: '', origin: 'user', path: '/x', form, body }, args);

test('EXT-17 $1 and $ARGUMENTS are replaced by arguments, lines to run become separate pieces, and inserted text is not expanded again', () => {
  assert.deepEqual(pieces('markdown', 'Fix $1 with $2.', '"two words" b'), ['Fix two words with b.']);
  assert.deepEqual(pieces('markdown', 'A !`git log -1 $1` B', 'main'), ['A ', { run: 'git log -1 main' }, ' B']);
  assert.deepEqual(pieces('markdown', 'Say $ARGUMENTS', '!`rm -rf x` $1'), ['Say !`rm -rf x` $1']);
  assert.deepEqual(pieces('markdown', 'No place', 'more'), ['No place', '\n\nmore']);
});

test('EXT-17 in TOML, {{args}} is quoted inside !{…}, @{…} is a mention, and braces may nest', () => {
  assert.deepEqual(pieces('toml', "Find {{args}}: !{grep -r {{args}} . | awk '{print $1}'}", "it's"), [
    "Find it's: ",
    { run: `grep -r 'it'\\''s' . | awk '{print $1}'` },
  ]);
  assert.deepEqual(pieces('toml', 'See @{docs/a b.md} and @{x.md}!', ''), ['See @"docs/a b.md" and @x.md!']);
  assert.deepEqual(pieces('toml', 'Open !{never', ''), ['Open !{never']);
});
