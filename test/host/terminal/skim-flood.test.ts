import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skimFlood } from '../../../src/host/terminal/skim-flood.ts';
import { createEmulator } from '../../fixtures/emulator.ts';
import { times } from '../../fixtures/long.ts';

const ROWS = 8;

/** Returns the same numbers in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const SEEDS = times({ long: 40, short: 7 });

test('PTY-7 lines left out of a flood could not be seen: the screens are the same', async () => {
  let skimmed = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const random = createRandom(seed);
    const whole = createEmulator(30, ROWS);
    const short = createEmulator(30, ROWS);
    for (const emulator of [whole, short]) emulator.terminal.options.scrollback = 20;
    for (let batch = 0; batch < 4; batch += 1) {
      const bytes = Buffer.from(flood(random));
      const parts = skimFlood(bytes, 20 + ROWS);
      if (parts.length > 1) skimmed += 1;
      await whole.write(bytes);
      for (const part of parts) await short.write(part);
    }
    assert.deepEqual(short.lines(), whole.lines(), `seed ${seed}`);
    assert.deepEqual(short.cursor(), whole.cursor(), `seed ${seed}`);
  }
  assert.ok(skimmed > SEEDS * 1.25, `${skimmed} batches were skimmed`);
});

function flood(random: (below: number) => number): string {
  const lines = 2000 + random(2000);
  const escapeAt = random(3) === 0 ? random(lines) : -1;
  let text = random(2) === 0 ? '31mrest of an escape\r\n' : '';
  for (let line = 0; line < lines; line += 1) {
    if (line === escapeAt) text += '\x1b[32m';
    text += `${'汉x y'.repeat(1 + random(9))}${line}\r\n`;
  }
  return text + 'tail'.repeat(random(3));
}

test('PTY-7 small output is left alone', () => {
  const bytes = Buffer.from('a\r\n'.repeat(100));
  assert.deepEqual(skimFlood(bytes, 10), [bytes]);
});
