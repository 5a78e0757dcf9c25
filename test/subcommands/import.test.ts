import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runCoder, scratch } from '../fixtures/run-coder.ts';

/** Files written by the agents themselves (Claude Code 2.1.197, Codex, Gemini CLI, Qwen Code and opencode 1.18), shortened. */
const HOMES = fileURLToPath(new URL('../data/homes', import.meta.url));

interface Listed {
  keys: {
    file: string;
    key: string;
    state: string;
    to?: string[];
    value?: unknown;
    why?: string;
    samples?: object[];
  }[];
  problems: string[];
}

function put(root: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

test('EXT-18 from homes that the agents wrote themselves, every key is named, no secret is taken, and a second import finds nothing new', async (t) => {
  const place = scratch(t);
  for (const agent of readdirSync(HOMES)) cpSync(join(HOMES, agent), place.home, { recursive: true });
  const state = readFileSync(join(place.home, '.claude.json'), 'utf8');
  writeFileSync(join(place.home, '.claude.json'), state.replace('/home/me/project', place.path));
  const options = { cwd: place.path, env: { HOME: place.home } };
  const list = async (...words: string[]) =>
    JSON.parse((await runCoder(['import', '--json', ...words], options)).stdout) as Listed;
  const { keys, problems } = await list('--dry-run');
  assert.deepEqual(problems, []);
  const named = keys.map(({ key }) => key).join('\n');
  const all = [
    ...Object.keys(JSON.parse(state) as object),
    ...Object.keys((JSON.parse(state) as { projects: Record<string, object> }).projects['/home/me/project'] ?? {}),
    'mcp_servers.memory',
    'mcp_servers.docs',
    'features',
    'mcpServers.memory',
    'mcpServers.docs',
    '$schema',
  ].filter((key) => key !== 'allowedTools'); // an empty list
  assert.deepEqual(
    all.filter((key) => !named.includes(key)),
    [],
  );
  assert.deepEqual(
    keys
      .filter(({ state: is }) => is !== 'left')
      .map(({ file, key, to, why }) => [file, key.replace(place.path, '.'), to, why]),
    [
      ['~/.claude.json', 'mcpServers.memory', ['mcpServers', 'memory'], 'set API_KEY in your environment'],
      ['~/.claude.json', 'mcpServers.docs', ['mcpServers', 'docs'], 'set DOCS_AUTHORIZATION in your environment'],
      ['~/.claude.json', 'projects...mcpServers.here', ['mcpServers', 'here'], 'for every folder here'],
    ],
  );
  const config = join(place.home, '.coder', 'config.json');
  assert.equal(existsSync(config), false);
  assert.match((await runCoder(['import'], options)).stderr, /no one is available to agree/);
  assert.equal(existsSync(config), false);
  assert.match((await runCoder(['import', '--yes'], options)).stdout, /Wrote 3 keys to /);
  const written = readFileSync(config, 'utf8');
  assert.deepEqual([written.includes('secret-value'), written.includes('Bearer')], [false, false]);
  assert.match((await runCoder(['import', '--yes'], options)).stdout, /Nothing new\.\n$/);
  assert.equal(readFileSync(config, 'utf8'), written);
  assert.equal((await runCoder(['import', 'cursor'], options)).code, 2);
});

test('EXT-18 rules that are too permissive are left out, existing settings stay, and broken files are named with their line', async (t) => {
  const place = scratch(t);
  const permissions = {
    allow: [
      'Bash(npm run test:*)',
      'Bash(git log)',
      'Bash(python:*)',
      'Bash(sudo:*)',
      'Bash(*)',
      'Bash',
      'Bash(git * main)',
      'Bash(ls && rm x)',
      'Edit',
      'Read',
      'WebFetch(domain:a.b)',
      'mcp__github',
    ],
    deny: ['Bash(curl:*)', 'WebFetch', 'mcp__git*'],
    ask: ['Bash(git push:*)'],
    additionalDirectories: [place.home, '/not/there', '../x'],
    defaultMode: 'bypassPermissions',
  };
  put(place.home, {
    '.coder/config.json': '{\n  // mine\n  "permission": { "bash": { "git log": "ask" } }\n}\n',
    '.claude/settings.json': JSON.stringify({ permissions, env: { A: 'x' }, model: 'opus', statusLine: {} }),
    '.claude/settings.local.json': '{\n  "a": 1,\n  oops\n}\n',
    '.codex/config.toml':
      'model = "m-1"\nmodel_provider = "own"\napproval_policy = "never"\nsandbox_mode = "danger-full-access"\n[model_providers.own]\nbase_url = "http://127.0.0.1:1/v1"\nenv_key = "OWN_KEY"\nwire_api = "chat"\n[model_providers.other]\nbase_url = "http://x"\n[mcp_servers.k]\ncommand = "x"\nargs = ["--api-key", "abc"]\n',
    '.codex/rules/default.rules':
      'prefix_rule(pattern = ["git", "diff"], decision = "allow")\nprefix_rule(pattern=["bash"])\nprefix_rule(pattern=["rm"], decision="forbidden")\n',
    '.gemini/settings.json':
      '{ "tools": { "allowed": ["run_shell_command(git status)"], "exclude": ["web_fetch"] }, "model": { "name": "m-2" } }',
    '.gemini/policies/a.toml':
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = ["git show", "node"]\ndecision = "allow"\npriority = 1\n',
    '.config/opencode/opencode.json':
      '{ "small_model": "acme/small-1", "permission": { "bash": { "*": "allow", "make test": "allow" }, "edit": "ask" }, "provider": { "acme": { "options": { "apiKey": "sk-1" } } }, "instructions": ["a.md", "docs/*.md"] }',
  });
  const options = { cwd: place.path, env: { HOME: place.home } };
  const { keys, problems } = JSON.parse((await runCoder(['import', '--json'], options)).stdout) as Listed;
  assert.equal(problems.length, 1);
  assert.match(problems[0] ?? '', /settings\.local\.json:3: /);
  const taken = keys.filter(({ state }) => state === 'mapped' || state === 'taken');
  assert.deepEqual(
    taken.map(({ to, value }) => [to?.join(' › '), value]),
    [
      ['permission › bash › npm run test *', 'allow'],
      ['permission › edit', 'allow'],
      ['permission › mcp › mcp__github__*', 'allow'],
      ['permission › bash › curl *', 'deny'],
      ['permission › fetch', 'deny'],
      ['permission › mcp › mcp__git*', 'deny'],
      ['permission › bash › git push *', 'ask'],
      ['add_dirs', [place.home]],
      ['model', 'm-1'],
      ['provider › base_url', 'http://127.0.0.1:1/v1'],
      ['provider › api_key_env', 'OWN_KEY'],
      ['provider › protocol', 'openai-chat'],
      ['permission › bash › git diff *', 'allow'],
      ['permission › bash › rm *', 'deny'],
      ['permission › bash › git status *', 'allow'],
      ['permission › bash › git show *', 'allow'],
      ['routing › small', 'small-1'],
      ['permission › bash › make test', 'allow'],
      ['instructions', [join(place.home, '.config/opencode/a.md')]],
    ],
  );
  const decisions = taken[0]?.samples as { decision: string }[];
  assert.deepEqual(
    decisions.map(({ decision }) => decision),
    ['allow', 'allow', 'ask'],
  );
  const left = (part: string) => keys.find(({ key, state }) => state === 'left' && key.includes(part))?.why;
  for (const rule of ['python', 'sudo', 'Bash(*)', 'git * main', 'prefix_rule bash', 'node', 'permission.bash'])
    assert.equal(left(rule), 'wider than coder would offer', rule);
  assert.match(left('Bash(git log)') ?? '', /your settings have another/);
  assert.match(left('ls && rm') ?? '', /more than one command/);
  assert.match(left('approval_policy') ?? '', /more permissive than coder imports/);
  assert.match(left('mcp_servers.k') ?? '', /may hold a secret/);
  assert.match(left('apiKey') ?? '', /not the provider in use|coder login/);
  const { stdout } = await runCoder(['--lang', 'zh-CN', 'import', '--dry-run'], options);
  const reasons = stdout.split('\n').filter((line) => line.endsWith('）'));
  assert.ok(reasons.length > 20, stdout);
  assert.deepEqual(
    reasons.filter((line) => !/（[^（]*[\u4e00-\u9fff][^（]*）$/.test(line)),
    [],
  );
  assert.match(stdout, /^未读取：.*settings\.local\.json:3：应为双引号中的键或 }，而不是 "o"$/m);
  await runCoder(['import', '--yes'], options);
  const file = readFileSync(join(place.home, '.coder/config.json'), 'utf8');
  assert.match(file, /\/\/ mine[\s\S]*"git log": "ask"/);
  assert.match((await runCoder(['import', '--dry-run'], options)).stdout, /Nothing new\.\n$/);
  assert.equal((await runCoder(['config', 'get', 'routing.small'], options)).stdout.trim().includes('small-1'), true);
});
