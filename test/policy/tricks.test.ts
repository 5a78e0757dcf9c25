/** Lines that were once read as harmless: each represents a class of lines, all of which must ask. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPlainAwkProgram } from '../../src/policy/programs/awk.ts';
import { isPlainPs } from '../../src/policy/programs/ps.ts';
import { isPlainSedScript, sedDanger } from '../../src/policy/programs/sed.ts';
import { analyseShell } from '../../src/policy/shell/judge/analyse.ts';
import { cpuTime } from '../fixtures/cpu-time.ts';
import { context, diskWith, ROOT } from './fixture.ts';

const classOf = (line: string, disk = context.disk) => analyseShell(line, { ...context, disk }).class;

const ASKING: Record<string, readonly string[]> = {
  'braces with an early closing one': [
    'find . {x},-delete}',
    'find . {a}b,-delete}',
    'find . a{},-delete}',
    'find . {x},}-delete',
    'cat {x},/etc/passwd}',
    'cat {x},.env}',
    'sort notes.txt {"q"},-opackage.json}',
    'rg x notes.txt {q},--pre=./evil.sh}',
    'cat {01..02}',
    'cat {a..c}',
    'find . {,}{x},-delete}',
    'find . {x\\},-delete}',
    "find . {'x'},-delete}",
    'find . ${x}{a},-delete}',
    'find . \\"{x},-delete}\\"',
  ],
  'ANSI-C text': [
    "find . $'\\x{2d}delete'",
    "cat $'\\u002eenv'",
    "cat $'\\U0000002eenv'",
    "cat $'\\c@'",
    "cat $'a\\0/etc/passwd'",
    "cat $'\\xe9'",
  ],
  'text for another shell': [
    "sh -c '[[ a || ./evil.sh ]]'",
    "sh -c '[[ a > package.json ]]'",
    "dash -c 'ls &> new'",
    "sh -c 'ls |& cat'",
    "sh -c 'cat <<< x'",
    "sh -c 'cat {a,b}'",
    "sh -c 'echo $\\'a\\''",
    `sh -c "echo \\$'\\\\'; touch new #'"`,
    "sh -c 'time ls'",
    "sh -c 'cat <(ls)'",
    'bash -c "sh -c \'[[ a || b ]]\'"',
    'eval "sh -c \'[[ a || b ]]\'"',
  ],
  'a pattern that may become several operands': [
    'uniq src/*.ts',
    'xxd n*',
    'cmp n* README.md',
    'git config core.*',
    'git symbolic-ref refs/heads/*',
    'date -d 1*',
    'sort -k n* README.md',
  ],
  'flags read in another way': [
    'xxd -rc 8 .git/config',
    'xxd -c8 notes.txt',
    'tree -Po x package.json',
    'git log --format --output=new.txt',
    'git log --since --output=new.txt',
    'git config --get --file=/home/dev/.pypirc pypi.password',
    'git diff --no-index notes.txt link/passwd',
    'git diff --skip-to /etc/passwd',
    'git config user.name --get-regexp',
    'xxd notes.txt -b',
    'uniq notes.txt -c',
    'git diff --submodule=diff',
  ],
  'variables that are not what they seem': [
    'for f in README.md; do while read l; do cat "$f"; read f; done < notes.txt; done',
    'while read f; do cat "$f"; done < notes.txt',
    'read f < notes.txt; cat "$f"',
    'for f in a b; do f=/etc/passwd; cat "$f"; done',
    'for HOME in /etc; do cat $HOME/passwd; done',
    'HOME=/etc; cat $HOME/passwd',
    'cd src; cat $PWD/../../x',
    'for x in -delete; do find . "$x"; done',
    'for x in "-o out"; do sort notes.txt $x; done',
    "for x in '*'; do cat $x; done",
    'for f in *; do sort "$f"; done',
    'for f in env; do cat ".$f"; done',
    'for c in ./evil.sh; do $c; done',
    'for d in ..; do cd "$d"; cat x; done',
    'for f in a; do bash -c \'cat "$f"\'; done',
    'echo $AWS_SECRET_ACCESS_KEY',
    'cat $((1))',
    'read PATH',
    'IFS=x; cat $PWD',
    'cat ~nobody-here/x',
    'ls ~$x',
  ],
  'names that xargs takes apart': [
    'find . -print0 | xargs sort',
    'find . | xargs -0 sort',
    'find . | xargs sort',
    'find . | xargs -I{} cat {}',
    'find -L . -print0 | xargs -0 cat',
    'find . -name "*.pem" -print0 | xargs -0 cat',
    'find .. -print0 | xargs -0 cat',
    'find . -print0 | xargs -0 uniq',
    'echo /etc/passwd | xargs cat',
  ],
  'an environment that is emptied or changed before git': [
    'env -i git status',
    'env - git status',
    'env --ignore-environment git status',
    'env -u GIT_CONFIG_COUNT git status',
    'exec -c git status',
    'GIT_OPTIONAL_LOCKS=1 git status',
    'GIT_CONFIG_COUNT=0 git diff',
    'unset GIT_CONFIG_COUNT; git diff',
    'export GIT_CONFIG_COUNT=0; git diff',
    'GIT_CONFIG_COUNT=0; git diff',
  ],
};

for (const [what, lines] of Object.entries(ASKING)) {
  test(`POL-9 A4 ${what}: never proved to only read`, () => {
    assert.deepEqual(
      lines.filter((line) => classOf(line) === 'readonly'),
      [],
    );
  });
}

test('plain variants of those lines still run', () => {
  const lines = [
    'cat {README.md,notes.txt}',
    'echo {1..3}',
    "echo '{x},y}'",
    'echo {x}',
    "find . -name '*.ts' -exec cat {} \\;",
    "echo $'a\\tb\\n'",
    "sh -c 'ls -la src'",
    "sh -c 'cat notes.txt | head -3'",
    "bash -c '[[ a == b ]] || ls'",
    'xxd -l 16 notes.txt',
    'tree -L 2 src',
    'git log --format=%h',
    'git log --since yesterday',
    'git config --get user.name',
    'git diff --no-index notes.txt README.md',
    'env LC_ALL=C git status',
    'head -n -5 notes.txt',
    'grep -e -x notes.txt',
  ];
  assert.deepEqual(
    lines.filter((line) => classOf(line) !== 'readonly'),
    [],
  );
});

test('POL-9 awk: strings and patterns are not confused with each other', () => {
  const asking = [
    'a\n/"/||1{print "x" | "sh"}#"',
    '/[/]"/||1{print "x" | "sh"}#"',
    '{print a,\nb > "f"}',
    '{print (a)(b) > "f"}',
    'x++ /"/ 1 {print > "f"}',
    '(1)/"/;{print "x">"y"}#"',
    '{switch(x){case /"/: print "a" | "sh" #"}}',
    '{print length /"/ 1 | "sh" #"}',
    '{print "a\\\n" > "f"}',
  ];
  assert.deepEqual(asking.filter(isPlainAwkProgram), []);
});

test('H6 ps: no spelling shows environments', () => {
  const asking = [
    ['-auxeww'],
    ['auxe'],
    ['e'],
    ['-e', '-u', 'nobody-here'],
    ['-ef', '-p', '9'],
    ['-eo', 'environ'],
    ['-o', 'x', '-e'],
  ];
  assert.deepEqual(asking.filter(isPlainPs), []);
  const plain = [
    ['aux'],
    ['-ef'],
    ['-eo', 'pid,comm'],
    ['-e', '-o', 'pid,%cpu', '--sort=-%cpu'],
    ['-p', '12'],
    ['auxf'],
    [],
  ];
  assert.deepEqual(
    plain.filter((words) => !isPlainPs(words)),
    [],
  );
});

test('F5 no script takes long to judge', () => {
  const began = cpuTime();
  for (const script of [
    `s/${'\\'.repeat(60)}a`,
    `s/${'\\'.repeat(50_001)}a`,
    's'.repeat(50_000),
    's/'.repeat(20_000),
  ]) {
    isPlainSedScript(script);
    sedDanger([script]);
  }
  isPlainAwkProgram('print a '.repeat(20_000));
  isPlainAwkProgram('('.repeat(100_000));
  assert.ok(cpuTime() - began < 1_000);
});

test('H7 cd follows names, so both readings of `..` after a link count', () => {
  const disk = diskWith([`${ROOT}/a/b/c/x`, `${ROOT}/src/x.ts`], { [`${ROOT}/deep`]: `${ROOT}/a/b/c` });
  for (const line of ['cd deep/../.. && ls', 'cd deep && cd ../.. && ls', 'cd deep; cd ..; cd ..; cat x'])
    assert.notEqual(classOf(line, disk), 'readonly', line);
  assert.equal(classOf('cd deep/../.. && rm -rf *', disk), 'hard-block');
  assert.equal(classOf('cd src && cd .. && ls', disk), 'readonly');
});

test('without bash, only what every shell reads alike is proved', () => {
  const disk = { ...context.disk, hasBash: () => false };
  assert.notEqual(classOf('[[ a || ./evil.sh ]]', disk), 'readonly');
  assert.equal(classOf('ls -la', disk), 'readonly');
});
