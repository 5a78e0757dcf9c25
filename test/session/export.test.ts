import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadAppSettings } from '../../src/app/load-app-settings.ts';
import { exportById } from '../../src/subcommands/export.ts';
import { agentOptions, appAgent } from '../fixtures/app-agent.ts';
import { stop, text } from '../fixtures/scripted-provider.ts';

const SECRET = 'correct-horse-battery-staple-9';

test('CMD-3 SES-6 /export writes a private file without the secrets coder knows, and keeps an existing file', async (t) => {
  const agent = await appAgent(t, [[text(`The token is ${SECRET}.`), stop]], {
    answer: () => ({ kind: 'pick', picked: 1 }),
  });
  await agent.say('hello there');
  const id = agent.sessionId();
  const file = join(agent.place.path, `session-${id}.html`);
  assert.equal(await agent.say('/export'), `Exported to ${file}`);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.ok(readFileSync(file, 'utf8').includes('hello there'));
  assert.match(await agent.say('/export'), /already exists\.\nNot exported: .* was left unchanged\.$/);
  await agent.say('/export md notes/none.md');
  assert.ok(!existsSync(join(agent.place.path, 'notes')));
  await agent.close();

  const base = agentOptions(agent.place);
  const options = { ...base, env: { ...base.env, SOME_TOKEN: SECRET } };
  for (const format of ['html', 'md', 'json'] as const) {
    const exported = await exportById(await loadAppSettings(options), options, id, format);
    assert.ok(exported.includes('[secret:SOME_TOKEN.') && !exported.includes(SECRET), format);
  }
  const { messages, model } = JSON.parse(
    await exportById(await loadAppSettings(options), options, id, 'json'),
  ) as Record<string, unknown[]>;
  assert.deepEqual([messages?.length, model], [3, 'offline']);
  await assert.rejects(exportById(await loadAppSettings(options), options, 'nope', 'md'), {
    message: 'Session not found: nope',
  });
});
