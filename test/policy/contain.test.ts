import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide } from '../../src/policy/decide.ts';
import type { Decision, Facts, Use } from '../../src/protocol/policy.ts';
import type { SandboxStatus } from '../../src/protocol/sandbox.ts';
import { factsWith, labelledLines, presets, ROOT } from './fixture.ts';

const inside: SandboxStatus = { layer: 'bubblewrap', home: 'layer', network: 'hosts', gaps: [] };

function judge(line: string, facts: Facts, more: Partial<NonNullable<Use['command']>> = {}): Decision {
  const command = { line, cwd: ROOT, ...more };
  return decide({ tool: 'bash', permission: 'bash', effect: 'run', paths: [], origin: 'model', command }, facts);
}

test('SBX-12 SBX-13 of all labelled lines, five in six that need approval run unasked inside; dangerous or blocked lines decide as before; leaving asks', (t) => {
  const count = { asked: 0, lifted: 0, dangerous: 0, blocked: 0, outside: 0 };
  for (const [index, { cmd, class: label, accept = [] }] of labelledLines().entries()) {
    const before = judge(cmd, factsWith());
    const after = judge(cmd, factsWith({ sandbox: inside }));

    const isDangerous = before.reasons.some(({ risk }) => risk);
    if (before.verdict === 'deny' || isDangerous) {
      assert.deepEqual([after.verdict, after.reasons], [before.verdict, before.reasons], cmd);
      if (before.verdict === 'deny') count.blocked += 1;
      else count.dangerous += 1;
    } else if (label === 'dangerous' || label === 'hard-block') {
      assert.ok(accept.includes('needs-approval'), cmd); // its label also accepts needs-approval
    }
    if (label === 'needs-approval' && before.verdict === 'ask') {
      count.asked += 1;
      if (after.verdict === 'allow') count.lifted += 1;
    }
    if (after.verdict === 'allow') assert.ok(after.confinement, cmd);
    if (before.onlyReads && after.verdict === 'allow') assert.equal(after.confinement, 'read', cmd);
    if (index % 8 > 0) continue; // analysing a line costs the most
    const leaving = judge(cmd, factsWith({ sandbox: inside }), { outside: 'why' });
    assert.equal(leaving.verdict, before.verdict === 'deny' ? 'deny' : 'ask', cmd);
    if (leaving.verdict === 'ask') count.outside += 1;
  }
  t.diagnostic(JSON.stringify(count));
  assert.ok(count.lifted >= count.asked * 0.83, `${count.lifted} of ${count.asked}`);
});

test('SBX-12 lines that only look risky run unasked inside (versions, switches, the application’s own variables); similar risky lines ask', () => {
  const unasked = [
    'node -p process.version',
    'node -p "require(\'./package.json\').scripts"',
    "python3 -c 'import sys, numpy; print(sys.version, numpy.__version__)'",
    'GIT_OPTIONAL_LOCKS=1 git status',
    'TEST_DB_HOST=localhost npm test',
    'env -i make',
    'env - git status',
    "gawk -i inplace '{print $1}' data.csv",
    'git config user.name Bob',
    'git config --local pull.rebase true',
    'git remote rename a b',
    '../tools/cat notes.txt',
    'find . -name "$X" -newer notes.txt',
    'head {x},notes.txt}',
  ];
  const asked = [
    'node -p process.env',
    'node -p "process[\'binding\']"',
    'node -p "process.version.constructor.constructor(1)"',
    'node -p "require(\'./evil.js\')"',
    'node -p "require(\'./a/../../x.json\')"',
    'node -p "require(\'./credentials.json\')"',
    'node -p process.version -e 1',
    'node -r ./x.js -p process.version',
    "python3 -c 'import os; os.remove(os.path.version)'",
    'python3 -c \'import sys; print(f"{sys.exit()}", sys.version)\'',
    "python3 -c 'print(1)'",
    'GIT_OPTIONAL_LOCKS=$X git status',
    'GIT_SSH_MODE=x git fetch',
    'LD_DEBUG=x ls',
    'env -i PATH=. ls',
    "gawk -i evil '{print}' data.csv",
    'gawk -i inplace \'{print | "sh"}\' data.csv',
    'git config core.pager ./evil.sh',
    'git config --global user.name Bob',
    'git config user.name --unset',
    'git --exec-path=. status',
    'find . {x},-delete}',
    "find . $'\\x{2d}delete'",
    'find . $X',
    'find . -name $X',
    "sort notes.txt $'\\x{2d}opackage.json'",
  ];
  const at = (line: string) => judge(line, factsWith({ sandbox: inside })).verdict;
  assert.deepEqual(
    [unasked.filter((line) => at(line) !== 'allow'), asked.filter((line) => at(line) === 'allow')],
    [[], []],
  );
  for (const line of unasked) assert.equal(judge(line, factsWith()).verdict, 'ask', line);
});

test('SBX-12 SBX-20 if hosts cannot be told apart, commands that need the network ask; commands that run unasked or by their mode get no sockets, allowed ones do', () => {
  const second: SandboxStatus = {
    layer: 'landlock',
    home: 'cache',
    network: 'allowed',
    gaps: ['modes-and-times', 'shared-memory', 'signals', 'hooks', 'hosts'],
  };
  const at = (line: string, more: Partial<Facts> = {}) => {
    const { verdict, sockets, confinement } = judge(line, factsWith({ sandbox: second, ...more }));
    return [verdict, sockets, confinement];
  };
  for (const line of ['npm test', 'node scripts/build.js', 'make test', 'cargo test'])
    assert.deepEqual(at(line), ['allow', undefined, 'write'], line);
  const asking = [
    'npm ci',
    'pip install x',
    'curl https://x.example',
    'psql -c 1',
    'npx x',
    'gh pr list',
    'chmod +x a',
    'pkill vim',
    'cat > /dev/shm/new',
  ];
  for (const line of [...asking, 'git commit -m x']) assert.deepEqual(at(line), ['ask', true, 'write'], line);
  const grants = [{ permission: 'bash', pattern: 'npm ci', lifetime: 'session' as const, at: 0 }];
  assert.deepEqual(at('npm ci', { grants }), ['allow', true, 'write']);
  assert.deepEqual(at('npm ci', { preset: presets.yolo }), ['allow', undefined, 'write']);
  assert.deepEqual(at('npm ci', { preset: presets.yolo, grants }), ['allow', true, 'write']);
  assert.deepEqual(at('npm ci; curl x.example', { preset: presets.yolo, grants }), ['allow', undefined, 'write']);
  assert.deepEqual(at('npm test', { preset: presets.yolo, network: 'none' }), ['allow', undefined, 'write']);
  assert.deepEqual(at('ls', { preset: presets.yolo }), ['allow', undefined, 'read']);
  assert.deepEqual(at('npm ci', { onlyReads: true, network: 'none' }), ['ask', undefined, 'layer']);
});

test('SBX-12 a lost layer, a pattern that someone wrote, a secret file and the strict preset ask as before', () => {
  const lost = factsWith({ sandbox: { layer: 'none', why: { text: 'gone', says: [] }, isRequired: false } });
  assert.equal(judge('npm install', lost).verdict, 'ask');
  const written = factsWith({
    sandbox: inside,
    preset: { ...presets.build, bash: { '*': 'ask', 'npm install': 'ask' } },
  });
  assert.equal(judge('npm install', written).verdict, 'ask');
  assert.equal(judge('cat .env', factsWith({ sandbox: inside })).verdict, 'ask');
  const strict = { ...presets.strict, readOnlyRuns: false };
  assert.equal(judge('npm install', factsWith({ sandbox: inside, preset: strict })).verdict, 'ask');
});

test('SBX-13 leaving asks in every preset, whatever is allowed inside; separate patterns cover it; a setting forbids it', () => {
  const why = { outside: 'it needs docker' };
  const allowed = { permission: 'bash', pattern: 'docker ps', lifetime: 'session' as const, at: 0 };
  for (const preset of Object.values(presets)) {
    const decision = judge('docker ps', factsWith({ sandbox: inside, preset, grants: [allowed] }), why);
    assert.deepEqual([decision.verdict, decision.leaves, decision.confinement], ['ask', true, undefined], preset.name);
    assert.match(decision.reasons[0]?.text ?? '', /outside the sandbox: it needs docker/);
  }
  const own = factsWith({ sandbox: inside, grants: [{ ...allowed, permission: 'outside' }] });
  assert.equal(judge('docker ps', own, why).verdict, 'allow');
  assert.equal(judge('docker ps', factsWith({ sandbox: inside, mayLeave: false }), why).verdict, 'deny');
  assert.equal(judge('rm -rf /', factsWith({ sandbox: inside, preset: presets.yolo }), why).verdict, 'deny');
});

test('SBX-12 with sandbox.ask "leave", changes that undo can revert run unasked: single files that git tracks, and nothing else', () => {
  const tracked = new Set([`${ROOT}/notes.txt`]);
  const { disk } = factsWith();
  const facts = factsWith({
    sandbox: inside,
    asksOnlyToLeave: true,
    disk: {
      ...disk,
      kind: (path) => (path.endsWith('.txt') ? 'file' : disk.kind(path)),
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

test('SBX-11 lending a socket takes approval or a separate pattern, whatever the mode and whatever is allowed inside', () => {
  const lend = { lend: 'ssh-agent' as const };
  const allowed = { permission: 'bash', pattern: 'ssh-add -l', lifetime: 'session' as const, at: 0 };
  for (const preset of Object.values(presets)) {
    const decision = judge('ssh-add -l', factsWith({ sandbox: inside, preset, grants: [allowed] }), lend);
    assert.deepEqual([decision.verdict, decision.leaves, decision.lend], ['ask', true, 'ssh-agent'], preset.name);
    assert.equal(decision.reasons[0]?.code, 'socket');
  }
  const own = factsWith({ sandbox: inside, grants: [{ ...allowed, permission: 'ssh-agent' }] });
  assert.deepEqual(
    [judge('ssh-add -l', own, lend).verdict, judge('ssh-add -l', own, lend).confinement],
    ['allow', 'write'],
  );
  assert.equal(judge('ssh-add -D', own, lend).verdict, 'ask');
});
