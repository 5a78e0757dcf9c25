import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { test } from 'node:test';
import { type Check, examine } from '../../../src/subcommands/doctor/examine.ts';
import { en } from '../../../src/words/en.ts';
import { agentOptions } from '../../fixtures/app-agent.ts';
import { type Scratch, scratch } from '../../fixtures/run-coder.ts';

const TERMINAL = { isTty: true, term: 'xterm', columns: 80 };

test('CLI-4 coder doctor does not count a program that coder would never run', async () => {
  using place = scratch();
  const elsewhere = join(place.home, 'bin');
  const brought = join(place.path, 'bin');
  const folders = join(place.home, 'folders');
  const links = join(place.home, 'links');
  for (const folder of [elsewhere, brought, links, join(folders, 'git')]) mkdirSync(folder, { recursive: true });
  for (const folder of [elsewhere, brought]) writeFileSync(join(folder, 'git'), '#!/bin/sh\n', { mode: 0o755 });
  symlinkSync(join(brought, 'git'), join(links, 'git'));

  for (const path of [brought, folders, links, relative(process.cwd(), elsewhere)])
    assert.equal((await gitCheck(place, path)).status, 'warn', path);
  assert.deepEqual(await gitCheck(place, [brought, folders, links, elsewhere].join(delimiter)), {
    name: 'git',
    status: 'ok',
    detail: realpathSync(join(elsewhere, 'git')),
  });
});

async function gitCheck(place: Scratch, path: string): Promise<Check> {
  const options = agentOptions(place);
  const env = { ...options.env, PATH: path };
  const checks = await examine({ ...options, env }, TERMINAL, en.doctor, AbortSignal.timeout(10_000));
  const found = checks.find(({ name }) => name === 'git');
  assert.ok(found);
  return found;
}
