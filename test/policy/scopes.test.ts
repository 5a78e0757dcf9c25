/** What `always` offers: narrow first, and never a name that can run anything. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide } from '../../src/policy/decide.ts';
import { isTooWide } from '../../src/policy/scopes.ts';
import { factsWith, grant, labelledLines, ROOT } from './fixture.ts';
import { DANGEROUS, NEEDS_APPROVAL } from './own-lines.ts';

const BANNED = [
  'bash',
  'sh',
  'zsh',
  'dash',
  'fish',
  'node',
  'deno',
  'bun',
  'python',
  'python3',
  'python3.12',
  'perl',
  'ruby',
  'php',
  'lua',
  'awk',
  'env',
  'xargs',
  'find',
  'timeout',
  'nice',
  'nohup',
  'time',
  'command',
  'exec',
  'watch',
  'parallel',
  'strace',
  'setsid',
  'stdbuf',
  'flock',
  'script',
  'sudo',
  'doas',
  'su',
  'pkexec',
  'chroot',
  'ssh',
  'git',
  'npm',
  'npx',
  'pnpm',
  'yarn',
  'bunx',
  'pip',
  'pipx',
  'uv',
  'uvx',
  'cargo',
  'go',
  'gem',
  'bundle',
  'make',
  'docker',
  'kubectl',
  'helm',
  'terraform',
  'aws',
  'gcloud',
  'az',
  'gh',
  'curl',
  'wget',
  'nc',
  'eval',
  'source',
  'busybox',
  'sed',
  'tar',
  'vim',
];

const useOf = (line: string) =>
  ({
    tool: 'bash',
    permission: 'bash',
    effect: 'run',
    paths: [],
    command: { line, cwd: ROOT },
    origin: 'model',
  }) as const;

function scopesFor(line: string): string[] {
  return decide(useOf(line), factsWith()).scopes.map((scope) => scope.pattern ?? '');
}

test('A10 names that run other programs are too wide, plain tools are not', () => {
  assert.deepEqual(
    BANNED.filter((name) => !isTooWide(name)),
    [],
  );
  for (const name of ['mkdir', 'eslint', 'prettier', 'pytest', 'tsc', 'cat'])
    assert.equal(isTooWide(name), false, name);
});

test('A10 no offered scope is a banned name alone', () => {
  const lines = [
    ...labelledLines().map((row) => row.cmd),
    ...NEEDS_APPROVAL,
    ...DANGEROUS,
    ...BANNED.flatMap((name) => [name, `${name} x`, `${name} -x`, `${name} x y z`]),
  ];
  const tooWide = new Set(BANNED.flatMap((name) => [`${name} *`, '*']));
  for (const line of lines) {
    for (const pattern of scopesFor(line)) assert.ok(!tooWide.has(pattern), `${line} offers ${pattern}`);
  }
});

test('APR-7 scopes go from narrow to wide, at most three', () => {
  assert.deepEqual(scopesFor('git push origin main'), ['git push origin main', 'git push origin *', 'git push *']);
  assert.deepEqual(scopesFor('eslint src --fix'), ['eslint src --fix', 'eslint src *', 'eslint *']);
  assert.deepEqual(scopesFor('npx jest'), ['npx jest', 'npx jest *']);
  assert.deepEqual(scopesFor('python3 -m http.server'), ['python3 -m http.server']);
  assert.deepEqual(scopesFor('./scripts/run.sh a'), [
    './scripts/run.sh a',
    './scripts/run.sh a *',
    './scripts/run.sh *',
  ]);
});

test('APR-7 every offered scope covers the line it was offered for', () => {
  for (const line of NEEDS_APPROVAL) {
    for (const pattern of scopesFor(line)) {
      assert.equal(
        decide(useOf(line), factsWith({ grants: [grant(pattern)] })).verdict,
        'allow',
        `${line} by ${pattern}`,
      );
    }
  }
});

test('APR-7 several commands that ask get a scope only if one scope covers them all', () => {
  assert.deepEqual(scopesFor('eslint a && eslint b'), ['eslint *']);
  assert.deepEqual(scopesFor('eslint a && make'), []);
});
