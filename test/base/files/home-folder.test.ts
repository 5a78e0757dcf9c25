import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { coderHome, homeFolder } from '../../../src/base/files/home-folder.ts';

test('SEC-2 an empty or relative HOME never makes a project the home folder; the account’s is used', () => {
  const { homedir } = userInfo();
  assert.equal(homeFolder({ HOME: '/home/me' }), '/home/me');
  for (const HOME of [undefined, '', '.', 'home', '../x']) assert.equal(homeFolder({ HOME }), homedir, HOME);
  assert.equal(coderHome({ HOME: '.' }), join(homedir, '.coder'));
  assert.equal(coderHome({ HOME: '.', CODER_HOME: '/state' }), '/state');
});
