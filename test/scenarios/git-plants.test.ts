/** A hostile repository: whatever it has git run, no line that only looks runs it, in any mode, with nobody there. */

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { appAgent } from '../fixtures/app-agent.ts';
import { commitTwice, LOOKING, PLANTS, plantIn } from '../fixtures/git-plants.ts';
import { isLong } from '../fixtures/long.ts';
import { scratch } from '../fixtures/run-coder.ts';
import { call, callsEnd, stop, text } from '../fixtures/scripted-provider.ts';

/** `CODER_LONG=1`: every mode, every line by itself. The short form takes some lines together, and in plan mode some plants. */
const MODES = isLong ? ['plan', 'build', 'default', 'auto-edit', 'yolo'] : ['plan', 'yolo'];

for (const mode of MODES) {
  test(`C5 C6 ${PLANTS.length} ways to have git run a program, in ${mode} mode: none runs`, async (t) => {
    const ran: string[] = [];
    const template = scratch(t).path;
    commitTwice(template);
    for (const plant of isLong || mode === 'yolo' ? PLANTS : PLANTS.filter((_, index) => index % 8 === 2)) {
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
      if (existsSync(marker)) ran.push(plant.name);
    }
    assert.deepEqual(ran, []);
  });
}

test('the plants are live: without the environment some of them do run', async (t) => {
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
