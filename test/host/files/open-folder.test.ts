import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { codeOf } from '../../../src/base/errors.ts';
import { createWorkspace } from '../../../src/host/files/workspace.ts';
import { scratchFolder } from '../../fixtures/file-tools.ts';

/** Swaps `proj/d` between a folder and a link to the outside, as fast as it can. */
const FLIPPER = `
  const { renameSync } = require('node:fs');
  const { workerData, parentPort } = require('node:worker_threads');
  const { folder, link, spare } = workerData;
  let running = true;
  parentPort.on('message', () => { running = false; });
  let made = 0;
  function move(from, to) {
    for (;;) {
      try { return renameSync(from, to); } catch { renameSync(to, spare + made++); } // the writer has made a folder there
    }
  }
  (function flip() {
    for (let count = 0; count < 20; count += 1) {
      move(folder, spare); move(link, folder);
      move(folder, link); move(spare, folder);
    }
    if (running) setImmediate(flip); else parentPort.close();
  })();
`;

for (const throughHandles of [true, false]) {
  test(`B4 a folder swapped for a link leaks no byte (${throughHandles ? 'through handles' : 'by name'})`, async (t) => {
    if (throughHandles && process.platform !== 'linux') return t.skip('needs /proc/self/fd');
    const base = await scratchFolder(t);
    const at = (name: string) => join(base, name);
    await mkdir(at('proj/d'), { recursive: true });
    await mkdir(at('outside'));
    await writeFile(at('outside/f'), 'outside');
    await symlink(at('outside'), at('link'));
    const workspace = createWorkspace({ root: at('proj'), throughHandles });
    const flipper = new Worker(FLIPPER, {
      eval: true,
      execArgv: [],
      workerData: { folder: at('proj/d'), link: at('link'), spare: at('proj/spare') },
    });
    const ended = new Promise((resolve) => flipper.once('exit', resolve));
    const results: Record<string, number> = {};
    for (let count = 0; count < 500; count += 1) {
      const result = await workspace.writeFile('d/f', Buffer.from(`inside ${count}`)).then(() => 'written', codeOf);
      results[result ?? 'error'] = (results[result ?? 'error'] ?? 0) + 1;
    }
    flipper.postMessage('stop');
    await ended;
    assert.equal(await readFile(at('outside/f'), 'utf8'), 'outside');
    const strays = (await readdir(at('outside'))).filter((name) => name !== 'f');
    for (const name of strays) assert.equal((await stat(at(`outside/${name}`))).size, 0, name);
    if (throughHandles) assert.deepEqual(strays, []);
    // Refusals are fine; an unknown error is not.
    const known = new Set(['written', 'changed', 'outside', 'missing', 'not-a-directory']);
    assert.deepEqual(
      Object.keys(results).filter((code) => !known.has(code)),
      [],
      JSON.stringify(results),
    );
  });
}
