import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appAgent } from '../fixtures/app-agent.ts';
import { commandContext, runCommand } from '../fixtures/command-context.ts';
import { stop, text } from '../fixtures/scripted-provider.ts';

test('SES-3 /chat explains its usage, and why nothing was done', async () => {
  const run = (args: string) => runCommand('chat', args, commandContext());
  const titleOf = async (args: string) => {
    const result = await run(args);
    return 'problem' in result ? result.problem.title : 'title' in result ? result.title : '';
  };
  assert.match(await titleOf('rename x'), /^Usage: \/chat/);
  assert.match(await titleOf('save x'), /^Nothing has been said/);
  assert.match(await titleOf('delete nobody'), /^No session is called "nobody"/);
  assert.match(await titleOf('delete known'), /Removed the name "known"; its session is kept/);
  assert.match(await titleOf(''), /^No sessions in this folder/);
});

test('SES-3 a session is saved under a name, listed with it, and found again by it', async (t) => {
  const first = await appAgent(t, [[text('It is 42.'), stop]]);
  await first.say('what is the answer?');
  assert.match(await first.say('/chat save the answer'), /^This session is now called "the answer"/);
  assert.match(await first.say('/chat'), /\[the answer\] what is the answer\?/);
  const id = first.sessionId();
  await first.say('/new');
  assert.notEqual(first.sessionId(), id);
  assert.match(await first.say('/chat resume the answer'), /^Resumed the answer/);
  assert.equal(first.sessionId(), id);
  await first.close();
  const second = await appAgent(t, [], { place: first.place, session: { kind: 'resume', id: 'the answer' } });
  assert.equal(second.sessionId(), id);
  assert.match(await second.say('/chat delete the answer'), /Removed the name/);
  assert.match(await second.say('/chat resume the answer'), /not found|no such|No session/i);
});
