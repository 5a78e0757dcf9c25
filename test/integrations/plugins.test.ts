import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { changesBetween, contentOf } from '../../src/integrations/plugins/content.ts';
import { loadPlugin } from '../../src/integrations/plugins/load-plugin.ts';
import type { Plugin } from '../../src/integrations/plugins/plugin.ts';
import { findSkills } from '../../src/integrations/skills.ts';
import { faultTexts } from '../fixtures/fault-texts.ts';

const MANIFEST = 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json';
const SERVERS = 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json';

interface Ground {
  root: string;
  data: string;
  put(files: Record<string, unknown>): void;
  load(): ReturnType<typeof loadPlugin>;
  plugin(): Plugin;
}

function ground(t: TestContext): Ground {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'coder-plugin-')));
  t.after(() => rmSync(base, { recursive: true, force: true }));
  const [root, data] = [join(base, 'root'), join(base, 'data')];
  for (const folder of [root, data]) mkdirSync(folder);
  const load = () => loadPlugin({ folder: root, cwd: base, env: { FROM: 'here' }, dataOf: () => data });
  return {
    root,
    data,
    put(files) {
      for (const [name, value] of Object.entries(files)) {
        mkdirSync(dirname(join(root, name)), { recursive: true });
        writeFileSync(join(root, name), typeof value === 'string' ? value : JSON.stringify(value));
      }
    },
    load,
    plugin() {
      const loaded = load();
      assert.ok(loaded.ok, loaded.ok ? '' : loaded.problem.text);
      return loaded.plugin;
    },
  };
}

const skill = (name: string) => `---\nname: ${name}\ndescription: ${name} it\n---\nText\n`;
const manifest = (more: object = {}) => ({ $schema: MANIFEST, name: 'demo', ...more });
const servers = (mcpServers: unknown, more: object = {}) => ({ $schema: SERVERS, mcpServers, ...more });

test('EXT-15 the core of Agent Plugins: direct skills, servers with their folders, arguments unchanged', (t) => {
  const { root, data, put, plugin } = ground(t);
  put({
    'plugin.json': manifest({ version: 'any', author: { name: 'A' }, keywords: ['k'], extensions: { 'x.y': 5 } }),
    'skills/alpha/SKILL.md': skill('alpha'),
    'skills/alpha/references/nested/SKILL.md': skill('nested'),
    'skills/without/README.md': 'none',
    'bin/probe token.sh': '#!/bin/sh\n',
    'work/x': '',
    'mcp.json': servers({
      default: {
        type: 'stdio',
        command: 'node',
        args: ['${PLUGIN_ROOT}/p.mjs', 'a b', '', '${PLUGIN_DATA}', '${UNKNOWN}', '$VALUE', '${PLUGIN_ROOT_X}'],
        env: { E: '${PLUGIN_ROOT}|${PLUGIN_DATA}|${PLUGIN_ROOT}', L: '${UNKNOWN}' },
      },
      relative: { type: 'stdio', command: './bin/probe token.sh', cwd: './work' },
      root: { type: 'stdio', command: 'node', cwd: '${PLUGIN_ROOT}/work' },
      data: { type: 'stdio', command: 'node', cwd: '${PLUGIN_DATA}' },
      http: {
        type: 'streamable-http',
        url: 'http://127.0.0.1:1/mcp?value=$V',
        headers: { AcCePt: 'text/plain', 'x-a': '${PLUGIN_ROOT} b' },
      },
      old: { type: 'sse', url: 'https://example.com/sse' },
    }),
  });
  const { problems, servers: found, skills, ...rest } = plugin();
  assert.deepEqual([problems, rest.name, rest.version, rest.layout], [[], 'demo', 'any', 'agent-plugins']);
  const names = findSkills(skills).skills.map(({ name }) => name);
  assert.deepEqual(names, ['alpha', 'create-skill']);
  const places = { PLUGIN_ROOT: root, PLUGIN_DATA: data };
  const stdio = (command: string, cwd: string) => ({ kind: 'stdio', command, args: [], env: places, cwd });
  assert.deepEqual(
    found.map(({ name, transport }) => [name.replace('plugin_demo_', ''), transport]),
    [
      [
        'default',
        {
          kind: 'stdio',
          command: 'node',
          args: [`${root}/p.mjs`, 'a b', '', data, '${UNKNOWN}', '$VALUE', '${PLUGIN_ROOT_X}'],
          env: { E: `${root}|${data}|${root}`, L: '${UNKNOWN}', ...places },
          cwd: root,
        },
      ],
      ['relative', stdio(join(root, 'bin/probe token.sh'), join(root, 'work'))],
      ['root', stdio('node', join(root, 'work'))],
      ['data', stdio('node', data)],
      ['http', { kind: 'http', url: 'http://127.0.0.1:1/mcp?value=$V', headers: { 'x-a': '${PLUGIN_ROOT} b' } }],
      ['old', { kind: 'sse', url: 'https://example.com/sse', headers: {} }],
    ],
  );
});

test('EXT-15 recovery: unknown fields are reported and ignored; only the bad skill or server is skipped', (t) => {
  const { root, put, plugin } = ground(t);
  const node = { type: 'stdio', command: 'node' };
  const http = { type: 'streamable-http', url: 'https://example.com/' };
  const wrong: Record<string, unknown> = {
    empty: { type: 'stdio' },
    none: 5,
    untyped: { command: 'node' },
    type: { type: 'http', url: 'https://example.com' },
    field: { ...node, unknown: 1 },
    other: { ...node, url: 'https://example.com' },
    up: { ...node, cwd: './..' },
    bare: { ...node, cwd: 'work' },
    absolute: { ...node, cwd: '/' },
    'data-up': { ...node, cwd: '${PLUGIN_DATA}/..' },
    glued: { ...node, cwd: '${PLUGIN_ROOT}x' },
    link: { ...node, cwd: './link' },
    'command-up': { type: 'stdio', command: '../x' },
    'command-absolute': { type: 'stdio', command: '/bin/sh' },
    'command-variable': { type: 'stdio', command: '${PLUGIN_ROOT}/x' },
    'command-link': { type: 'stdio', command: './link/bin/sh' },
    args: { ...node, args: [1] },
    env: { ...node, env: { A: 1 } },
    'env-root': { ...node, env: { PLUGIN_ROOT: 'x' } },
    'env-data': { ...node, env: { PLUGIN_DATA: 'x' } },
    fragment: { ...http, url: 'https://example.com/#a' },
    user: { ...http, url: 'https://a:b@example.com/' },
    plain: { ...http, url: 'http://example.com/' },
    relative: { ...http, url: '/mcp' },
    scheme: { ...http, url: 'ftp://example.com/' },
    twice: { ...http, headers: { 'X-A': '1', 'x-a': '2' } },
    header: { ...http, headers: { 'a b': '1' } },
    value: { ...http, headers: { a: 'x\r\ny' } },
  };
  put({
    'plugin.json': manifest({ unknownField: true, extensions: false }),
    'skills/good/SKILL.md': skill('good'),
    'skills/bad/SKILL.md': '---\nname: bad\n- description: broken\n---\n',
    'skills/other/SKILL.md': skill('another-name'),
    'skills/Upper/SKILL.md': skill('Upper'),
    'mcp.json': servers({ ...wrong, valid: node }),
  });
  symlinkSync('/', join(root, 'link'));
  const { servers: found, problems, skills } = plugin();
  assert.deepEqual(
    found.map(({ name }) => name),
    ['plugin_demo_valid'],
  );
  assert.match(problems[0]?.text ?? '', /"unknownField" is unknown and ignored/);
  assert.match(problems[1]?.text ?? '', /"extensions" is not an object and is ignored/);
  const named = problems.slice(2).map((line) => /^mcp\.json: server "([^"]*)" is left out: /.exec(line.text)?.[1]);
  assert.deepEqual(named, Object.keys(wrong));
  const read = findSkills(skills);
  assert.deepEqual([read.skills.map(({ name }) => name), read.notices.length], [['good', 'create-skill'], 3]);
  const content = contentOf(root);
  assert.deepEqual(content.ok && faultTexts(content.leaving), ['link leads out of the plugin, to /: it is refused']);
});

test('EXT-15 an invalid mcp.json switches servers off but keeps skills; paths of the wrong kind are reported', (t) => {
  const broken: (string | object)[] = [
    `{ "$schema": "${SERVERS}", "mcpServers":\n}`,
    [],
    { mcpServers: {} },
    servers({}, { more: 1 }),
    servers([]),
    { $schema: SERVERS.replace('1.0.0', '1.1.0'), mcpServers: {} },
  ];
  for (const value of broken) {
    const { put, plugin } = ground(t);
    put({ 'plugin.json': manifest(), 'skills/s/SKILL.md': skill('s'), 'mcp.json': value });
    const { servers: found, problems, skills } = plugin();
    assert.deepEqual([found, problems.length, skills.length], [[], 1, 1], JSON.stringify(value));
  }
  const { root, put, plugin } = ground(t);
  put({ 'plugin.json': manifest(), skills: 'a file', 'mcp.json/x': '' });
  assert.equal(plugin().problems.length, 2);
  rmSync(join(root, 'skills'));
  symlinkSync('/', join(root, 'skills'));
  assert.match(plugin().problems[0]?.text ?? '', /skills leads out/);
});

test('EXT-15 a manifest that violates the schema refuses the whole plugin, and says why', (t) => {
  const cases: [value: unknown, why: RegExp][] = [
    ['no json', /not JSON/],
    [[], /not a JSON object/],
    [{ name: 'x' }, /"\$schema" is missing/],
    [{ $schema: MANIFEST.replace('1.0.0', '2.0.0'), name: 'x' }, /unsupported "\$schema"/],
    [{ $schema: MANIFEST }, /"name" is missing/],
    ...['My-Plugin', '-start', 'end-', 'has--double', 'too..many', 'a b', '', 'x'.repeat(65)].map(
      (name): [unknown, RegExp] => [manifest({ name }), /name/],
    ),
    [manifest({ version: 1 }), /"version" is not a string/],
    [manifest({ keywords: 'a' }), /"keywords"/],
    [manifest({ author: 'me' }), /"author" is not an object/],
    [manifest({ author: { phone: '1' } }), /"author\.phone"/],
  ];
  for (const [value, why] of cases) {
    const { put, load } = ground(t);
    put({ 'plugin.json': value as object });
    const loaded = load();
    assert.match(loaded.ok ? 'loaded' : loaded.problem.text, why, JSON.stringify(value));
  }
  for (const name of ['a', 'acme.tools', 'lint3r', 'x'.repeat(64)]) {
    const { put, load } = ground(t);
    put({ 'plugin.json': manifest({ name }) });
    assert.ok(load().ok, name);
  }
  const { root, load } = ground(t);
  assert.match(JSON.stringify(load()), /it is not a plugin/);
  symlinkSync('/etc/hostname', join(root, 'plugin.json'));
  assert.match(JSON.stringify(load()), /leads out of the plugin/);
});

test('EXT-15 Claude’s layout: usual and named folders and variables; fields without a counterpart are reported', (t) => {
  const { root, data, put, plugin } = ground(t);
  put({
    '.claude-plugin/plugin.json': {
      name: 'tools',
      version: '1.0.0',
      commands: ['./more', '../out'],
      outputStyles: './styles',
      mcpServers: { named: { command: '${CLAUDE_PLUGIN_ROOT}/s', args: ['${FROM}'] } },
    },
    'commands/go.md': 'Go',
    'more/deep/er.md': 'Deeper',
    'agents/a.md': '---\nname: a\ndescription: d\n---\nJob',
    'skills/s/SKILL.md': skill('s'),
    'hooks/hooks.json': { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'x' }] }] } },
    '.mcp.json': { mcpServers: { usual: { command: 'node' }, bad: {} } },
    '.lsp.json': { go: { command: 'gopls', extensionToLanguage: { '.go': 'go' } } },
    'output-styles/x.md': '',
  });
  const found = plugin();
  const env = { CLAUDE_PLUGIN_ROOT: root, CLAUDE_PLUGIN_DATA: data };
  assert.deepEqual(
    found.commands.map(({ path, prefix }) => [path, prefix]),
    [
      [join(root, 'commands'), 'tools'],
      [join(root, 'more'), 'tools'],
    ],
  );
  assert.deepEqual(
    found.servers.map(({ name, transport }) => [name, transport]),
    [
      ['plugin_tools_usual', { kind: 'stdio', command: 'node', args: [], env }],
      ['plugin_tools_named', { kind: 'stdio', command: `${root}/s`, args: ['here'], env }],
    ],
  );
  assert.deepEqual(
    found.hooks.map(({ value }) => Object.keys(value)),
    [['PreToolUse']],
  );
  assert.deepEqual(
    found.languageServers.map(({ value }) => Object.keys(value)),
    [['go']],
  );
  assert.deepEqual([found.agents.length, found.skills.length], [1, 1]);
  assert.equal(found.problems.length, 4, faultTexts(found.problems).join('\n'));
  for (const [index, what] of [/"outputStyles"/, /output-styles/, /\.\.\/out/, /"bad"/].entries())
    assert.match(found.problems[index]?.text ?? '', what);
});

test('EXT-15 Gemini’s layout: text for the prompt, commands in TOML, its own variables; a marketplace is not a plugin', (t) => {
  const { root, put, plugin } = ground(t);
  put({
    'gemini-extension.json': {
      name: 'ext',
      version: '1',
      mcpServers: { s: { command: 'node', args: ['${extensionPath}${/}s.js'] } },
      excludeTools: ['x'],
    },
    'GEMINI.md': 'Read me',
    'commands/a/b.toml': 'prompt = "x"',
  });
  const found = plugin();
  assert.deepEqual(found.notes, [join(root, 'GEMINI.md')]);
  const [server] = found.servers;
  assert.deepEqual(server?.transport.kind === 'stdio' && server.transport.args, [`${root}/s.js`]);
  assert.deepEqual(faultTexts(found.problems), ['gemini-extension.json: coder has no equivalent of "excludeTools"']);
  const market = ground(t);
  market.put({ '.claude-plugin/marketplace.json': { plugins: [{ name: 'a', source: './plugins/a' }] } });
  assert.match(JSON.stringify(market.load()), /this is a marketplace; add --path and one of: \.\/plugins\/a/);
});

test('EXT-15 content covers every byte: a change is found, and only changed files are read again', (t) => {
  const { root, put } = ground(t);
  put({ 'a.sh': 'one', 'b/c.md': 'text', '.git/HEAD': 'x' });
  const before = contentOf(root);
  assert.ok(before.ok);
  assert.deepEqual(
    before.files.map(({ path }) => path),
    ['a.sh', 'b/c.md'],
  );
  put({ 'a.sh': 'onE', 'd.js': 'new' });
  rmSync(join(root, 'b/c.md'));
  const after = contentOf(root, before.files);
  assert.ok(after.ok);
  assert.deepEqual(changesBetween(before.files, after.files), [
    { path: 'a.sh', kind: 'changed' },
    { path: 'b/c.md', kind: 'removed' },
    { path: 'd.js', kind: 'added' },
  ]);
});
