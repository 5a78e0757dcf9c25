import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { findItems } from '../../src/app/trust/find-items.ts';
import { entryItem } from '../../src/app/trust/items.ts';
import { openTrust, setHash } from '../../src/app/trust/project-trust.ts';
import type { Request } from '../../src/protocol/request.ts';
import { type AppAgent, appAgent, lastChange } from '../fixtures/app-agent.ts';
import { type Scratch, scratch } from '../fixtures/run-coder.ts';
import { call, callsEnd, stop, text } from '../fixtures/scripted-provider.ts';
import { trustProject } from '../fixtures/trust.ts';

const done = [text('Done.'), stop];
const SKILL = '---\nname: deploy\ndescription: Deploys it\n---\nRun scripts/go.sh and read CANARY-SKILL.\n';

function plant(place: Scratch, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(place.path, path)), { recursive: true });
    writeFileSync(join(place.path, path), content);
  }
}

function everyKind(place: Scratch): void {
  plant(place, {
    'AGENTS.md': 'CANARY-NOTES\n',
    'more.md': 'CANARY-MORE\n',
    '.coder/config.json': '{ "instructions": ["more.md"], "model": "canary-model", "runtime": { "max_steps": 5 } }\n',
    '.coder/commands/go.md': 'CANARY-COMMAND\n',
    '.claude/skills/deploy/SKILL.md': SKILL,
    '.claude/skills/deploy/scripts/go.sh': 'echo canary\n',
  });
}

const NAMES = ['.coder/config.json', 'AGENTS.md', 'more.md', '.claude/skills/deploy', '.coder/commands/go.md'];

function warnings({ events }: AppAgent): string[] {
  return events
    .flatMap((event) => (event.type === 'notice' && event.level === 'warn' ? [event.view.title] : []))
    .filter((line) => !line.includes('offline model'));
}

async function firstRequest(agent: AppAgent): Promise<string> {
  await agent.say('hi');
  return JSON.stringify(agent.provider.requests[0]);
}

test('TRUST-1 EXT-5 before trust nothing in a project speaks or acts, except settings that tighten; it is listed in one line', async (t) => {
  const place = scratch(t);
  everyKind(place);
  const agent = await appAgent(t, [done], { place });
  assert.ok(!(await firstRequest(agent)).includes('CANARY'));
  assert.deepEqual(lastChange(agent.events, 'untrusted'), NAMES);
  assert.notEqual(lastChange(agent.events, 'model'), 'canary-model');
  const [line = ''] = warnings(agent);
  assert.match(line, /not used: \.coder\/config\.json \(\d+ B\), AGENTS\.md \(13 B\), more\.md .* · \/trust$/);
  assert.match(await agent.say('/go'), /Unknown command/);
});

test('TRUST-1 nothing is reported for a project that provides nothing, or only settings that tighten', async (t) => {
  const place = scratch(t);
  plant(place, { '.coder/config.json': '{ "runtime": { "max_steps": 5 }, "permission": { "edit": "deny" } }' });
  const agent = await appAgent(t, [], { place });
  assert.deepEqual([warnings(agent), lastChange(agent.events, 'untrusted')], [[], undefined]);
  assert.equal(
    await agent.say('/trust'),
    'This project has no settings, instructions, hooks or other items that need your trust.',
  );
});

test('TRUST-2 TRUST-6 trusted items are used, byte by byte; /trust lists, shows and revokes them', async (t) => {
  const place = scratch(t);
  everyKind(place);
  await trustProject(place);
  const agent = await appAgent(t, [done, done], { place });
  const request = await firstRequest(agent);
  for (const canary of ['CANARY-NOTES', 'CANARY-MORE', 'Deploys it']) assert.ok(request.includes(canary), canary);
  assert.deepEqual(warnings(agent), []);
  assert.match(await agent.say('/trust'), /sha256:[0-9a-f]{64}[^]*AGENTS\.md {2}instructions, 13 B: trusted/);
  assert.match(await agent.say('/trust show .claude/skills/deploy'), /echo canary/);
  assert.match(await agent.say('/trust show AGENT.md'), /Did you mean AGENTS\.md\?/);
  assert.match(await agent.say('/trust revoke AGENTS.md'), /No longer trusted: 1 item\./);
  await agent.say('again');
  assert.ok(!JSON.stringify(agent.provider.requests[1]?.system).includes('CANARY-NOTES'));
});

const EDITS: Record<string, (place: Scratch) => void> = {
  'one byte of settings': (place) => plant(place, { '.coder/config.json': '{ "model": "canary-model2" }\n' }),
  'one byte of a script': (place) => plant(place, { '.claude/skills/deploy/scripts/go.sh': 'echo Canary\n' }),
  'line ends of a script': (place) => plant(place, { '.claude/skills/deploy/scripts/go.sh': 'echo canary\r\n' }),
  'rights of a script': ({ path }) => chmodSync(join(path, '.claude/skills/deploy/scripts/go.sh'), 0o755),
  'a link in place of a script': ({ path }) => {
    const script = join(path, '.claude/skills/deploy/scripts/go.sh');
    renameSync(script, join(dirname(script), 'other.sh'));
    symlinkSync('other.sh', script);
  },
  'another script that is named': (place) =>
    plant(place, {
      '.claude/skills/deploy/SKILL.md': SKILL.replace('and read', 'and scripts/b.sh and read'),
      '.claude/skills/deploy/scripts/b.sh': 'echo b\n',
    }),
  'a skill under another name': ({ path }) =>
    renameSync(join(path, '.claude/skills/deploy'), join(path, '.claude/skills/undeploy')),
};

for (const [what, edit] of Object.entries(EDITS)) {
  test(`TRUST-2 TRUST-3 ${what}: that item is unused, and no other`, async (t) => {
    const place = scratch(t);
    everyKind(place);
    await trustProject(place);
    edit(place);
    const agent = await appAgent(t, [done], { place });
    const request = await firstRequest(agent);
    assert.equal(lastChange(agent.events, 'untrusted')?.length, 1);
    assert.ok(request.includes('CANARY-NOTES'));
    assert.equal(request.includes('Deploys it'), what.includes('settings'));
  });
}

test('TRUST-3 a changed text that only speaks is loaded with a notice, or waits if trust.texts is "ask"; a deleted file is not asked about', async (t) => {
  const place = scratch(t);
  everyKind(place);
  await trustProject(place);
  plant(place, { 'AGENTS.md': 'CANARY-NOTES\nand more\n' });
  rmSync(join(place.path, '.coder', 'commands'), { recursive: true });
  const agent = await appAgent(t, [done], { place });
  assert.ok((await firstRequest(agent)).includes('and more'));
  assert.deepEqual(warnings(agent), ['AGENTS.md changed since you trusted it (+1 −0) · /trust diff']);
  assert.match(await agent.say('/trust diff'), /\+and more/);
  mkdirSync(join(place.home, '.coder'), { recursive: true });
  writeFileSync(join(place.home, '.coder', 'config.json'), '{ "trust": { "texts": "ask" } }');
  const strict = await appAgent(t, [done], { place });
  assert.ok(!(await firstRequest(strict)).includes('and more'));
  assert.deepEqual(lastChange(strict.events, 'untrusted'), ['AGENTS.md']);
});

test('TRUST-3 during a session a change to something that runs is asked about with its diff: d shows all of it, y accepts it', async (t) => {
  const place = scratch(t);
  everyKind(place);
  await trustProject(place);
  const asked: Request[] = [];
  const agent = await appAgent(t, [done, done, done], {
    place,
    answer(request) {
      asked.push(request);
      return { kind: 'pick', picked: asked.length === 1 ? 2 : 0 };
    },
  });
  await agent.say('hi');
  assert.deepEqual(asked, []);
  plant(place, { '.claude/skills/deploy/scripts/go.sh': `${'echo evil\n'.repeat(60)}` });
  const shown = await agent.say('go on');
  assert.equal(asked.length, 2);
  const isAsked = (request: Request) => request.kind === 'pick' && request.isYesNo && request.options.length === 3;
  assert.ok(asked.every(isAsked));
  assert.match(shown, /-echo canary[^]*… \d+ more lines[^]*(?:\+echo evil\n){60}/);
  await agent.say('and on');
  assert.equal(asked.length, 2, 'this version is trusted now');
});

test('C4 TRUST-3 a change of one byte in a trusted server’s command is asked about with its diff; after a refusal the server is not started', async (t) => {
  const place = scratch(t);
  const started = join(place.home, 'started');
  const server = (argument: string) =>
    plant(place, { '.mcp.json': JSON.stringify({ mcpServers: { one: { command: 'touch', args: [argument] } } }) });
  server(`${started}-1`);
  await trustProject(place);
  const trusted = await appAgent(t, [done], { place });
  await trusted.say('hi');
  assert.deepEqual(lastChange(trusted.events, 'untrusted') ?? [], []);
  server(`${started}-2`);
  const asked: Request[] = [];
  const agent = await appAgent(t, [done, done], {
    place,
    answer(request) {
      asked.push(request);
      return { kind: 'pick', picked: 1 };
    },
  });
  const shown = await agent.say('hi');
  assert.equal(asked.length, 1);
  assert.match(shown, /-.*started-1[^]*\+.*started-2/);
  assert.equal(lastChange(agent.events, 'untrusted')?.length, 1);
  assert.deepEqual(
    readdirSync(place.home).filter((name) => name === 'started-2'),
    [],
  );
});

test('TRUST-3 a refusal is final, and is not asked about again in the session', async (t) => {
  const place = scratch(t);
  everyKind(place);
  await trustProject(place);
  let asked = 0;
  const answer = () => ({ kind: 'pick' as const, picked: asked++ === 99 ? 0 : 1 });
  plant(place, { '.claude/skills/deploy/scripts/go.sh': 'echo evil\n' });
  const agent = await appAgent(t, [done, done], { place, answer });
  await agent.say('hi');
  await agent.say('again');
  assert.equal(asked, 1);
  assert.ok(!JSON.stringify(agent.provider.requests[1]).includes('Deploys it'));
});

test('TRUST-4 an edit that the person approved keeps the file trusted, even a new one; untrusted files, and changes no one saw, stay untrusted', async (t) => {
  const write = (id: string, path: string, content: string) => [call(id, 'write', { path, content }), callsEnd];
  const place = scratch(t);
  plant(place, { 'AGENTS.md': 'CANARY-NOTES\n', 'sub/AGENTS.md': 'planted\n' });
  const yes = () => ({ kind: 'approval' as const, choice: 'yes' as const });
  const fresh = await appAgent(t, [write('c1', 'AGENTS.md', 'mine\n'), done], { place, answer: yes });
  await fresh.say('write it');
  assert.equal(stateOf(place), 'new', 'only a part of it was shown');
  rmSync(join(place.path, 'AGENTS.md'));
  const made = await appAgent(t, [write('c1', 'AGENTS.md', 'mine\n'), done], { place, answer: yes });
  await made.say('write it');
  assert.equal(stateOf(place), 'trusted');
  const shell = [call('c1', 'bash', { command: "printf 'its own\\n' > AGENTS.md" }), callsEnd];
  await (await appAgent(t, [shell, done], { place, flags: { mode: 'yolo' } })).say('write it');
  assert.equal(readFileSync(join(place.path, 'AGENTS.md'), 'utf8'), 'its own\n');
  assert.equal(stateOf(place), 'reworded');
});

test('TRUST-4 a model chosen with /model is used at the next start; that does not trust what a project had written there', async (t) => {
  const place = scratch(t);
  const agent = await appAgent(t, [], { place });
  await agent.say('/model offline');
  assert.deepEqual(lastChange((await appAgent(t, [], { place })).events, 'untrusted'), undefined);
  const other = scratch(t);
  plant(other, { '.coder/config.json': '{ "instructions": ["a.md"] }' });
  const second = await appAgent(t, [], { place: other });
  await second.say('/model offline');
  assert.deepEqual(lastChange((await appAgent(t, [], { place: other })).events, 'untrusted'), ['.coder/config.json']);
});

test('TRUST-5 a worktree or a clone of a trusted repository needs no question for the same content', async (t) => {
  const place = scratch(t);
  const git = (config: string): Record<string, string> => ({
    '.git/HEAD': 'ref: refs/heads/main\n',
    '.git/config': config,
  });
  const remote = '[remote "origin"]\n\turl = git@example.com:a/b.git\n';
  plant(place, { ...git(remote), 'AGENTS.md': 'same\n', '.coder/commands/go.md': '!`ls`\n' });
  await trustProject(place);
  const clone = { ...place, path: join(place.path, '..', 'clone') };
  plant(clone, { ...git(remote), 'AGENTS.md': 'same\n', '.coder/commands/go.md': '!`id`\n' });
  const agent = await appAgent(t, [], { place: clone });
  assert.deepEqual(lastChange(agent.events, 'untrusted'), ['.coder/commands/go.md']);
  assert.ok(warnings(agent).some((line) => line.startsWith('1 item trusted as in ')));
  const stranger = { ...place, path: join(place.path, '..', 'stranger') };
  plant(stranger, { ...git(remote.replace('a/b', 'c/d')), 'AGENTS.md': 'same\n' });
  assert.deepEqual(lastChange((await appAgent(t, [], { place: stranger })).events, 'untrusted'), ['AGENTS.md']);
});

test('TRUST-2 a broken trust file trusts nothing and is kept aside', async (t) => {
  const place = scratch(t);
  everyKind(place);
  await trustProject(place);
  const [folder = ''] = readdirSync(join(place.home, '.coder', 'projects'));
  const file = join(place.home, '.coder', 'projects', folder, 'trust.json');
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, -30));
  assert.deepEqual(lastChange((await appAgent(t, [], { place })).events, 'untrusted'), NAMES);
  await trustProject(place);
  assert.ok(readdirSync(dirname(file)).some((name) => name.startsWith('trust.json.damaged-')));
});

test('TRUST-1 links out of the project, unreadable files and too many skills are listed as such and never followed', async (t) => {
  const place = scratch(t);
  const secret = join(place.home, 'secret.md');
  writeFileSync(secret, 'CANARY-SECRET');
  symlinkSync(secret, join(place.path, 'AGENTS.md'));
  for (let index = 0; index < 300; index++)
    mkdirSync(join(place.path, `.claude/skills/s${index}`), { recursive: true });
  plant(place, { '.claude/skills/s1/SKILL.md': SKILL });
  const agent = await appAgent(t, [done], { place });
  assert.match(warnings(agent)[0] ?? '', /AGENTS\.md \(leads out of the project[^)]*\)[^]*100 more/);
  assert.ok(!(await firstRequest(agent)).includes('CANARY'));
  await trustProject(place);
  assert.ok(!(await firstRequest(await appAgent(t, [done], { place }))).includes('CANARY-SECRET'));
});

test('EXT-14 trust in an entry covers every word of it and the files of the project that it names', (t) => {
  const place = scratch(t);
  plant(place, { 'run.sh': 'a\n', 'lib/package.json': '{}', 'data.json': '{}' });
  const root = place.path;
  const value = { command: 'sh', args: ['-c', 'exec ./run.sh --data=data.json'], env: { A: 'b' }, cwd: 'lib' };
  const item = (entry: typeof value) =>
    entryItem({
      kind: 'server',
      root,
      file: join(root, '.mcp.json'),
      entry: 'x',
      value: entry,
      texts: [entry.command, ...entry.args, entry.cwd],
      shows: [],
    });
  assert.deepEqual(
    item(value).parts.map(({ path }) => path),
    ['.mcp.json#x', 'run.sh', 'data.json', 'lib/package.json'],
  );
  const before = setHash([item(value)]);
  assert.equal(
    setHash([item({ cwd: 'lib', env: { A: 'b' }, args: value.args, command: 'sh' })]),
    before,
    'order is nothing',
  );
  assert.notEqual(setHash([item({ ...value, env: { A: 'c' } })]), before);
  plant(place, { 'run.sh': 'b\n' });
  assert.notEqual(setHash([item(value)]), before);
});

function stateOf(place: Scratch): string | undefined {
  const project = { cwd: place.path, root: place.path, home: join(place.home, '.coder') };
  const trust = openTrust(project.home, project.root);
  return findItems(project)
    .map(trust.judge)
    .find(({ item }) => item.name === 'AGENTS.md')?.state;
}
