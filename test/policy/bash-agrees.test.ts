/** The analyser reads words as bash does: quotes, escapes and braces in random mixtures. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { parseShell } from '../../src/policy/shell/read/parse.ts';
import { secondOpinion } from '../../src/policy/shell/read/second-opinion.ts';
import { resolveWord } from '../../src/policy/shell/read/words.ts';
import { lacks } from '../fixtures/programs.ts';
import { pick, seeded } from './mutate.ts';

const skip = lacks('bash');
const WORDS = 1_500;

const PIECES = [
  'a',
  'b',
  'x',
  '1',
  '\\',
  '\\\\',
  "'",
  '"',
  "$'",
  '\\n',
  '\\x41',
  '\\101',
  '\\u0041',
  '\\e',
  '\\"',
  "\\'",
  '\\$',
  '\\`',
  '-',
  '=',
  '.',
  '/',
  '{',
  '}',
  '{a,b}',
  '{1..3}',
  '{,x}',
  ',',
  '#',
  '!',
  '^',
  '%',
  '@',
  ':',
  '+',
  '\\\n',
  '\\ ',
  ' ',
  '  ',
  'é',
  '$',
  '[',
];

const nothingKnown = { home: '/HOME', variables: new Map<string, readonly string[]>(), outputOf: () => [] };

/** The words the analyser is sure of; `undefined` if the line would ask anyway. */
function certainWords(line: string): string[] | undefined {
  const { script, problem } = parseShell(line);
  const command = script.commands[0]?.command;
  if (problem || script.commands.length !== 1 || command?.type !== 'Command') return undefined;
  if (command.redirects.length > 0 || secondOpinion(line, script) !== 'agrees') return undefined;
  const words = command.args.flatMap((word) => (word.type === 'Word' ? resolveWord(word, nothingKnown) : []));
  return words.every((word) => word.kind === 'literal') ? words.map((word) => word.value) : undefined;
}

test(`POL-9 A4 ${WORDS} random words are read as bash reads them`, { skip }, () => {
  const random = seeded(4);
  const lines = new Map<string, string[]>();
  while (lines.size < WORDS) {
    const pieces = Array.from({ length: 1 + Math.floor(random() * 9) }, () => pick(random, PIECES));
    const line = `printf %s\\\\0 ${pieces.join('')}`;
    const words = certainWords(line);
    if (words) lines.set(line, words.slice(1));
  }
  const script = 'for line in "$@"; do eval "$line"; printf "\\1\\n"; done';
  const { stdout } = spawnSync('bash', ['--norc', '--noprofile', '-c', script, '_', ...lines.keys()], {
    cwd: tmpdir(),
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const printed = stdout.split('\u0001\n');
  const wrong = [...lines].flatMap(([line, words], index) => {
    const expected = `${words.join('\0')}\0`;
    return printed[index] === expected ? [] : [{ line, expected, bash: printed[index] }];
  });
  assert.deepEqual(wrong, []);
});
