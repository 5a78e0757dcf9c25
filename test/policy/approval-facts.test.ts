import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approvalFacts } from '../../src/policy/approval-facts.ts';
import { factsWith, ROOT } from './fixture.ts';

const scopes = ['git push origin *', 'git push *'].map((pattern) => ({ permission: 'bash', pattern }));
const recent = [
  'git push origin main',
  'ls && git push fork x',
  'git push a && npm publish',
  'npm test',
  'rm -rf build',
];

test('APR-7 a recent line counts as covered if the scope matches every command of it that does more than read', () => {
  const { covered } = approvalFacts({ line: 'git push origin main', cwd: ROOT }, scopes, recent, factsWith());
  assert.deepEqual(covered, [['git push origin main'], ['git push origin main', 'ls && git push fork x']]);
});

test('APR-7 a scope for a whole permission covers no command lines', () => {
  const { covered } = approvalFacts({ line: 'x', cwd: ROOT }, [{ permission: 'edit' }], recent, factsWith());
  assert.deepEqual(covered, [[]]);
});

test('D4 the parts are all commands of the line; a single command has no parts', () => {
  const { parts } = approvalFacts({ line: 'cd src && (ls; rm -f "a;b") | wc -l', cwd: ROOT }, [], [], factsWith());
  assert.deepEqual(parts, ['cd src', 'ls', 'rm -f "a;b"', 'wc -l']);
  assert.deepEqual(approvalFacts({ line: 'npm test', cwd: ROOT }, [], [], factsWith()).parts, []);
});

test('APR-8 the targets are those of the line', () => {
  const { targets } = approvalFacts({ line: 'rm -rf build', cwd: ROOT }, [], [], factsWith());
  const target = { action: 'delete', recursive: true, kind: 'path', path: `${ROOT}/build`, inside: true };
  assert.deepEqual(targets, [target]);
});
