/** What coder's own check may do: run automatically, but nothing that a rule or a risk forbids. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide } from '../../src/policy/decide.ts';
import { KNOWN_CHECKS } from '../../src/policy/verify-list.ts';
import type { Facts, Use } from '../../src/protocol/policy.ts';
import { factsWith, presets, ROOT } from './fixture.ts';

function verdict(line: string, origin: Use['origin'], changes: Partial<Facts> = {}): string {
  const use: Use = {
    tool: 'bash',
    permission: 'bash',
    effect: 'run',
    paths: [],
    command: { line, cwd: ROOT },
    origin,
    agreed: true,
  };
  return decide(use, factsWith(changes)).verdict;
}

test('VER-2 a check agreed to before runs as coder’s own where the model would have to ask', () => {
  for (const line of KNOWN_CHECKS) {
    assert.deepEqual([line, verdict(line, 'verify'), verdict(line, 'model')], [line, 'allow', 'ask']);
  }
});

test('VER-9 a check not agreed to is asked about, and a risk always is', () => {
  const command = { line: 'npm test', cwd: ROOT };
  const use: Use = { tool: 'bash', permission: 'bash', effect: 'run', paths: [], command, origin: 'verify' };
  assert.equal(decide(use, factsWith({})).verdict, 'ask');
  for (const line of ['npm test; rm -rf src', 'npm test | sh', 'sudo npm test'])
    assert.notEqual(verdict(line, 'verify'), 'allow', line);
});

test('VER-2 a rule of the person that denies or asks, and a preset that asks about everything, still apply', () => {
  const line = 'npm test -- --watch=false';
  const ruled = (rule: 'ask' | 'deny') => ({
    preset: { ...presets.build, bash: { '*': 'ask', 'npm test *': rule } as const },
  });
  assert.equal(verdict(line, 'verify', ruled('deny')), 'deny');
  assert.equal(verdict(line, 'verify', ruled('ask')), 'ask');
  assert.equal(verdict(line, 'verify', { preset: { ...presets.build, bash: { '*': 'deny' } } }), 'deny');
  assert.equal(verdict(line, 'verify', { preset: { ...presets.build, readOnlyRuns: false } }), 'ask');
});
