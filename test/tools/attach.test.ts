import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { textOf } from '../../src/protocol/message.ts';
import { appAgent } from '../fixtures/app-agent.ts';
import { stop, text } from '../fixtures/scripted-provider.ts';

test('IN @memory attaches the remembered notes; having none is reported; a file of that name takes precedence', async (t) => {
  const answers = Array.from({ length: 2 }, () => [text('Yes.'), stop]);
  const agent = await appAgent(t, answers);
  const sent = () => {
    const last = agent.provider.requests.at(-1)?.messages.findLast(({ role }) => role === 'user');
    return last?.role === 'user' ? textOf(last.content) : '';
  };
  assert.match(await agent.say('is it in @memory?'), /@memory: nothing is remembered yet/);
  assert.equal(agent.provider.requests.length, 0);

  const home = join(agent.place.home, '.coder');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'memory.md'), '- tests run with make check\n');
  await agent.say('is it in @memory?');
  assert.match(sent(), /is it in @memory\?[^]*memory\.md[^]*- tests run with make check/);

  writeFileSync(join(agent.place.path, 'memory'), 'a file\n');
  await agent.say('is it in @memory?');
  assert.match(sent(), /a file/);
});
