import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostAccess } from '../../../src/core/call/host-access.ts';
import type { Facts, Preset, Use } from '../../../src/protocol/policy.ts';
import type { Answer, ApprovalRequest, Request } from '../../../src/protocol/request.ts';
import { createEngine, type EngineChanges } from '../../fixtures/engine.ts';
import { scriptedProvider } from '../../fixtures/scripted-provider.ts';

const preset: Preset = { name: 'test', rules: { '*': 'ask' }, bash: { '*': 'ask' }, readOnlyRuns: true };
const use: Use = {
  tool: 'bash',
  permission: 'bash',
  effect: 'run',
  paths: [],
  origin: 'model',
  command: { line: 'npm install', cwd: '/w' },
};

function access(answer: (request: ApprovalRequest) => Answer, changes: EngineChanges = {}) {
  const made = createEngine(scriptedProvider([]), [], changes);
  const asked: ApprovalRequest[] = [];
  made.answerWith((request: Request) => {
    assert.equal(request.kind, 'approval');
    asked.push(request as ApprovalRequest);
    return answer(request as ApprovalRequest);
  });
  const facts: Facts = { ...made.live.rules.facts(preset), preset };
  const aborting = new AbortController();
  const call = { id: 'c1', name: 'bash', arguments: '{}' };
  const hosts = hostAccess({ call, turn: 't1', use, facts }, made.live, made.engine, aborting.signal);
  return { ...made, hosts, asked, aborting };
}

const yes = (): Answer => ({ kind: 'approval', choice: 'yes' });
const no = (): Answer => ({ kind: 'approval', choice: 'no' });

test('SBX-10 a new host is asked about once, with the command, host and port; its two web ports count as one', async () => {
  const { hosts, asked } = access(yes);
  const both = [hosts.mayReach({ name: 'a.org', port: 80 }), hosts.mayReach({ name: 'a.org', port: 443 })];
  assert.deepEqual(await Promise.all(both), [true, true]);
  assert.equal(asked.length, 1);
  assert.deepEqual([asked[0]?.view.title, asked[0]?.view.body], ['a.org:80', [{ type: 'text', text: 'npm install' }]]);
  assert.deepEqual(asked[0]?.choices, ['yes', 'no', 'always']);
  assert.equal(await hosts.mayReach({ name: 'a.org', port: 22 }), true);
  assert.equal(asked.length, 2);
});

test('SBX-10 ten hosts at once are asked about one after the other; a hundred in one question', async () => {
  const ten = access(no);
  const names = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `h${index}.org`, port: 443 }));
  const answers = await Promise.all(names(10).map((target) => ten.hosts.mayReach(target)));
  assert.deepEqual([ten.asked.length, answers.includes(true)], [10, false]);
  const hundred = access(yes);
  const all = await Promise.all(names(100).map((target) => hundred.hosts.mayReach(target)));
  assert.deepEqual([hundred.asked.length, all.includes(false)], [1, false]);
  assert.match(hundred.asked[0]?.reasons[0]?.text ?? '', /100 hosts/);
  assert.deepEqual(hundred.asked[0]?.choices, ['yes', 'no']);
});

test('SBX-10 when a command ends, its question and those queued after it are withdrawn; processes it left running ask again', async () => {
  const made = access(yes);
  const waits: AbortSignal[] = [];
  let hasComeTo: () => void = () => undefined;
  const come = new Promise<void>((resolve) => (hasComeTo = resolve));
  const { ask } = made.engine.person;
  made.engine.person.ask = (request, signal, elsewhere) => {
    if (waits.push(signal) > 1) return ask(request, signal, elsewhere);
    hasComeTo();
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve({ kind: 'cancelled' })));
  };
  const both = [made.hosts.mayReach({ name: 'a.org', port: 80 }), made.hosts.mayReach({ name: 'b.org', port: 80 })];
  await come;
  made.hosts.withdraw();
  assert.deepEqual(await Promise.all(both), [false, false]);
  assert.equal(made.asked.length, 0);
  assert.equal(await made.hosts.mayReach({ name: 'a.org', port: 80 }), true);
});

test('SBX-10 "always" counts at once; if no one is available, and after Esc, nothing is let through', async () => {
  const always = access(({ scopes: [scope] }) => {
    assert.ok(scope);
    return { kind: 'approval', choice: 'always', scope, lifetime: 'session' };
  });
  assert.equal(await always.hosts.mayReach({ name: 'a.org', port: 443 }), true);
  assert.deepEqual([always.grants[0]?.permission, always.grants[0]?.pattern], ['network', 'a.org']);
  const alone = access(yes, { settings: { approval: { attended: false, autoApprove: false, onRisk: 'deny' } } });
  assert.equal(await alone.hosts.mayReach({ name: 'a.org', port: 443 }), false);
  assert.equal(alone.asked.length, 0);
  const agreed = access(yes, { settings: { approval: { attended: false, autoApprove: true, onRisk: 'deny' } } });
  assert.equal(await agreed.hosts.mayReach({ name: 'a.org', port: 443 }), true);
  assert.equal(await agreed.hosts.mayReach({ name: 'a.org', port: 443, address: '10.0.0.1' }), false);
  const { hosts, aborting, asked } = access(yes);
  aborting.abort();
  assert.deepEqual([await hosts.mayReach({ name: 'a.org', port: 443 }), asked.length], [false, 0]);
});
