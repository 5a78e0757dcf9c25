import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { MODES, PRESETS } from '../../src/config/modes.ts';
import { resolveTables } from '../../src/config/resolve-tables.ts';
import { settingsSchema } from '../../src/config/settings.ts';
import { HOSTS } from '../../src/policy/decide-host.ts';
import { SERVERS } from '../../src/protocol/permission.ts';

type Input = Partial<Parameters<typeof resolveTables>[0]>;
const none = { modes: {}, agents: {}, presets: {}, permission: {} };
const tablesOf = (settings: Input = {}) => resolveTables({ ...none, ...settings });

test('MODE-1 the table of modes', () => {
  const { modes, presets } = tablesOf();
  const rows = Object.values(modes).map(({ name, agent, preset, off, attended, verify }) => {
    const { rules = {}, bash = {} } = presets[preset] ?? {};
    const edit = off.includes('edit') ? 'off' : (rules.edit ?? rules['*']);
    const on = (tool: string) => (off.includes(tool) ? 'off' : attended?.includes(tool) ? 'attended' : 'on');
    return [name, agent, preset, edit, bash['*'], on('todowrite'), on('question'), verify].join(' ');
  });
  assert.deepEqual(rows, [
    'build build build ask ask off attended always',
    'plan plan plan off ask on on never',
    'default build balanced ask ask on attended when-asked',
    'auto-edit build auto-edit allow ask on attended always',
    'yolo build yolo allow allow on attended always',
  ]);
});

test('MODE-3 plan has every tool off that changes something, and also denies it', () => {
  const { modes, presets } = tablesOf();
  assert.deepEqual(modes.plan?.off, ['edit', 'write', 'patch', 'lsp_rename', 'todoread', 'git_add', 'git_commit']);
  const { rules = {} } = presets.plan ?? {};
  assert.deepEqual([rules.edit, rules.git], ['deny', 'deny']);
});

test('POL-6 a skill that the model loads needs no approval; a rule that refuses it still applies', () => {
  const asked = tablesOf({ permission: { skill: 'ask' } });
  for (const { name, rules } of Object.values(asked.presets)) {
    assert.equal(rules.skill ?? rules['*'], 'allow', name);
  }
  assert.equal(tablesOf({ permission: { skill: 'deny' } }).presets.strict?.rules.skill, 'deny');
});

test('MODE-2 strict asks about everything but reading, and only yolo skips checks', () => {
  const { presets } = tablesOf();
  assert.deepEqual(presets.strict, {
    name: 'strict',
    rules: { read: 'allow', todo: 'allow', question: 'allow', skill: 'allow', '*': 'ask' },
    bash: { '*': 'ask' },
    readOnlyRuns: false,
    bashSkipsChecks: false,
  });
  assert.deepEqual(
    Object.values(presets).flatMap(({ name, bashSkipsChecks }) => (bashSkipsChecks ? [name] : [])),
    ['yolo'],
  );
});

test('MODE-5 the sub-agent explore only has tools that read', () => {
  const { agents } = tablesOf();
  assert.deepEqual(
    Object.values(agents).flatMap(({ name, kind }) => (kind === 'sub' ? [name] : [])),
    ['general', 'explore'],
  );
  assert.deepEqual(agents.explore?.only, [
    'read',
    'list',
    'glob',
    'grep',
    'git_status',
    'git_diff',
    'git_log',
    'lsp_diagnostics',
    'lsp_definition',
    'lsp_hover',
    'lsp_references',
    'lsp_symbols',
  ]);
  for (const { prompt } of Object.values(agents)) assert.ok(prompt.length > 0 && prompt.length < 300);
});

test('MODE-6 settings change rows and add new ones', () => {
  const { modes, agents, presets } = tablesOf({
    presets: { build: { bash: { 'npm test': 'allow' } }, careful: { rules: { edit: 'deny' }, read_only_runs: false } },
    agents: { explore: { max_steps: 5 }, writer: { prompt: 'Write.', only: ['write'] } },
    modes: { docs: { agent: 'writer', preset: 'careful' }, build: { verify: 'never' } },
  });
  assert.deepEqual(presets.build?.bash, { '*': 'ask', 'npm test': 'allow' });
  assert.deepEqual(
    [presets.careful?.rules.edit, presets.careful?.rules['*'], presets.careful?.readOnlyRuns],
    ['deny', 'ask', false],
  );
  assert.deepEqual([agents.explore?.maxSteps, agents.explore?.only?.length], [5, 12]);
  assert.deepEqual(agents.writer, {
    name: 'writer',
    summary: '',
    kind: 'sub',
    off: [],
    prompt: 'Write.',
    only: ['write'],
  });
  assert.equal(modes.docs?.preset, 'careful');
  assert.deepEqual([modes.build?.verify, modes.build?.preset], ['never', 'build']);
});

test('permission: the user’s rules count in every preset to the extent that it lets them', () => {
  const { presets } = tablesOf({
    permission: { edit: 'ask', fetch: 'allow', task: 'deny', bash: { 'git push *': 'allow', 'rm *': 'deny' } },
  });
  const row = (name: string) => {
    const { rules = {}, bash = {} } = presets[name] ?? {};
    return [rules.edit, rules.fetch, rules.task, bash['git push *'] ?? bash['*'], bash['rm *']].join(' ');
  };
  assert.equal(row('build'), 'ask allow deny allow deny');
  assert.equal(row('balanced'), 'ask allow deny allow deny');
  assert.equal(row('auto-edit'), 'allow allow deny allow deny', 'what it allows stays allowed');
  assert.equal(row('yolo'), 'allow allow deny allow deny');
  assert.equal(row('plan'), 'deny allow deny ask deny', 'it only gets stricter');
  assert.equal(row('strict'), 'ask ask deny ask deny');
  const reads = tablesOf({ permission: { bash: { 'git log *': 'allow' } } }).presets['plan']?.bash;
  assert.deepEqual(reads, { '*': 'ask' }, 'a rule that allows makes nothing ask that ran without it');
});

test('every permission that a tool or a connection names can have a rule, and nothing else can', () => {
  const permission = settingsSchema.json().properties as Record<string, { properties: object }>;
  const known = Object.keys(permission.permission?.properties ?? {}).filter((key) => key !== '*');
  const named = globSync('src/tools/**/*.ts', { cwd: new URL('../../', import.meta.url) }).flatMap((file) => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    return [...text.matchAll(/^\s*permission: '([a-z_]+)',$/gm)].map(([, key]) => key as string);
  });
  assert.deepEqual([...new Set([...named, HOSTS, SERVERS])].sort(), known.sort());
});

test('MODE-6 names of the built-in rows are unique', () => {
  for (const rows of [MODES, PRESETS]) assert.equal(new Set(rows.map(({ name }) => name)).size, rows.length);
});
