import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { openChat } from '../chat.ts';

const skip = spawnSync('npm', ['--version']).status === 0 ? false : 'npm is not on PATH';

test('PRV-3 it runs the project’s own test command and reports how it ended', { skip }, async (t) => {
  const chat = await openChat(t, { files: { 'package.json': '{"scripts":{"test":"exit 3"}}' } });
  const { calls, text } = await chat.say('跑一下测试');
  assert.deepEqual(calls, ['list {}', 'read {"path":"package.json"}', 'bash {"command":"npm test"}']);
  assert.match(text, /^✗ `npm test` — 退出码 3，/);
});

test('PRV-3 without a test command it runs nothing and says so', async (t) => {
  const chat = await openChat(t, { files: { 'package.json': 'not JSON' } });
  const { calls, text } = await chat.say('run the tests');
  assert.deepEqual(calls, ['list {}', 'read {"path":"package.json"}']);
  assert.equal(text, 'I found no test command in this project. Name it: `run …`.');
  assert.match((await chat.say('run notes.xyz')).text, /^I do not know how to run `notes\.xyz`/);
});

test('PRV-3 a failing step prevents later steps from running', async (t) => {
  const chat = await openChat(t);
  const { calls, text } = await chat.say('run `false`, then run `echo hi`');
  assert.deepEqual(calls, ['bash {"command":"false"}']);
  assert.match(text, /✗ `false` — exit code 1.*\n\nI stopped there\. Not done:\n\n- run `echo hi`$/s);
});

test('PRV-3 the end of a long output is shown', async (t) => {
  const chat = await openChat(t);
  const { text } = await chat.say('run `seq 1 100`');
  assert.match(text, /```\n… 60\n61\n62\n[\s\S]*\n100\n```$/);
});
