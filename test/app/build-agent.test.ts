import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadAppSettings } from '../../src/app/load-app-settings.ts';
import { createAppCompletions } from '../../src/app/prompt/completion-sources.ts';
import { textOf } from '../../src/protocol/message.ts';
import type { Request } from '../../src/protocol/request.ts';
import { agentOptions, appAgent, lastChange } from '../fixtures/app-agent.ts';
import { scratch } from '../fixtures/run-coder.ts';
import { call, callsEnd, stop, text } from '../fixtures/scripted-provider.ts';
import { trustProject } from '../fixtures/trust.ts';

const done = [text('Done.'), stop];

test('PRV-5 /model NAME takes effect at once and is saved to .coder/config.json, whose comments are kept', async (t) => {
  const agent = await appAgent(t, [done]);
  const file = join(agent.place.path, '.coder', 'config.json');
  mkdirSync(join(agent.place.path, '.coder'));
  writeFileSync(file, '{\n  // why not\n  "lang": "en"\n}\n');
  assert.equal(await agent.say('/model offline'), `model: offline (saved in ${file})`);
  assert.equal(lastChange(agent.events, 'model'), 'offline');
  await agent.say('hi');
  assert.equal(agent.provider.requests[0]?.model, 'offline');
  const saved = readFileSync(file, 'utf8');
  assert.ok(saved.includes('// why not') && saved.includes('"model": "offline"'), saved);
});

test('PRV-5 a model that could not be saved is used for the session; one that cannot be used is refused', async (t) => {
  const agent = await appAgent(t, [done]);
  mkdirSync(join(agent.place.path, '.coder'));
  writeFileSync(join(agent.place.path, '.coder', 'config.json'), '{ "lang": ');
  assert.match(
    await agent.say('/model offline'),
    /^model: offline for this session\. It was not saved: .*config\.json/,
  );
  assert.equal(lastChange(agent.events, 'model'), 'offline');
  assert.match(
    await agent.say('/model anthropic/some-model'),
    /^model unchanged: offline\. anthropic\/some-model cannot be used: .*ANTHROPIC_API_KEY/,
  );
});

test('EXT-2 a project’s custom command goes to the model with its arguments, and is offered for completion', async (t) => {
  const agent = await appAgent(t, [done]);
  const { path } = agent.place;
  mkdirSync(join(path, '.coder', 'commands'), { recursive: true });
  writeFileSync(join(path, 'a.ts'), 'let a = 1;\n');
  writeFileSync(
    join(path, '.coder', 'commands', 'inspect.md'),
    '---\ndescription: Reviews a file\n---\nReview @$ARGUMENTS carefully.\n',
  );
  await trustProject(agent.place);
  await agent.say('/inspect a.ts');
  const [message] = agent.provider.requests[0]?.messages ?? [];
  assert.ok(message?.role === 'user');
  const sent = textOf(message.content);
  assert.ok(sent.startsWith('Review @a.ts carefully.') && sent.includes('let a = 1;'), sent);
  const options = agentOptions(agent.place);
  const completions = createAppCompletions(options, loadAppSettings(options));
  const commands = await completions.commands();
  assert.deepEqual(
    commands.filter(({ value }) => value === 'inspect' || value === 'exit'),
    [
      { value: 'exit', detail: 'leave' },
      { value: 'inspect', detail: 'Reviews a file' },
    ],
  );
});

test('APR-7 MODE-2 a rule saved with "always" is listed, works, and is gone once revoked', async (t) => {
  const run = (id: string) => [call(id, 'bash', { command: 'npm pkg set a=b' }), callsEnd];
  const requests: Request[] = [];
  const agent = await appAgent(t, [run('c1'), done, run('c2'), done, run('c3'), done], {
    answer(request) {
      requests.push(request);
      if (request.kind !== 'approval') return { kind: 'cancelled' };
      const [scope] = request.scopes;
      if (!scope || requests.length > 1) return { kind: 'approval', choice: 'no' };
      return { kind: 'approval', choice: 'always', scope, lifetime: 'project' };
    },
  });
  await agent.say('set it');
  await agent.say('again');
  assert.equal(requests.length, 1, 'the rule covers the second call');
  const [first] = requests;
  const pattern = first?.kind === 'approval' ? (first.scopes[0]?.pattern ?? '') : '';
  assert.ok((await agent.say('/permissions')).includes(`${pattern}  (project)`));
  assert.match(await agent.say('/permissions why npm pkg set a=b'), /allowed by your saved rule/);
  assert.equal(await agent.say(`/permissions revoke ${pattern}`), `Revoked: ${pattern}. It will ask again.`);
  await agent.say('once more');
  assert.equal(requests.length, 2);

  const next = await appAgent(t, [], { place: agent.place });
  assert.match(await next.say('/permissions'), /Nothing has been allowed with "always" yet\./);
});

test('APR-7 a rule for the session ends with it, and can be revoked before', async (t) => {
  const run = (id: string) => [call(id, 'bash', { command: 'npm pkg set a=b' }), callsEnd];
  let asked = 0;
  const agent = await appAgent(t, [run('c1'), done, run('c2'), done, run('c3'), done, done], {
    answer(request) {
      asked += 1;
      const [scope] = request.kind === 'approval' ? request.scopes : [];
      return scope
        ? { kind: 'approval', choice: 'always', scope, lifetime: 'session' }
        : { kind: 'approval', choice: 'no' };
    },
  });
  await agent.say('set it');
  await agent.say('/permissions revoke npm pkg set a=b');
  await agent.say('again');
  assert.equal(asked, 2);
  await agent.say('/new');
  await agent.say('again');
  assert.equal(asked, 3);
});

test('MODE-2 /permissions strict asks even about calls that only read', async (t) => {
  const run = (id: string) => [call(id, 'bash', { command: 'ls' }), callsEnd];
  let asked = 0;
  const agent = await appAgent(t, [run('c1'), done, run('c2'), done], {
    answer() {
      asked += 1;
      return { kind: 'approval', choice: 'yes' };
    },
  });
  await agent.say('look');
  assert.equal(asked, 0);
  assert.equal(await agent.say('/permissions strict'), 'permissions: strict, in build mode');
  await agent.say('look');
  assert.equal(asked, 1);
  assert.equal(await agent.say('/permissions plan'), 'permissions: plan, in plan mode');
});

test('MODE-1 switching to yolo by command warns and asks for confirmation; a refusal leaves everything as it was', async (t) => {
  const picks: string[] = [];
  let picked = 1;
  const agent = await appAgent(t, [], {
    answer(request) {
      if (request.kind === 'pick') picks.push(request.title);
      return { kind: 'pick', picked };
    },
  });
  assert.match(await agent.say('/yolo'), /^yolo: every command .*\nmode unchanged: build$/s);
  picked = 0;
  assert.match(await agent.say('/yolo'), /\nmode: yolo$/);
  await agent.say('/plan');
  assert.equal(await agent.say('/yolo'), 'mode: yolo');
  assert.deepEqual(picks, ['Switch to yolo?', 'Switch to yolo?']);
  const warnings = agent.events.filter((event) => event.type === 'notice' && event.level === 'warn');
  assert.ok(warnings.length >= 2);
});

test('MODE-1 a start in yolo shows a warning if a person is present; other starts do not', async (t) => {
  const answer = () => ({ kind: 'pick', picked: 0 }) as const;
  const titles = async (mode: string) => {
    const { events } = await appAgent(t, [], { answer, flags: { mode } });
    return events.flatMap((event) => (event.type === 'notice' && event.level === 'warn' ? [event.view.title] : []));
  };
  const isWarning = (title: string) => title.includes('every edit runs without asking');
  assert.equal((await titles('yolo')).filter(isWarning).length, 1);
  assert.equal((await titles('build')).filter(isWarning).length, 0);
});

test('CMD-3 /jobs shows and stops what bash started in the background; /skills lists the built-in skill', async (t) => {
  const start = [call('c1', 'bash', { command: 'sleep 300', background: true }), callsEnd];
  const agent = await appAgent(t, [start, done], { flags: { mode: 'yolo' } });
  await agent.say('start it');
  assert.match(await agent.say('/jobs'), /job1 {2}running for \d+ s {2}sleep 300/);
  assert.match(await agent.say('/jobs stop job1'), /^Stopped job1 {2}stopped/);
  assert.match(await agent.say('/skills'), /create-skill/);
});

test('IN-9 completion knows presets and export formats', async () => {
  using place = scratch();
  const options = agentOptions(place);
  const completions = createAppCompletions(options, loadAppSettings(options));
  const values = async (command: string) => (await completions.argumentsOf(command)).map(({ value }) => value);
  assert.deepEqual(await values('export'), ['html', 'md', 'json']);
  assert.equal((await values('permissions')).join(' '), 'strict balanced build plan auto-edit yolo why revoke');
});
