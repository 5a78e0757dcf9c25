import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { systemProgram } from '../../src/host/sandbox/layers/system-program.ts';
import { closedToOthers } from '../fixtures/closed-to-others.ts';
import { isLong } from '../fixtures/long.ts';

const SCRIPT = fileURLToPath(new URL('../long/sandbox-corpus.ts', import.meta.url));
const skip = (systemProgram('bwrap') === undefined && 'bubblewrap is not installed') || closedToOthers();
/** Number of labelled lines and of mutations for each layer; the script alone runs all of them with 1353 and 5000. */
const [LINES, MUTATIONS] = isLong ? [150, 150] : [10, 5];

function run(layer: string): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    const args = [SCRIPT, LINES, MUTATIONS, 1000, layer].map(String);
    execFile(process.execPath, args, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), text: `${stdout}${stderr}` });
    });
  });
}

test('SBX-19 SBX-7 labelled lines and their mutations, run inside as a plain user, change nothing outside, leak no canary, reach nothing and leave no process', {
  skip,
}, async (t) => {
  const layers = ['bubblewrap', 'landlock'];
  for (const { code, text } of await Promise.all(layers.map(run))) {
    if (/No permissions to create new namespace|setting up uid map/.test(text))
      return t.skip('a wall around it cannot be made here');
    t.diagnostic(text.trim());
    assert.equal(code, 0, text);
    assert.match(text, /: 0 changed outside, 0 leaked, 0 connections, 0 processes left/);
  }
});
