/** When it is drawn. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFrames } from '../../../../src/frontends/tty/screen/frames.ts';

test('many requests are one frame; much text that waits is drawn at once', () => {
  let drawn = 0;
  const frames = createFrames(() => (drawn += 1));
  frames.now();
  for (let count = 0; count < 100; count += 1) frames.soon(100);
  assert.equal(drawn, 1, 'little text waits for the frame');
  frames.soon(100_000);
  assert.equal(drawn, 2);
  frames.soon(100);
  assert.equal(drawn, 2, 'what waits is counted anew');
  frames.stop();
  frames.soon(100_000);
  assert.equal(drawn, 2, 'nothing is drawn while it is stopped');
});
