/** Tests when frames are drawn. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFrames } from '../../../../src/frontends/tty/screen/frames.ts';

test('many requests share one frame; a lot of waiting text is drawn at once', () => {
  let drawn = 0;
  const frames = createFrames(() => (drawn += 1));
  frames.now();
  for (let count = 0; count < 100; count += 1) frames.soon(100);
  assert.equal(drawn, 1, 'little text waits for the frame');
  frames.soon(100_000);
  assert.equal(drawn, 2);
  frames.soon(100);
  assert.equal(drawn, 2, 'the count of waiting text starts again');
  frames.stop();
  frames.soon(100_000);
  assert.equal(drawn, 2, 'nothing is drawn while it is stopped');
});
