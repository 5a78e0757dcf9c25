import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AppAgent, type AppAgentOptions, appAgent, lastChange } from '../../fixtures/app-agent.ts';
import { cleanUp } from '../../fixtures/clean-up.ts';
import { type Scratch, scratch } from '../../fixtures/run-coder.ts';
import { call, callsEnd, type Script, stop, text } from '../../fixtures/scripted-provider.ts';
import { trustProject } from '../../fixtures/trust.ts';

const done: Script = [text('Done.'), stop];
const uses = (name: string, args: object): Script => [call('c1', name, args), callsEnd];
/** A line that the rules ask about, so that it runs only if something approves it. */
const touch = uses('bash', { command: 'touch ran' });
const reads = uses('bash', { command: 'echo one' });

function put(file: string, content: string | object): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
}

/** Writes hooks into the user's own settings. */
function configure(place: Scratch, hooks: object, more: object = {}): void {
  put(join(place.home, '.coder/config.json'), { hooks, ...more });
}

const group = (command: string, more: object = {}, matcher = 'Bash') => [
  { matcher, hooks: [{ type: 'command', command, ...more }] },
];

function lastResult({ events }: AppAgent): { status: string; error?: string; text: string } {
  const message = events
    .flatMap((event) => (event.type === 'message-end' && event.message.role === 'tool' ? [event.message] : []))
    .at(-1);
  assert.ok(message);
  const { outcome } = message;
  return { status: outcome.status, text: message.text ?? '', ...('error' in outcome && { error: outcome.error }) };
}

async function run(t: Parameters<typeof cleanUp>[0], place: Scratch, script: Script, options: AppAgentOptions = {}) {
  const agent = await appAgent(t, [script, done, done], { place, ...options });
  await agent.say('go');
  return agent;
}

const warnings = ({ events }: AppAgent) =>
  events.flatMap((event) => (event.type === 'notice' && event.level === 'warn' ? [event.view.title] : []));

const decision = (said: object) =>
  `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...said } })}'`;

/**
 * Claude's decisions about `echo one`, script by script; `asks` where HOOK-5 is stricter and the call is refused because no one is available.
 */
const TABLE: readonly [name: string, hooks: object, verdict: 'ran' | 'blocked' | 'asks', text?: RegExp][] = [
  ['exit 2', group('echo not this >&2; exit 2'), 'blocked', /not this/],
  ['deny', group(decision({ permissionDecision: 'deny', permissionDecisionReason: 'no echo' })), 'blocked', /no echo/],
  ['block', group(`echo '{"decision":"block","reason":"no way"}'`), 'blocked', /no way/],
  ['ask', group(decision({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' })), 'blocked', /sure\?/],
  ['matcher B.*', group('exit 2', {}, 'B.*'), 'blocked'],
  ['exit 0', group('exit 0'), 'ran', /one/],
  ['updatedInput', group(decision({ updatedInput: { command: 'echo two' } })), 'ran', /two/],
  ['matcher Edit|Write', group('exit 2', {}, 'Edit|Write'), 'ran', /one/],
  ['matcher ^bash$', group('exit 2', {}, '^bash$'), 'ran', /one/],
  ['continue false', group(`echo '{"continue":false,"stopReason":"enough"}'`), 'ran', /one/],
  ['exit 1', group('echo odd >&2; exit 1'), 'ran', /one/],
  ['missing script', group('./no-such-guard.sh'), 'asks', /gave no answer.*127/],
  ['time-out', group('sleep 20', { timeout: 0.2 }), 'asks', /did not answer within 0.2 s/],
  ['broken JSON', group(`echo '{"decision": "blo'`), 'asks', /begins like JSON/],
];

test('EXT-4 HOOK-4 HOOK-5 hooks decide as in Claude Code, except that a guard without an answer does not approve', async (t) => {
  for (const [name, groups, verdict, said] of TABLE) {
    const place = scratch(t);
    configure(place, { PreToolUse: groups });
    const agent = await run(t, place, reads);
    const result = lastResult(agent);
    assert.equal(result.status, verdict === 'ran' ? 'ok' : 'denied', name);
    if (said) assert.match(`${result.text}${result.error ?? ''}`, said, name);
    await agent.close();
  }
});

test('HOOK-5 a guard that gives no answer, in whatever way, never lets a call pass, even in yolo and with approvals off; a person is asked, with the hook named', async (t) => {
  const place = scratch(t);
  put(join(place.path, 'guard.sh'), '#!/no/such/interpreter\nexit 0\n');
  chmodSync(join(place.path, 'guard.sh'), 0o755);
  const guards: Record<string, object[]> = {
    crash: group('kill -SEGV $$'),
    killed: group('kill -9 $$'),
    'killed inside': group('sh -c "kill -9 \\$\\$"; exit $?'),
    interpreter: group('./guard.sh'),
    'not executable': group('/etc/passwd'),
    array: group(`echo '{"hookSpecificOutput":{"permissionDecision":"perhaps"}}'`),
    'too much': group('head -c 2000000 /dev/zero | tr "\\0" "{"'),
    prompt: [{ matcher: 'Bash', hooks: [{ type: 'prompt', prompt: 'is it safe?' }] }],
    program: [{ hooks: [{ type: 'command', command: '/no/such/program', args: ['x'] }] }],
    unreachable: [{ hooks: [{ type: 'http', url: 'http://127.0.0.1:1/' }] }],
    metadata: [{ hooks: [{ type: 'http', url: 'http://169.254.169.254/' }] }],
  };
  for (const [name, groups] of Object.entries(guards)) {
    configure(place, { PreToolUse: groups }, { approval: { auto_approve_ask: true } });
    const agent = await run(t, place, touch, { flags: { mode: 'yolo' } });
    assert.equal(lastResult(agent).status, 'denied', name);
    await agent.close();
  }
  assert.ok(!existsSync(join(place.path, 'ran')));

  configure(place, { PreToolUse: group('echo wants jq >&2; exit 127') });
  const asked: string[] = [];
  const agent = await run(t, place, reads, {
    answer(request) {
      if (request.kind === 'approval') asked.push(...request.reasons.map((reason) => reason.text), ...request.choices);
      return { kind: 'approval', choice: 'yes' };
    },
  });
  assert.equal(lastResult(agent).status, 'ok');
  const [reason = '', ...choices] = asked;
  assert.match(reason, /^the hook PreToolUse\(Bash\) in .*config\.json gave no answer: .*exit code 127.*: wants jq$/);
  assert.deepEqual(choices, ['yes', 'no']);
  await agent.close();

  configure(place, { PreToolUse: group('exit 127', { on_failure: 'open' }) });
  const open = await run(t, place, reads);
  assert.equal(lastResult(open).status, 'ok');
  assert.equal(warnings(open).filter((line) => line.includes('127')).length, 1);
});

test('HOOK-4 allow lifts what a rule asks, never a refusal or a risk; the strictest of several wins; changed input is judged again', async (t) => {
  const allow = group(decision({ permissionDecision: 'allow' }));
  const change = (command: string) => group(decision({ permissionDecision: 'allow', updatedInput: { command } }));
  const rows: [name: string, hooks: object, status: string][] = [
    ['allow', { PreToolUse: allow }, 'ok'],
    ['nothing', { PreToolUse: group('exit 0') }, 'denied'],
    ['allow and deny', { PreToolUse: [...allow, ...group('exit 2')] }, 'denied'],
    ['allow and no answer', { PreToolUse: [...allow, ...group('exit 127')] }, 'denied'],
    ['allow of a risk', { PreToolUse: change('rm -rf ..') }, 'denied'],
    [
      'a rule for a part',
      { PreToolUse: group(decision({ permissionDecision: 'allow' }), { if: 'Bash(touch *)' }) },
      'ok',
    ],
    ['a rule for others', { PreToolUse: group('exit 2', { if: 'Bash(git *)' }) }, 'denied'],
    [
      'PermissionRequest',
      {
        PermissionRequest: group(
          `echo '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}'`,
        ),
      },
      'ok',
    ],
    [
      'PermissionRequest with input',
      {
        PermissionRequest: group(
          `echo '{"hookSpecificOutput":{"decision":{"behavior":"allow","updatedInput":{"command":"touch other"}}}}'`,
        ),
      },
      'ok',
    ],
    [
      'PermissionRequest of a risk',
      {
        PermissionRequest: group(
          `echo '{"hookSpecificOutput":{"decision":{"behavior":"allow","updatedInput":{"command":"rm -rf .."}}}}'`,
        ),
      },
      'denied',
    ],
    ['PermissionRequest without an answer', { PermissionRequest: group('exit 127') }, 'denied'],
    [
      'arguments that are none',
      { PreToolUse: group(decision({ permissionDecision: 'allow', updatedInput: { command: 7 } })) },
      'failed',
    ],
  ];
  for (const [name, hooks, status] of rows) {
    const place = scratch(t);
    configure(place, hooks);
    const agent = await run(t, place, touch);
    assert.equal(lastResult(agent).status, status, `${name}: ${lastResult(agent).error ?? ''}`);
    await agent.close();
  }
});

const tee = (file: string) => `cat >> ${file}`;

interface Told extends Record<string, unknown> {
  session_id: string;
  hook_event_name: string;
  tool_name?: string;
  coder_tool?: string;
  agent_type?: string;
  origin?: string;
}

/** The payloads written to a file, one per line. */
function toldTo(file: string): Told[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Told);
}

const EVENTS = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PostToolBatch', 'Stop', 'SessionEnd'];

test('HOOK-2 HOOK-3 hooks receive every field that four other agents pass to theirs', async (t) => {
  const place = scratch(t);
  const file = join(place.home, 'told');
  const names = [...EVENTS, 'BeforeTool', 'AfterTool', 'BeforeAgent', 'AfterAgent'];
  configure(place, Object.fromEntries(names.map((name) => [name, group(tee(`${file}.${name}`), {}, '')])));
  const agent = await run(t, place, reads);
  await agent.close();
  const captures = JSON.parse(
    readFileSync(new URL('../../data/hook-payloads.json', import.meta.url), 'utf8'),
  ) as Record<string, Record<string, Record<string, unknown>>>;
  for (const [peer, events] of Object.entries(captures))
    for (const [event, capture] of Object.entries(events)) {
      const told = JSON.parse(readFileSync(`${file}.${event}`, 'utf8')) as Record<string, unknown>;
      for (const [field, value] of Object.entries(capture)) {
        const where = `${peer} ${event} ${field}`;
        assert.ok(field in told, where);
        if (field !== 'tool_response') assert.equal(typeof told[field], typeof value, where);
      }
      assert.equal(told.hook_event_name, event);
    }
  const { tool_name, tool_input, coder_tool, tool_response, cwd, transcript_path, origin } = JSON.parse(
    readFileSync(`${file}.PostToolUse`, 'utf8'),
  ) as Record<string, unknown>;
  assert.deepEqual([tool_name, tool_input, coder_tool, origin], ['Bash', { command: 'echo one' }, 'bash', 'model']);
  const { stdout, stderr, interrupted, isImage } = tool_response as Record<string, unknown>;
  assert.deepEqual([stdout, stderr, interrupted, isImage], ['one\n', '', false, false]);
  assert.equal(cwd, place.path);
  assert.ok(existsSync(String(transcript_path)));
});

test('HOOK-3 paths are absolute, a patch is reported file by file, and a matcher may use any name of a tool', async (t) => {
  const place = scratch(t);
  put(join(place.path, 'a.txt'), 'one\n');
  const file = join(place.home, 'told');
  configure(place, {
    PreToolUse: [
      ...group(tee(file), {}, 'Edit|Write'),
      ...group('echo by coder >&2; exit 2', {}, 'read'),
      ...group('echo by gemini >&2; exit 2', {}, 'list_directory'),
    ],
  });
  const patch = '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n--- /dev/null\n+++ b/b.txt\n@@ -0,0 +1 @@\n+new\n';
  const agent = await appAgent(t, [uses('patch', { patch }), uses('read', { path: 'a.txt' }), uses('list', {}), done], {
    place,
    flags: { mode: 'yolo' },
  });
  await agent.say('go');
  const told = toldTo(file);
  assert.deepEqual(
    told
      .toSorted((a, b) => (a.tool_name ?? '').localeCompare(b.tool_name ?? ''))
      .map(({ tool_name, coder_tool, tool_input }) => [tool_name, coder_tool, tool_input]),
    [
      [
        'Edit',
        'patch',
        { file_path: join(place.path, 'a.txt'), old_string: 'one', new_string: 'two', operation: 'update' },
      ],
      ['Write', 'patch', { file_path: join(place.path, 'b.txt'), content: 'new' }],
    ],
  );
  const errors = agent.events.flatMap((event) =>
    event.type === 'call-end' && event.outcome.status === 'denied' ? [event.outcome.error] : [],
  );
  assert.equal(errors.length, 2);
  assert.match(errors.join(), /by coder.*by gemini/);
});

test('HOOK-2 hooks fire for sub-agents, for ! commands and for checks, and for calls that are refused or fail', async (t) => {
  const place = scratch(t);
  const file = join(place.home, 'told');
  const names = [
    'PreToolUse',
    'SubagentStart',
    'SubagentStop',
    'PermissionDenied',
    'PostToolUseFailure',
    'StopFailure',
  ];
  configure(
    place,
    Object.fromEntries(
      names.map((name) => [
        name,
        group(`${tee(file)}; echo '{"hookSpecificOutput":{"additionalContext":"CANARY-${name}"}}'`, {}, ''),
      ]),
    ),
  );
  const agent = await appAgent(
    t,
    [uses('task', { agent: 'explore', objective: 'look' }), uses('list', {}), done, done, touch, done],
    { place },
  );
  await agent.say('go');
  await agent.say('! false');
  await agent.say('again');
  const told = toldTo(file);
  assert.deepEqual(
    told.map(({ hook_event_name, coder_tool, agent_type, origin }) =>
      [hook_event_name, coder_tool, agent_type, origin].filter((each) => each !== undefined).join(' '),
    ),
    [
      'PreToolUse task model',
      'SubagentStart explore',
      'PreToolUse list explore model',
      'SubagentStop explore',
      'PreToolUse bash user',
      'PostToolUseFailure bash user',
      'PreToolUse bash model',
      'PermissionDenied bash model',
    ],
  );
  assert.ok(told.every(({ session_id }) => session_id === agent.sessionId()));
  assert.match(JSON.stringify(agent.provider.requests[1]), /CANARY-SubagentStart/);
  assert.match(lastResult(agent).text, /<hook event="PreToolUse" file=.+CANARY-PermissionDenied/s);
});

test('HOOK-4 context reaches the model marked as a hook’s; a hook can block a prompt, keep a turn open or end it', async (t) => {
  const place = scratch(t);
  configure(place, {
    SessionStart: group('echo CANARY-START', {}, 'startup'),
    UserPromptSubmit: group('grep -q secret && { echo not that >&2; exit 2; }; echo CANARY-PROMPT', {}, ''),
    PostToolUse: group(`echo '{"decision":"block","reason":"CANARY-POST"}'`),
    Stop: group(`grep -q '"stop_hook_active":true' || { echo CANARY-STOP >&2; exit 2; }`, {}, ''),
  });
  const agent = await appAgent(t, [reads, done, done, done], { place });
  assert.match(await agent.say('my secret'), /The prompt was not sent: not that \(UserPromptSubmit in/);
  assert.equal(agent.provider.requests.length, 0);
  await agent.say('go');
  const sent = JSON.stringify(agent.provider.requests.at(-1)?.messages);
  for (const canary of ['START', 'PROMPT', 'POST', 'STOP']) assert.match(sent, new RegExp(`CANARY-${canary}`));
  assert.match(sent, /<hook event=."SessionStart." file=."[^"]*config\.json.">/);
  assert.equal(agent.provider.requests.length, 3);
  await agent.close();

  const steered = await appAgent(t, [reads, done, done], { place });
  const turn = steered.say('go');
  steered.steer('my secret');
  await turn;
  assert.ok(!JSON.stringify(steered.provider.requests).includes('my secret'));
  await steered.close();

  configure(place, { PreToolUse: group(`echo '{"continue":false,"stopReason":"enough"}'`) });
  const ended = await run(t, place, reads);
  const end = ended.events.findLast((event) => event.type === 'turn-end');
  assert.ok(end?.type === 'turn-end');
  assert.match(`${end.reason} ${end.error ?? ''}`, /failed A hook ended the turn: enough/);
  assert.equal(ended.provider.requests.length, 1);
});

test('HOOK-1 EXT-5 TRUST-3 a project’s hook runs once it is trusted, byte by byte; before that it is listed and reported, but never run', async (t) => {
  const place = scratch(t);
  const [ran, script] = [join(place.home, 'ran'), join(place.path, '.claude/hooks/guard.sh')];
  put(script, `echo run >> ${ran}\n`);
  put(join(place.path, '.claude/settings.json'), {
    hooks: { PreToolUse: group('bash "$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh') },
  });
  put(join(place.path, '.coder/config.json'), { hooks: { Stop: group(`echo own >> ${ran}`, {}, '') } });
  configure(place, { from: ['claude'] });
  const first = await run(t, place, reads);
  const names = ['.coder/config.json#Stop', '.claude/settings.json#PreToolUse(Bash)'];
  assert.deepEqual(lastChange(first.events, 'untrusted'), names);
  assert.match(warnings(first).join(), /not used: \.coder\/config\.json#Stop .*PreToolUse\(Bash\)/);
  assert.match(await first.say('/hooks'), /not trusted/);
  await first.close();
  assert.ok(!existsSync(ran));

  await trustProject(place);
  const second = await appAgent(t, [reads, done, reads, done], { place });
  await second.say('go');
  assert.equal(readFileSync(ran, 'utf8'), 'run\nown\n');
  put(script, `echo ruN >> ${ran}\n`);
  const shown = await second.say('again');
  assert.match(shown, /guard\.sh[\s\S]*-echo run[\s\S]*\+echo ruN/);
  assert.match(lastResult(second).error ?? '', /changed since you trusted it/);
  assert.equal(readFileSync(ran, 'utf8'), 'run\nown\nown\n');
  await second.close();

  const third = await run(t, place, reads);
  assert.deepEqual(lastChange(third.events, 'untrusted'), names.slice(1));
  assert.equal(lastResult(third).status, 'ok');
  assert.equal(readFileSync(ran, 'utf8'), 'run\nown\nown\nown\n');
});

test('HOOK-1 EXT-15 a plugin’s hooks run with the plugin: not before it is trusted, and not once it has changed', async (t) => {
  const place = scratch(t);
  const ran = join(place.home, 'ran');
  const folder = join(place.path, '.coder/plugins/guards');
  put(join(folder, '.claude-plugin/plugin.json'), { name: 'guards', version: '1.0.0', description: 'Guards' });
  put(join(folder, 'hooks/hooks.json'), { hooks: { PreToolUse: group('bash "${CLAUDE_PLUGIN_ROOT}"/guard.sh') } });
  put(join(folder, 'guard.sh'), `echo run >> ${ran}\n`);
  const first = await run(t, place, reads);
  assert.equal(lastResult(first).status, 'ok');
  await first.close();
  assert.ok(!existsSync(ran));
  await trustProject(place);
  const second = await appAgent(t, [reads, done, reads, done], { place });
  await second.say('go');
  assert.equal(readFileSync(ran, 'utf8'), 'run\n');
  put(join(folder, 'guard.sh'), `echo ruN >> ${ran}\n`);
  await second.say('again');
  assert.match(lastResult(second).error ?? '', /changed since you trusted it/);
  assert.equal(readFileSync(ran, 'utf8'), 'run\n');
});

test('HOOK-1 errors are reported with their place while the rest works; hooks that never run are listed', async (t) => {
  const place = scratch(t);
  put(
    join(place.home, '.coder/config.json'),
    `{
  "hooks": {
    "from": ["cloud", "gemini"],
    "PreToolUse": [
      { "matcher": "(", "hooks": [] },
      { "hooks": [{ "type": "command" }, { "type": "command", "command": "exit 2" }] }
    ],
    "Stop": "no",
    "WorktreeCreate": [{ "hooks": [{ "type": "command", "command": "true" }] }]
  }
}`,
  );
  put(join(place.home, '.gemini/settings.json'), '{ "hooks": {');
  const agent = await run(t, place, reads);
  assert.equal(lastResult(agent).status, 'denied');
  const said = warnings(agent).join('\n');
  for (const wanted of [
    /config\.json:3:5: hooks\.from: unknown agent "cloud"/,
    /config\.json:5:9: hooks\.PreToolUse: matcher: /,
    /config\.json:6:19: hooks\.PreToolUse: command: expected a command line/,
    /config\.json:8:5: hooks\.Stop: expected a list/,
    /\.gemini\/settings\.json:1:13: /,
  ])
    assert.match(said, wanted);
  const listed = await agent.say('/hooks');
  assert.match(listed, /WorktreeCreate.*never runs/);
  assert.match(listed, /PreToolUse.*exit 2.*1 run/s);
});

test('HOOK-1 HOOK-6 hooks of other agents are read in place, with their units and names; no hook gets a key', async (t) => {
  const place = scratch(t);
  const file = join(place.home, 'told');
  configure(place, { from: ['claude', 'gemini', 'codex', 'qwen'] });
  put(join(place.home, '.claude/settings.json'), { hooks: { PreToolUse: group(`env > ${file}.env; ${tee(file)}`) } });
  put(join(place.home, '.gemini/settings.json'), {
    hooks: { BeforeTool: group(`${tee(file)}; sleep 20`, { timeout: 300 }, 'run_shell_.*') },
  });
  put(join(place.home, '.codex/hooks.json'), { hooks: { PreToolUse: group(tee(file), { timeout: 5 }) } });
  put(join(place.home, '.qwen/settings.json'), { disableAllHooks: true, hooks: { PreToolUse: group('exit 2') } });
  const env = { PATH: process.env.PATH, HOME: place.home, CODER_SANDBOX: 'off', ANTHROPIC_API_KEY: 'sk-ant-canary' };
  const agent = await run(t, place, reads, { env });
  assert.match(lastResult(agent).error ?? '', /did not answer within 0\.3 s/);
  const told = toldTo(file);
  assert.deepEqual(told.map(({ hook_event_name, tool_name }) => `${hook_event_name} ${tool_name ?? ''}`).toSorted(), [
    'BeforeTool run_shell_command',
    'PreToolUse Bash',
    'PreToolUse Bash',
  ]);
  const variables = readFileSync(`${file}.env`, 'utf8');
  for (const name of ['CODER', 'CLAUDE', 'GEMINI'])
    assert.match(variables, new RegExp(`^${name}_PROJECT_DIR=${place.path}$`, 'm'));
  assert.ok(!variables.includes('canary'));
});

test('HOOK-6 an http hook answers as a command does; a redirect is not an answer; hooks run side by side and end with Esc', async (t) => {
  const place = scratch(t);
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      bodies.push(
        `${request.url} ${request.headers.authorization} ${(JSON.parse(body) as { tool_name: string }).tool_name}`,
      );
      if (request.url === '/moved') response.writeHead(302, { location: '/' }).end();
      else
        response.end(
          JSON.stringify({ hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'by http' } }),
        );
    });
  }).listen(0, '127.0.0.1');
  cleanUp(t, () => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const http = (path: string) => [
    {
      hooks: [
        {
          type: 'http',
          url: `http://127.0.0.1:${port}${path}`,
          headers: { Authorization: 'Bearer $T $U' },
          allowedEnvVars: ['T'],
        },
      ],
    },
  ];
  for (const [path, wanted] of [
    ['/', /by http/],
    ['/moved', /HTTP 302/],
  ] as const) {
    configure(place, { PreToolUse: http(path) });
    const agent = await run(t, place, reads, {
      env: { HOME: place.home, PATH: process.env.PATH, T: 'token', U: 'no' },
    });
    assert.match(lastResult(agent).error ?? '', wanted);
    await agent.close();
  }
  assert.deepEqual(bodies, ['/ Bearer token Bash', '/moved Bearer token Bash']);

  configure(place, { PreToolUse: [...group('sleep 30'), ...group('sleep 31')] });
  const agent = await appAgent(t, [reads, done], { place });
  const turn = agent.say('go');
  while (!agent.events.some(({ type }) => type === 'call-start')) await new Promise(setImmediate);
  agent.cancel();
  await turn;
  assert.equal(agent.events.findLast((event) => event.type === 'turn-end')?.reason, 'cancelled');
});

test('HOOK-6 without a hook, /hooks reports that none is configured', async (t) => {
  const agent = await appAgent(t, [done]);
  assert.match(await agent.say('/hooks'), /No hooks are configured/);
});

test('HOOK-2 after a compaction, start hooks run again and their context is added; a question triggers a notification', async (t) => {
  const place = scratch(t);
  const log = join(place.home, 'log');
  configure(place, {
    SessionStart: [{ matcher: 'compact', hooks: [{ type: 'command', command: 'echo told again' }] }],
    Notification: [{ hooks: [{ type: 'command', command: `cat >> ${log}; echo >> ${log}` }] }],
  });
  const long: Script = [text(`first ${'words '.repeat(1000)}`), stop];
  const asks = uses('question', { questions: [{ question: 'Which?', options: ['a', 'b'] }] });
  const scripts = [long, [text('second'), stop] as Script, [text('## Goal\nnotes'), stop] as Script, asks, done];
  const agent = await appAgent(t, scripts, { place, answer: () => ({ kind: 'questions', answers: ['a'] }) });
  await agent.say('one');
  await agent.say('two');
  await agent.say('/compact');
  await agent.say('three');
  assert.match(JSON.stringify(agent.provider.requests[3]?.messages), /told again/);
  while (!existsSync(log) || !readFileSync(log, 'utf8').endsWith('\n')) await sleep(10); // notifications are not awaited
  await agent.close();
  const told = readFileSync(log, 'utf8').trim().split('\n');
  assert.deepEqual(
    told.map((line) => (JSON.parse(line) as Record<string, unknown>)['notification_type']),
    ['elicitation_dialog'],
  );
});
