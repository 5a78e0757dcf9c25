import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Grant } from '../../src/protocol/policy.ts';
import { commandContext, runCommand } from '../fixtures/command-context.ts';

const push: Grant = { permission: 'bash', pattern: 'git push *', lifetime: 'project', at: 0 };
const edits: Grant = { permission: 'edit', lifetime: 'session', at: 0 };
const facts = commandContext().rules.facts;
const withGrants = { rules: { facts: { ...facts, grants: [push, edits] } } };

test('MODE-2 /permissions prints the rules in force, tool by tool, with the bash rules and the saved rules', async () => {
  assert.deepEqual(await runCommand('permissions', '', commandContext([], withGrants)), {
    title: 'permissions: test, in test mode',
    body: [
      { type: 'list', items: ['read   allow', 'write  off in test mode', 'bash   by command: ask, see below'] },
      { type: 'text', text: 'Commands' },
      {
        type: 'list',
        items: ['* ask (commands proved read-only run without asking; risky ones always ask)', 'npm test  allow'],
      },
      { type: 'text', text: 'Allowed by you ("/permissions revoke" revokes one)' },
      { type: 'list', items: ['git push *  (project)', 'every call of write  (session)'] },
    ],
  });
});

test('MODE-2 /permissions PRESET switches the preset, and the mode too if a mode and an agent have its name', async () => {
  const said: string[] = [];
  assert.deepEqual(await runCommand('permissions', 'plan', commandContext(said)), {
    title: 'permissions: plan, in plan mode',
  });
  assert.deepEqual(await runCommand('permissions', 'wild', commandContext(said)), {
    title: 'permissions: wild, in test mode',
  });
  assert.deepEqual(
    said.filter((line) => !line.startsWith('warn')),
    ['mode plan', 'confirm Switch to wild', 'preset wild'],
  );
  assert.deepEqual(await runCommand('permissions', 'lax', commandContext()), {
    problem: { title: 'Unknown preset: lax. Presets: test, plan, wild; also: why COMMAND, revoke [RULE]' },
  });
});

test('MODE-2 a rule saved for several tools names all of them, and each is marked as allowed', async () => {
  const names = ['edit', 'write', 'patch'];
  const tools = names.map((name) => ({ name, description: '', permission: 'edit', on: true, runsCommand: false }));
  const view = await runCommand('permissions', '', commandContext([], { ...withGrants, mode: { tools } }));
  const lists =
    'body' in view ? (view.body ?? []).flatMap((block) => (block.type === 'list' ? [block.items] : [])) : [];
  assert.deepEqual(
    lists[0],
    names.map((name) => `${name.padEnd(5)}  ask, but allowed by you`),
  );
  assert.deepEqual(lists[2], ['git push *  (project)', 'every call of edit, write, patch  (session)']);
});

test('APR-7 /permissions why explains a command rule by rule', async () => {
  assert.deepEqual(await runCommand('permissions', 'why git push\u202e x', commandContext()), {
    title: 'ask: git push\\u{202e} x',
    body: [
      { type: 'list', items: ['ask  git push\\u{202e} x: a rule'] },
      { type: 'text', text: 'It asks; "always" can be saved.' },
    ],
  });
  assert.deepEqual(await runCommand('permissions', 'why', commandContext()), {
    problem: { title: 'Which command? /permissions why git push' },
  });
});

test('SBX-12 /permissions says that commands in the sandbox run without asking, and why shows both verdicts as such', async () => {
  const sandbox = { layer: 'bubblewrap', home: 'layer', network: 'hosts', gaps: [] } as const;
  const { programs } = commandContext();
  const inside = { programs: { sandbox: { ...programs.sandbox, status: async () => sandbox } } };
  const matrix = await runCommand('permissions', '', commandContext([], inside));
  assert.match(
    JSON.stringify(matrix),
    /\* ask \(commands proved read-only or confined by the sandbox run without asking; risky ones always ask\)/,
  );
  const row = { part: 'touch x', verdict: 'ask', why: [{ text: 'a rule', says: [] }], risk: false } as const;
  const why = (verdict: 'allow' | 'ask') =>
    runCommand(
      'permissions',
      'why touch x',
      commandContext([], {
        rules: {
          explain: async () => ({
            rows: [row],
            verdict: 'ask',
            result: 'asks',
            inside: { layer: 'bubblewrap', verdict },
          }),
        },
      }),
    );
  assert.deepEqual(await why('allow'), {
    title: 'allow: touch x',
    body: [
      {
        type: 'text',
        text: 'It runs without asking, because the sandbox (bubblewrap) confines it. Without the sandbox:',
      },
      { type: 'list', items: ['ask  touch x: a rule'] },
      { type: 'text', text: 'It asks; "always" can be saved.' },
    ],
  });
  assert.deepEqual(await why('ask'), {
    title: 'ask: touch x',
    body: [
      { type: 'list', items: ['ask  touch x: a rule'] },
      { type: 'text', text: 'It asks; "always" can be saved.' },
      { type: 'text', text: 'The sandbox (bubblewrap) does not change that.' },
    ],
  });
});

test('APR-7 /permissions revoke revokes a saved rule, given by name or picked', async () => {
  const said: string[] = [];
  assert.deepEqual(await runCommand('permissions', 'revoke git push *', commandContext(said, withGrants)), {
    title: 'Revoked: git push *. It will ask again.',
  });
  await runCommand('permissions', 'revoke', commandContext(said, { ...withGrants, person: { pick: async () => 1 } }));
  assert.deepEqual(said, ['revoke bash git push *', 'revoke edit ']);
  assert.deepEqual(await runCommand('permissions', 'revoke npm *', commandContext([], withGrants)), {
    problem: {
      title: 'No saved rule "npm *". There are:',
      body: [{ type: 'list', items: ['git push *', 'every call of write'] }],
    },
  });
  assert.deepEqual(await runCommand('permissions', 'revoke', commandContext()), {
    problem: { title: 'There is no saved rule to revoke.' },
  });
});
