import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '../../../src/protocol/message.ts';
import type { Entry } from '../../../src/protocol/session.ts';
import { createComparison } from '../../../src/subcommands/replay/comparison.ts';
import { replayScript } from '../../../src/subcommands/replay/replay-script.ts';

const TYPED: Message = { role: 'user', content: [{ type: 'text', text: '! ls' }] };
const FROM_HOOK: Message = { role: 'note', text: 'a hook says so', audience: 'both' };
const BLOCK: Message = { role: 'note', text: '$ ls\nexit=0', audience: 'both', ran: { line: 'ls', exitCode: 0 } };
const DENIED: Message = { role: 'note', text: 'denied', audience: 'both', failed: true };

test('SES-8 the block of a typed command is the note that reports it, whatever notes come before', () => {
  const [stage] = replayScript([TYPED, FROM_HOOK, BLOCK].map(entry));
  assert.ok(stage?.kind === 'input');
  assert.equal(stage.block, BLOCK.text);
});

test('SES-8 a typed command that could not be tried has a block too', () => {
  const [stage] = replayScript([TYPED, DENIED].map(entry));
  assert.ok(stage?.kind === 'input');
  assert.equal(stage.block, 'denied');
});

test('SES-8 the block is compared with the note that reports the command now', async () => {
  const [stage] = replayScript([TYPED, BLOCK].map(entry));
  assert.ok(stage?.kind === 'input');
  const none = () => undefined;
  const comparison = createComparison({ whyNotRun: none, whyLineNotRun: none, here: (text) => text });
  comparison.beginTurn();
  for (const message of [TYPED, FROM_HOOK, BLOCK]) comparison.hear(message);
  await comparison.endTurn(stage);
  assert.deepEqual(comparison.found, { compared: 1, differences: [], notRun: [] });
});

function entry(message: Message, index: number): Entry {
  return { type: 'message', turn: 't1', prompt: 't1', message, id: `e${index}`, at: index };
}
