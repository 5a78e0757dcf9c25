import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasRoute } from '../../../../src/host/sandbox/network/routes.ts';

test('SBX-14 there is a route to this machine at any port', () => {
  assert.equal(hasRoute('127.0.0.1'), true);
  assert.equal(hasRoute('localhost:8090'), true);
  assert.equal(hasRoute('localhost'), true);
});

test('SBX-14 a name that is not listed here may be anywhere', () => {
  assert.equal(hasRoute('registry.example.org'), true);
});
