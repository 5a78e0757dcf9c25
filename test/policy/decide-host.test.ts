import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideHost, hostScopes, isAllowedHost, matchesHost } from '../../src/policy/decide-host.ts';
import type { Facts, Grant, Preset } from '../../src/protocol/policy.ts';

const preset: Preset = { name: 'balanced', rules: { '*': 'ask' }, bash: { '*': 'ask' }, readOnlyRuns: true };

function facts(more: Partial<Facts> = {}): Facts {
  const disk: Facts['disk'] = { kind: () => 'missing', real: (path) => path };
  return { root: '/w', roots: ['/w'], home: '/h', preset, grants: [], hardBlockInYolo: true, disk, ...more };
}

const always = (pattern: string): Grant => ({ permission: 'network', pattern, lifetime: 'session', at: 0 });
const verdict = (name: string, more?: Partial<Facts>, address?: string) =>
  decideHost({ name, port: 443, ...(address && { address }) }, facts(more)).verdict;

test('SBX-9 a new host asks, a listed or allowed one does not; network none refuses, open allows public hosts', () => {
  assert.equal(verdict('a.example.org'), 'ask');
  assert.equal(verdict('a.example.org', { hosts: ['*.example.org'] }), 'allow');
  assert.equal(verdict('example.org', { hosts: ['*.example.org'] }), 'ask');
  assert.equal(verdict('a.example.org', { grants: [always('a.example.org')] }), 'allow');
  assert.equal(verdict('b.example.org', { grants: [always('a.example.org')] }), 'ask');
  assert.equal(verdict('a.example.org', { network: 'open' }), 'allow');
  assert.equal(verdict('a.example.org', { network: 'none', hosts: ['a.example.org'] }), 'deny');
  const refusing = { ...preset, rules: { ...preset.rules, network: 'deny' as const } };
  assert.equal(verdict('a.example.org', { preset: refusing, grants: [always('a.example.org')] }), 'deny');
});

test('SBX-8 SBX-10 a server on this machine is asked about port by port, in every mode, and can be remembered', () => {
  const own = (port: number, more?: Partial<Facts>) =>
    decideHost({ name: 'localhost', port, isOwn: true }, facts({ network: 'open', ...more }));
  assert.equal(own(5432).verdict, 'ask');
  assert.deepEqual(own(5432).scopes, [{ permission: 'network', pattern: 'localhost:5432' }]);
  for (const more of [{ grants: [always('localhost:5432')] }, { hosts: ['localhost:5432'] }, { hosts: ['localhost'] }])
    assert.equal(own(5432, more).verdict, 'allow');
  assert.equal(own(6379, { grants: [always('localhost:5432')] }).verdict, 'ask');
  assert.equal(own(5432, { network: 'none', hosts: ['localhost'] }).verdict, 'deny');
});

test('SBX-9 SEC-5 private addresses are a risk in every mode, metadata addresses are refused; a name in the settings is allowed', () => {
  for (const network of ['hosts', 'open'] as const) {
    for (const decision of [
      decideHost({ name: 'db', port: 22 }, facts({ network })),
      decideHost({ name: 'a.org', port: 80, address: '10.0.0.1' }, facts({ network, grants: [always('a.org')] })),
    ]) {
      assert.equal(decision.verdict, 'ask');
      assert.ok(decision.reasons.every(({ risk, code }) => risk && code === 'host'));
      assert.deepEqual(decision.scopes, []);
    }
  }
  assert.equal(verdict('metadata.google.internal', { network: 'open', hosts: ['metadata.google.internal'] }), 'deny');
  assert.equal(verdict('npm.corp', { hosts: ['npm.corp'] }, '10.1.2.3'), 'allow');
});

test('SBX-10 "always" is offered for the host and its siblings, never for a domain that many share', () => {
  const patterns = (name: string) => hostScopes(name).map(({ pattern }) => pattern);
  assert.deepEqual(patterns('registry.npmjs.org'), ['registry.npmjs.org', '*.npmjs.org']);
  assert.deepEqual(patterns('example.org'), ['example.org']);
  assert.deepEqual(patterns('shop.co.uk'), ['shop.co.uk']);
  assert.deepEqual(patterns('me.github.io'), ['me.github.io']);
  assert.ok(matchesHost('*.example.org', 'a.b.example.org') && !matchesHost('*.example.org', 'badexample.org'));
  assert.ok(isAllowedHost('x.org', { grants: [always('x.org')] }));
});
