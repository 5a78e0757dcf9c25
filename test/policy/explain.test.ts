/** `/permissions why` names every rule that applies. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explain } from '../../src/policy/explain.ts';
import { say } from '../../src/policy/say.ts';
import { factsWith, grant, presets } from './fixture.ts';

test('SBX-12 the verdict in the sandbox is shown beside the other one', () => {
  const inside = factsWith({ sandbox: { layer: 'bubblewrap', home: 'layer', network: 'hosts', gaps: [] } });
  const told = (line: string) => [explain(line, inside).verdict, explain(line, inside).inside?.verdict];
  assert.deepEqual(told('npm ci'), ['ask', 'allow']);
  assert.deepEqual(told('rm x'), ['ask', 'ask']);
  assert.deepEqual(told('rm -rf /'), ['deny', 'deny']);
  assert.equal(explain('npm ci', factsWith()).inside, undefined);
  assert.equal(
    explain('npm ci', factsWith({ sandbox: { layer: 'none', why: { text: '', says: [] }, isRequired: false } })).inside,
    undefined,
  );
});

test('APR-7 each command, each risk and the result are explained', () => {
  const facts = factsWith({
    grants: [grant('npm test *')],
    preset: { ...presets.build, bash: { '*': 'ask', 'make *': 'deny' } },
  });
  assert.deepEqual(explain('ls | head; npm test', facts), {
    rows: [
      { part: 'ls', verdict: 'allow', why: [say('provedReadOnly')], risk: false },
      { part: 'head', verdict: 'allow', why: [say('provedReadOnly')], risk: false },
      { part: 'npm test', verdict: 'allow', why: [say('savedRule', 'npm test *')], risk: false },
    ],
    verdict: 'allow',
    result: 'runs',
  });
  assert.equal(explain('make all', facts).result, 'refused');
  assert.equal(explain('rm -rf /', facts).result, 'hard-block');
  assert.equal(explain('npm ci', facts).result, 'asks');
  assert.equal(explain('rm x', facts).result, 'asks-risk');
  assert.equal(explain('ls > new.txt', facts).result, 'asks-always');
  const risk = explain('rm x', facts).rows.at(-1);
  assert.deepEqual([risk?.risk, risk?.why.map(({ text }) => text)], [true, ['rm deletes files']]);
  assert.deepEqual(explain('rm x', factsWith({ preset: presets.yolo })).rows[0]?.why, [say('skipsPolicy', 'yolo')]);
});
