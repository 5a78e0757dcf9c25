import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { call, say, startModelServer } from '../fixtures/model-server.ts';
import { runCoder, scratch } from '../fixtures/run-coder.ts';
import { trustProject } from '../fixtures/trust.ts';

function put(root: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

const PLANTED = {
  'CLAUDE.md': 'CANARY-NOTES\n',
  '.claude/agents/finder.md': '---\nname: finder\ndescription: CANARY-AGENT\ntools: Read, Grep\n---\nCANARY-JOB\n',
  '.claude/commands/git/last.md': 'CANARY-COMMAND $1: !`echo out-$((40+2))` end\n',
  '.claude/commands/bad.md': 'CANARY-BAD !`rm -rf /` end\n',
  '.gemini/commands/say.toml': 'prompt = "CANARY-TOML {{args}} !{echo {{args}}}"\n',
  '.claude/skills/one/SKILL.md': '---\nname: one\ndescription: CANARY-SKILL\n---\nText\n',
};

test('EXT-16 EXT-17 TRUST-1 files written for other agents have no effect before trust, and work after it', async (t) => {
  const place = scratch(t);
  put(place.path, PLANTED);
  await using server = await startModelServer((_request, index) =>
    index === 4 ? call('task', { agent: 'finder', objective: 'find it' }) : say('Done.'),
  );
  const options = { cwd: place.path, url: server.url, env: { HOME: place.home } };
  const run = async (prompt: string) => {
    const ended = await runCoder(['-p', prompt, '--output-format', 'json'], options);
    return { ...ended, sent: server.requests.at(-1)?.body ?? '' };
  };
  const before = await run('hi');
  assert.equal(before.sent.includes('CANARY'), false);
  const { untrusted } = JSON.parse(before.stdout) as { untrusted: string[] };
  assert.deepEqual(
    untrusted.toSorted(),
    Object.keys(PLANTED)
      .map((name) => name.replace('/SKILL.md', ''))
      .toSorted(),
  );
  assert.equal((await run('/git:last a')).code !== 0, true, 'not a command yet');
  assert.equal(server.requests.length, 1);

  await trustProject(place);
  const after = await run('hi');
  for (const word of ['CANARY-NOTES', 'finder: CANARY-AGENT', 'CANARY-SKILL'])
    assert.ok(after.sent.includes(word), word);
  assert.equal(after.sent.includes('CANARY-JOB'), false, 'the job is the agent’s');
  assert.match((await run('/git:last a')).sent, /CANARY-COMMAND a: out-42 end/);
  assert.match((await run("/say it's")).sent, /CANARY-TOML it's it's/);
  await run('delegate');
  const job = server.requests[5]?.body ?? '';
  assert.ok(job.includes('CANARY-JOB') && job.includes('find it'));
  const { tools } = JSON.parse(job) as { tools: { function: { name: string } }[] };
  assert.deepEqual(
    tools.map((each) => each.function.name),
    ['read', 'grep'],
  );
  const count = server.requests.length;
  const refused = await run('/bad');
  assert.equal(server.requests.length, count, 'nothing was sent');
  assert.match(`${refused.stdout}${refused.stderr}`, /nothing was sent/);

  writeFileSync(
    join(place.path, '.claude/agents/finder.md'),
    PLANTED['.claude/agents/finder.md'].replace('Grep', 'Bash'),
  );
  const changed = await run('hi');
  assert.equal(changed.sent.includes('CANARY-AGENT'), false);
  assert.deepEqual((JSON.parse(changed.stdout) as { untrusted: string[] }).untrusted, ['.claude/agents/finder.md']);
  assert.match((await runCoder(['trust', 'diff'], options)).stdout, /-tools: Read, Grep\n\+tools: Read, Bash/);
});

const DEMO = {
  'plugin.json': JSON.stringify({
    $schema: 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json',
    name: 'demo',
  }),
  'skills/show/SKILL.md': '---\nname: show\ndescription: CANARY-SHOW\n---\nText\n',
  'run.mjs': `process.stdin.setEncoding('utf8').on('data', (text) => {
  for (const line of text.trim().split('\\n')) {
    const { id, method } = JSON.parse(line);
    const info = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'd', version: '1' } };
    const { PLUGIN_DATA, PLUGIN_ROOT, A } = process.env;
    const name = [PLUGIN_ROOT === process.cwd(), PLUGIN_DATA.length > 1, A === process.argv[2]].join('-');
    const result = method === 'initialize' ? info : { tools: [{ name, inputSchema: { type: 'object' } }] };
    if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
  }
});
`,
  'mcp.json': JSON.stringify({
    $schema: 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json',
    mcpServers: {
      probe: { type: 'stdio', command: 'node', args: ['${PLUGIN_ROOT}/run.mjs', '${A}'], env: { A: '${A}' } },
    },
  }),
};

test('EXT-15 a plugin can be shown, installed, pinned, updated with its diff, and removed; a project’s plugin needs trust', async (t) => {
  const place = scratch(t);
  await using server = await startModelServer(() => say('Done.'));
  const options = { cwd: place.path, url: server.url, env: { HOME: place.home } };
  const plugin = (...words: string[]) => runCoder(['plugin', ...words], options);
  const sent = async () => {
    const { stderr } = await runCoder(['-p', 'hi'], options);
    return { has: server.requests.at(-1)?.body.includes('CANARY-SHOW'), stderr };
  };
  const source = join(place.home, 'source');
  put(source, DEMO);
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', source, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { stdio: 'ignore' });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'one');
  assert.equal((await plugin('list')).stdout.startsWith('No plugins'), true);
  const asked = await plugin('install', `file://${source}`);
  assert.deepEqual([asked.code, asked.stdout.includes('server plugin_demo_probe: command: "node"')], [1, true]);
  assert.match(asked.stderr, /no one is available to agree/);
  assert.equal((await sent()).has, false);
  assert.match((await plugin('install', `file://${source}`, '--yes')).stdout, /Installed demo\.\n$/);
  assert.equal((await sent()).has, true);
  assert.match((await runCoder(['mcp', 'test', 'plugin_demo_probe', '--json'], options)).stdout, /"true-true-true"/);
  assert.match((await plugin('install', source, '--yes')).stderr, /demo is already installed/);
  assert.match((await plugin('update', 'demo')).stdout, /demo is unchanged/);

  const folder = join(place.home, '.coder/plugins/demo');
  appendFileSync(join(folder, 'run.mjs'), '// one byte more');
  const changed = await sent();
  assert.equal(changed.has, false);
  assert.match(changed.stderr, /Plugin demo is not used: run\.mjs changed since you agreed to it/);
  appendFileSync(join(source, 'run.mjs'), 'CANARY-NEW();\n');
  git('commit', '-qam', 'two');
  const shown = await plugin('update', 'demo');
  assert.equal(shown.code, 1);
  assert.match(shown.stdout, /^\+CANARY-NEW\(\);$/m);
  assert.equal((await plugin('update', 'demo', '--yes')).code, 0);
  assert.equal((await sent()).has, true);
  assert.match((await plugin('remove', 'demo')).stdout, /Removed demo/);
  assert.deepEqual([existsSync(folder), readdirSync(join(place.home, '.coder/plugins'))], [false, []]);

  put(join(place.path, '.coder/plugins/demo'), DEMO);
  const before = await sent();
  assert.deepEqual([before.has, before.stderr.includes('.coder/plugins/demo')], [false, true]);
  await trustProject(place);
  assert.equal((await sent()).has, true);
  appendFileSync(join(place.path, '.coder/plugins/demo/run.mjs'), '\n');
  assert.equal((await sent()).has, false);
  assert.match((await runCoder(['trust', 'diff'], options)).stdout, /plugins\/demo\/run\.mjs/);

  const other = join(place.home, 'other');
  put(other, { ...DEMO, 'plugin.json': DEMO['plugin.json'].replace('"demo"', '"linked"') });
  assert.match((await plugin('link', other, '--yes')).stdout, /Linked linked to/);
  assert.equal((await sent()).has, true);
  appendFileSync(join(other, 'skills/show/SKILL.md'), 'more words\n');
  assert.equal((await sent()).has, true, 'a text may change');
  appendFileSync(join(other, 'mcp.json'), '\n');
  assert.equal((await sent()).has, false);
  assert.match((await plugin('validate', join(place.home, 'nowhere'))).stderr, /is refused: /);
  assert.equal((await plugin('frobnicate')).code, 2);
});
