import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide } from '../../src/policy/decide.ts';
import type { PlaceStatus } from '../../src/protocol/place.ts';
import type { Decision, Facts, Use } from '../../src/protocol/policy.ts';
import { factsWith, labelledLines, presets, ROOT } from './fixture.ts';

const inside: PlaceStatus = { layer: 'bubblewrap', home: 'layer', network: 'hosts', gaps: [] };

function judge(line: string, facts: Facts, more: Partial<NonNullable<Use['command']>> = {}): Decision {
  const command = { line, cwd: ROOT, ...more };
  return decide({ tool: 'bash', permission: 'bash', effect: 'run', paths: [], origin: 'model', command }, facts);
}

test('SBX-12 at least four of five lines that need approval run unasked inside; the other classes are as before', () => {
  const rows = labelledLines().filter(({ accept }) => !accept);
  const count = { asked: 0, lifted: 0 };
  for (const { cmd, class: found } of rows) {
    const before = judge(cmd, factsWith());
    const after = judge(cmd, factsWith({ place: inside }));
    if (found === 'needs-approval' && before.verdict === 'ask') {
      count.asked += 1;
      if (after.verdict === 'allow') count.lifted += 1;
    } else if (found !== 'needs-approval') assert.equal(after.verdict, before.verdict, cmd);
    if (after.verdict === 'allow') assert.ok(after.confinement, cmd);
    if (found === 'readonly' && after.verdict === 'allow') assert.equal(after.confinement, 'read', cmd);
  }
  assert.ok(count.lifted >= count.asked * 0.8, `${count.lifted} of ${count.asked}`);
});

test('SBX-12 a layer that is lost, a pattern that somebody wrote, a secret file and the strict preset ask as before', () => {
  const lost = factsWith({ place: { layer: 'none', why: 'gone', isRequired: false } });
  assert.equal(judge('npm install', lost).verdict, 'ask');
  const written = factsWith({
    place: inside,
    preset: { ...presets.build, bash: { '*': 'ask', 'npm install': 'ask' } },
  });
  assert.equal(judge('npm install', written).verdict, 'ask');
  assert.equal(judge('cat .env', factsWith({ place: inside })).verdict, 'ask');
  const strict = { ...presets.strict, readOnlyRuns: false };
  assert.equal(judge('npm install', factsWith({ place: inside, preset: strict })).verdict, 'ask');
});

test('SBX-13 leaving asks in every preset and whatever is allowed inside; its own patterns cover it; a setting forbids it', () => {
  const why = { outside: 'it needs docker' };
  const allowed = { permission: 'bash', pattern: 'docker ps', lifetime: 'session' as const, at: 0 };
  for (const preset of Object.values(presets)) {
    const decision = judge('docker ps', factsWith({ place: inside, preset, grants: [allowed] }), why);
    assert.deepEqual([decision.verdict, decision.leaves, decision.confinement], ['ask', true, undefined], preset.name);
    assert.match(decision.reasons[0]?.text ?? '', /outside the sandbox: it needs docker/);
  }
  const own = factsWith({ place: inside, grants: [{ ...allowed, permission: 'outside' }] });
  assert.equal(judge('docker ps', own, why).verdict, 'allow');
  assert.equal(judge('docker ps', factsWith({ place: inside, mayLeave: false }), why).verdict, 'deny');
  assert.equal(judge('rm -rf /', factsWith({ place: inside, preset: presets.yolo }), why).verdict, 'deny');
});

test('SBX-12 with sandbox.ask "leave" what undo takes back runs unasked: single files that git tracks, and nothing else', () => {
  const tracked = new Set([`${ROOT}/notes.txt`]);
  const { look } = factsWith();
  const facts = factsWith({
    place: inside,
    asksOnlyToLeave: true,
    look: {
      ...look,
      kind: (path) => (path.endsWith('.txt') ? 'file' : look.kind(path)),
      findTracked: (_folder, isWanted) => [...tracked].find(isWanted),
    },
  });
  for (const line of ['rm notes.txt', 'echo x > notes.txt']) {
    assert.equal(judge(line, { ...facts, asksOnlyToLeave: false }).verdict, 'ask', line);
    assert.deepEqual([judge(line, facts).verdict, judge(line, facts).confinement], ['allow', 'write'], line);
    assert.equal(judge(line, { ...facts, onlyReads: true }).verdict, 'ask', line);
  }
  const still = [
    'rm other.txt',
    'rm -rf src',
    'rm *.txt',
    'rm $X',
    'mv notes.txt x',
    'rm notes.txt; node -e 1',
    'rm notes.txt /etc/x',
  ];
  for (const line of still) assert.notEqual(judge(line, facts).verdict, 'allow', line);
});

test('SBX-11 a socket is lent by a yes or a pattern of its own, whatever the mode and what is allowed inside', () => {
  const lend = { lend: 'ssh-agent' as const };
  const allowed = { permission: 'bash', pattern: 'ssh-add -l', lifetime: 'session' as const, at: 0 };
  for (const preset of Object.values(presets)) {
    const decision = judge('ssh-add -l', factsWith({ place: inside, preset, grants: [allowed] }), lend);
    assert.deepEqual([decision.verdict, decision.leaves, decision.lend], ['ask', true, 'ssh-agent'], preset.name);
    assert.equal(decision.reasons[0]?.code, 'socket');
  }
  const own = factsWith({ place: inside, grants: [{ ...allowed, permission: 'ssh-agent' }] });
  assert.deepEqual(
    [judge('ssh-add -l', own, lend).verdict, judge('ssh-add -l', own, lend).confinement],
    ['allow', 'write'],
  );
  assert.equal(judge('ssh-add -D', own, lend).verdict, 'ask');
});
