/** Lines typed at a prompt ask if a prompt reads more into them than a script does. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideCommand } from '../../../../src/policy/decide-command.ts';
import type { Preset } from '../../../../src/protocol/policy.ts';
import { factsWith, presets, ROOT } from '../../fixture.ts';

const decided = (line: string, typedAt = 'bash', preset: Preset = presets.build) =>
  decideCommand({ line, cwd: ROOT, interactive: true, typedAt }, 'bash', factsWith({ preset })).verdict;

test('POL-9 history, continued lines, other shells and git ask at a prompt', () => {
  const asking = [
    'echo !!:s/"//:s/"//',
    'ls !$',
    '!ls',
    '^ls^rm',
    'ls\n^ls^touch^',
    'ls \\',
    'git --no-pager diff',
    'ls $(touch x)\u001b\u0005',
    'cat\u0004touch x',
  ];
  assert.deepEqual(
    asking.filter((line) => decided(line) !== 'ask'),
    [],
  );
  for (const shell of ['zsh', 'fish', 'dash', 'ssh', 'a shell']) assert.equal(decided('ls', shell), 'ask');
});

test('POL-9 lines that only read are typed without asking', () => {
  const plain = ['ls', '[ ! -f x ] && echo no', '[ a != b ]', 'cat notes.txt | head -3'];
  assert.deepEqual(
    plain.filter((line) => decided(line) !== 'allow'),
    [],
  );
  assert.equal(decided('ls\nrm -rf ~', 'zsh', presets.yolo), 'deny');
});
