/** Every tool result and error as the model reads it, compared with the texts in `test/goldens/*.txt`; `UPDATE_GOLDENS=1` rewrites them. */

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { cleanUp } from '../fixtures/clean-up.ts';
import { goldenText } from '../fixtures/goldens.ts';
import { lacks } from '../fixtures/programs.ts';
import { bareOnly } from '../fixtures/run-coder.ts';
import { FILE_GOLDENS } from '../goldens/files.ts';
import { noticesText } from '../goldens/notices.ts';
import { fetchGoldens, OTHER_GOLDENS, pageAt } from '../goldens/other.ts';

function compare(name: string, golden: string): void {
  const file = new URL(`../goldens/${name}.txt`, import.meta.url);
  if (process.env.UPDATE_GOLDENS) writeFileSync(file, golden);
  assert.equal(golden, readFileSync(file, 'utf8'));
}

function skipOf(name: string): string | false {
  return lacks('git') || (name === 'bash' && bareOnly('the tool takes one argument more'));
}

for (const [name, set] of Object.entries({ ...FILE_GOLDENS, ...OTHER_GOLDENS }))
  test(`MDL-1 MDL-2 results of ${name} are as the model should read them`, { skip: skipOf(name) }, async (t) =>
    compare(name, await goldenText(t, set)),
  );

test('MDL-1 MDL-2 results of fetch are as the model should read them', async (t) => {
  const server = createServer((request, response) => {
    const [status, type, body] = pageAt(request.url ?? '');
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(t, () => void server.close());
  const { port } = server.address() as AddressInfo;
  compare('fetch', await goldenText(t, fetchGoldens(`http://127.0.0.1:${port}`)));
});

test('MDL-6 MDL-7 MDL-9 notices and terminals are as the model should read them', () => {
  compare('notices', noticesText());
});
