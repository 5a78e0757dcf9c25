import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemProgram } from '../../../../src/host/sandbox/layers/system-program.ts';
import { cleanUp } from '../../../fixtures/clean-up.ts';
import { FEW_LINES, tryPlace } from '../../../fixtures/tried-lines.ts';

test('SBX-16 a trial run changes nothing, and shows what the real run then changes', {
  skip: systemProgram('bwrap') === undefined && 'bubblewrap is not installed',
}, async (t) => {
  const place = await tryPlace();
  if (!place) return t.skip('there is no home layer');
  cleanUp(t, () => place.close());
  for (const line of FEW_LINES) assert.deepEqual(await place.compare(line), [], line);
  assert.equal(place.isOutside('outside'), false);
});
