/** `/permissions why`: every rule that speaks is named. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explain } from '../../src/policy/explain.ts';
import { factsWith, grant, presets } from './fixture.ts';

test('APR-7 each command, each risk and the result are told', () => {
  const facts = factsWith({
    grants: [grant('npm test *')],
    preset: { ...presets.build, bash: { '*': 'ask', 'make *': 'deny' } },
  });
  assert.deepEqual(explain('ls | head; npm test', facts), {
    rows: [
      { part: 'ls', verdict: 'allow', why: 'proved to only read' },
      { part: 'head', verdict: 'allow', why: 'proved to only read' },
      { part: 'npm test', verdict: 'allow', why: 'allowed by your saved rule "npm test *"' },
    ],
    verdict: 'allow',
    result: 'runs',
  });
  assert.equal(explain('make all', facts).result, 'refused');
  assert.equal(explain('rm -rf /', facts).result, 'hard-block');
  assert.equal(explain('npm ci', facts).result, 'asks');
  assert.equal(explain('rm x', facts).result, 'asks-risk');
  assert.equal(explain('ls > new.txt', facts).result, 'asks-always');
  assert.match(explain('rm x', facts).rows.at(-1)?.why ?? '', /^risk, no saved rule lifts it: rm deletes files$/);
  assert.equal(
    explain('rm x', factsWith({ preset: presets.yolo })).rows[0]?.why,
    'the preset yolo skips policy and risk',
  );
});
