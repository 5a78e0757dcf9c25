/** A hostile repository: whatever programs it configures for git, no read-only command runs them, in any mode, with no person present. */

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { appAgent } from '../fixtures/app-agent.ts';
import { commitTwice, LOOKING, PLANTS, type Plant, plantIn } from '../fixtures/git-plants.ts';
import { isLong } from '../fixtures/long.ts';
import { scratch } from '../fixtures/run-coder.ts';
import { call, callsEnd, stop, text } from '../fixtures/scripted-provider.ts';

/** With `CODER_LONG=1` every mode, every plant and every line separately; otherwise lines are combined and plants sampled. */
const MODES = isLong ? ['plan', 'build', 'default', 'auto-edit', 'yolo'] : ['plan', 'yolo'];

/** Few enough for one test to stay within its time limit on a busy machine. */
const AT_A_TIME = 10;

for (const mode of MODES) {
  const plants = isLong ? PLANTS : PLANTS.filter((_, index) => index % (mode === 'yolo' ? 4 : 12) === 0);
  for (let first = 0; first < plants.length; first += AT_A_TIME) {
    const some = plants.slice(first, first + AT_A_TIME);
    const numbers = `${first + 1} to ${first + some.length} of ${plants.length}`;
    test(`C5 C6 of the ways to make git run a program, ${numbers}, none works in ${mode} mode`, async (t) => {
      const template = scratch(t).path;
      commitTwice(template);
      const ran: string[] = [];
      for (const plant of some) if (await isRun(t, plant, mode, template)) ran.push(plant.name);
      assert.deepEqual(ran, []);
    });
  }
}

async function isRun(t: TestContext, plant: Plant, mode: string, template: string): Promise<boolean> {
  const place = scratch(t);
  const marker = join(place.home, 'hit');
  const evil = join(place.path, 'evil.sh');
  mkdirSync(place.path, { recursive: true });
  writeFileSync(evil, `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
  plantIn(place.path, evil, plant, template);
  const lines = isLong ? LOOKING : [LOOKING.slice(0, 12).join('; ')];
  const cwd = plant.cwd === undefined ? {} : { cwd: plant.cwd };
  const calls = lines.map((command, index) => call(`c${index}`, 'bash', { command, ...cwd }));
  const agent = await appAgent(
    t,
    [
      [...calls, callsEnd],
      [text('done'), stop],
    ],
    { place, flags: { mode } },
  );
  await agent.say('go');
  await agent.close();
  return existsSync(marker);
}

test('the plants are live: some run without coder’s git environment', async (t) => {
  const { execFileSync } = await import('node:child_process');
  const place = scratch(t);
  const marker = join(place.home, 'hit');
  const evil = join(place.path, 'evil.sh');
  writeFileSync(evil, `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
  const [plant] = PLANTS;
  assert.ok(plant);
  plantIn(place.path, evil, plant);
  execFileSync('git', ['-C', place.path, 'status'], { stdio: 'ignore' });
  assert.equal(existsSync(marker), true);
});
