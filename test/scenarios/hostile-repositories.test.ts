/** Opening a hostile folder and saying hello: nothing in it runs, no other host is contacted, nothing from elsewhere is sent. */

import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { HOSTILE, type Hostile, makeOutside, OUTSIDE } from '../fixtures/hostile-repositories.ts';
import { isLong } from '../fixtures/long.ts';
import { say, startModelServer } from '../fixtures/model-server.ts';
import { runCoder, scratch } from '../fixtures/run-coder.ts';

/** Plants that share one folder; with `CODER_LONG=1` each gets its own. */
const together = HOSTILE.filter(({ alone }) => !alone && !isLong);
/** Plants left out once trusted, because trusting a server or hook means agreeing that it is started. */
const BRING_PROGRAMS = [
  'servers for other agents',
  'agents, commands and a plugin for other agents',
  'settings: servers of tools',
];
const bringsPrograms = ({ name }: Hostile) => BRING_PROGRAMS.includes(name);

/** The short form samples the plants that need their own folder, each either trusted or not. */
function foldersFor(isTrusted: boolean): readonly (readonly Hostile[])[] {
  const apart = HOSTILE.filter(({ alone }, index) => isLong || (alone && index % 8 === (isTrusted ? 1 : 3)));
  return [together, ...apart.map((each) => [each])]
    .map((folder) => folder.filter((each) => !(isTrusted && bringsPrograms(each))))
    .filter((folder) => folder.length > 0);
}

const LONGEST_MS = 20_000;

async function open(t: TestContext, folder: readonly Hostile[], isTrusted: boolean): Promise<string[]> {
  const place = scratch(t);
  const [outside, marker] = [join(place.path, '../outside'), join(place.home, 'ran')];
  await using enemy = await startModelServer([say(OUTSIDE)]);
  await using model = await startModelServer([say('hello')]);
  const ground = { root: place.path, outside, evil: join(outside, 'evil.sh'), url: enemy.url };
  mkdirSync(outside);
  writeFileSync(ground.evil, `#!/bin/sh\necho "$0 $*" >> ${marker}\n`, { mode: 0o755 });
  makeOutside(ground);
  for (const { put } of folder) put(ground);
  rmSync(marker, { force: true }); // git may have run it while planting
  const options = {
    cwd: place.path,
    url: model.url,
    env: { HOME: place.home },
    onSpawn: (child: ChildProcess) => void setTimeout(() => child.kill('SIGKILL'), LONGEST_MS).unref(),
  };
  const hash = isTrusted ? await runCoder(['trust', '--print'], options) : undefined;
  const agreed = hash?.stdout.trim() ?? '';
  const ended = await runCoder(['-p', 'hello', ...(agreed ? ['--trust', agreed] : [])], options);
  const sent = model.requests.map(({ body }) => body).join('\n');
  return [
    ...(existsSync(marker) ? [`ran ${readFileSync(marker, 'utf8').trim()}`] : []),
    ...(enemy.requests.length > 0 ? ['called'] : []),
    ...(sent.includes(OUTSIDE) ? ['sent'] : []),
    ...(ended.stdout.includes('\u001b') || ended.stderr.includes('\u001b') ? ['escaped'] : []),
    ...(ended.code === null ? ['hung'] : []),
  ];
}

for (const isTrusted of [false, true]) {
  test(`C1 C2 C5 E1 ${HOSTILE.length} hostile folders${isTrusted ? ', agreed to' : ''}: nothing runs, is contacted or is sent`, async (t) => {
    const found: string[] = [];
    for (const folder of foldersFor(isTrusted)) {
      const wrong = await open(t, folder, isTrusted);
      if (wrong.length > 0) found.push(`${folder.map(({ name }) => name).join(', ')}: ${wrong.join('; ')}`);
    }
    assert.deepEqual(found, []);
  });
}
