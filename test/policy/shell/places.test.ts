/** Where paths lead: twins, links, spellings, and folders that a line changes to. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksBeforeWriting } from '../../../src/policy/asks-before-writing.ts';
import { analyseShell, type ShellClass } from '../../../src/policy/shell/judge/analyse.ts';
import { context, diskWith, HOME, ROOT } from '../fixture.ts';

const classOf = (line: string, disk = context.disk): ShellClass => analyseShell(line, { ...context, disk }).class;

test('B1 a twin of the root is outside', () => {
  for (const twin of ['-evil', '.bak', '2', ' ', 'x/..']) {
    assert.notEqual(classOf(`cat '${ROOT}${twin}/../x'`), 'readonly', twin);
    assert.notEqual(classOf(`cat '${ROOT}${twin === 'x/..' ? 'x' : twin}/x'`), 'readonly', twin);
  }
  assert.equal(classOf(`cat ${ROOT}/README.md`), 'readonly');
});

test('B2 a link that leads outside is outside, and so are paths below it and back', () => {
  const disk = diskWith([`${ROOT}/a.txt`, '/etc/passwd'], { [`${ROOT}/docs`]: '/etc' });
  assert.equal(classOf('cat docs/passwd', disk), 'needs-approval');
  assert.equal(classOf('cd docs && cat passwd', disk), 'needs-approval');
  assert.equal(classOf('cat docs/../a.txt', disk), 'needs-approval');
  assert.equal(classOf('echo x > docs/new', disk), 'dangerous');
  assert.equal(classOf('cat a.txt', disk), 'readonly');
});

test('B5 paths are protected in any spelling, even before they exist', () => {
  for (const path of [
    '.coder/config.json',
    '.CODER/x',
    '.git/hooks/new',
    '.Git/config',
    '.gi\u200bt/config',
    'sub/.git/config',
    '.husky/pre-commit',
    'AGENTS.md',
    '.npmrc',
    '.vscode/tasks.json',
    'bunfig.toml',
    'app/.gdbinit',
    '.nvim.lua',
    'opencode.json',
    '.kiro/steering/x.md',
    'appveyor.yml',
  ]) {
    assert.equal(asksBeforeWriting(`${ROOT}/${path}`, [ROOT], HOME), true, path);
  }
  for (const path of ['src/coder.ts', '.gitignore', '.coderx/a', 'agents.md.txt', 'git/config']) {
    assert.equal(asksBeforeWriting(`${ROOT}/${path}`, [ROOT], HOME), false, path);
  }
  for (const line of [
    'echo > .CODER/new',
    'echo > ./.coder/./x',
    "echo > '.git/hooks/x'",
    'echo > src/../.coder/x',
    'tee .git/config',
    'cp evil.sh .git/hooks/x',
  ]) {
    assert.equal(classOf(line), 'dangerous', line);
  }
});

test('B6 the folder is followed through a line', () => {
  const lines: [string, ShellClass][] = [
    ['cd .coder && echo {} > config.json', 'hard-block'],
    ['cd .coder; cd ..; echo x > new.txt', 'needs-approval'],
    ['(cd .git); echo x > new.txt', 'needs-approval'],
    ['cd src && echo x > new.ts', 'needs-approval'],
    ['cd src && echo x > index.ts', 'dangerous'],
    ['cd src | echo x > index.ts', 'needs-approval'],
    ['cd src & echo x > index.ts', 'needs-approval'],
    ['{ cd src; }; echo x > index.ts', 'dangerous'],
    ['if cd src; then echo x > index.ts; fi', 'dangerous'],
    ['for d in src; do cd $d; done; echo x > new', 'dangerous'],
    ['cd "$D"; echo x > new', 'dangerous'],
    ['cd -; echo x > new', 'dangerous'],
    ['pushd src; echo x > index.ts', 'dangerous'],
    ['eval "cd src"; echo x > index.ts', 'dangerous'],
    ['env -C src tee index.ts', 'dangerous'],
    ['cd src && cat ../README.md', 'readonly'],
    ['cd src && cat ../../other', 'needs-approval'],
    ['cd missing; echo x > notes.txt', 'dangerous'],
    ['cd / && cat home/dev/proj/README.md', 'needs-approval'],
  ];
  for (const [line, expected] of lines) assert.equal(classOf(line), expected, line);
});
