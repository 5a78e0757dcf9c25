import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runKeyCommand } from '../../../src/host/process/key-command.ts';

const env = { PATH: process.env.PATH };

test('SECRET-8 a key command gives its first line; the error for a failing, missing or silent one never contains its output', async () => {
  assert.equal(await runKeyCommand(['printf', 'the-key\nchatter\n'], env), 'the-key');
  const wrong = async (...argv: string[]) => assert.rejects(runKeyCommand(argv, env), { code: 'key-command' });
  await wrong('true');
  await wrong('/no/such/program');
  await assert.rejects(runKeyCommand(['sh', '-c', 'echo half-a-key; echo secret >&2; exit 3'], env), {
    message: 'provider.key_command: sh failed (exit 3). Run it yourself to see why.',
  });
});
