import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as s from '../../../src/base/schema.ts';
import { callForm } from '../../../src/core/call/call-form.ts';
import { meantCall } from '../../../src/core/call/meant-call.ts';
import { defineTool, ok, type Tool } from '../../../src/protocol/tool.ts';
import { appAgent } from '../../fixtures/app-agent.ts';
import { call, callsEnd, stop, text } from '../../fixtures/scripted-provider.ts';

function tool(name: string, input: s.Schema<unknown>, more: Partial<Tool> = {}): Tool {
  return defineTool<unknown>({
    name,
    description: name,
    effect: ['edit', 'bash', 'patch'].includes(name) ? 'edit' : 'read',
    permission: 'read',
    input,
    execute: async () => ok({}),
    view: () => ({ title: name }),
    ...more,
  });
}

const { array, boolean, either, integer, object, oneOf, optional, string } = s;
const read = tool('read', object({ path: string(), offset: optional(integer()), limit: optional(integer()) }), {
  alsoCalled: () => ['read_file'],
});
const edit = tool(
  'edit',
  object({ path: string(), old_string: string(), new_string: string(), replace_all: optional(boolean()) }),
);
const run = tool(
  'bash',
  object({
    command: string(),
    timeout_secs: optional(integer()),
    background: optional(boolean()),
    cwd: optional(string()),
  }),
);
const grep = tool(
  'grep',
  object({
    pattern: string(),
    path: optional(either(string(), array(string()))),
    glob: optional(string()),
    ignore_case: optional(boolean()),
    show: optional(oneOf(['lines', 'files', 'count'])),
  }),
);
const option = object({ label: string(), description: optional(string()) });
const question = tool('question', object({ questions: array(object({ question: string(), options: array(option) })) }));
const todos = tool(
  'todowrite',
  object({ todos: array(object({ content: string(), status: oneOf(['pending', 'in_progress', 'completed']) })) }),
);
const patch = tool('patch', object({ patch: string() }));
const tools = [read, edit, run, grep, question, todos, patch];
const known = new Map(tools.map((each) => [each.name, each]));

function meant(name: string, args: unknown) {
  const { tool: found, args: taken } = meantCall({ id: 'c', name, arguments: JSON.stringify(args) }, tools, known);
  return taken?.ok ? [found?.name, taken.value] : (taken?.error ?? 'no such tool');
}

test('MDL-5 arguments in the dialects of other agents are understood as meant', () => {
  const cases: [string, unknown, unknown][] = [
    ['read', { file_path: 'a' }, { path: 'a' }],
    ['read', { filePath: 'a', offset: '1', limit: ' 20 ' }, { path: 'a', offset: 1, limit: 20 }],
    ['read', { absolute_path: 'a', limit: '' }, { path: 'a' }],
    ['read', { path: 'a', description: 'why', offset: null }, { path: 'a' }],
    ['read', { path: 'a', encoding: 'utf-8', should_read_entire_file: true }, { path: 'a' }],
    ['edit', { path: 'a', old_str: 'x', new_str: 'y' }, { path: 'a', old_string: 'x', new_string: 'y' }],
    [
      'edit',
      { filePath: 'a', oldString: 'x', newString: 'y', replaceAll: 'true' },
      { path: 'a', old_string: 'x', new_string: 'y', replace_all: true },
    ],
    ['bash', { cmd: 'ls', workdir: 'src' }, { command: 'ls', cwd: 'src' }],
    ['bash', { command: 'ls', description: 'Lists' }, { command: 'ls' }],
    ['bash', { command: 'ls', timeout: 120_000 }, { command: 'ls', timeout_secs: 120 }],
    ['bash', { command: 'ls', timeout: '30' }, { command: 'ls', timeout_secs: 30 }],
    ['bash', { command: 'ls', timeout: null }, { command: 'ls' }],
    ['bash', { command: 'ls', timeout: 0 }, { command: 'ls' }],
    ['bash', { command: ['bash', '-lc', 'ls | wc'] }, { command: 'ls | wc' }],
    ['bash', { command: ['echo', "it's", '$HOME; ls'] }, { command: `echo 'it'\\''s' '$HOME; ls'` }],
    ['bash', { command: 'ls', run_in_background: true }, { command: 'ls', background: true }],
    ['grep', { pattern: 'x', include: '*.ts', '-i': true }, { pattern: 'x', glob: '*.ts', ignore_case: true }],
    ['grep', { pattern: 'x', output_mode: 'files_with_matches' }, { pattern: 'x', show: 'files' }],
    ['grep', { pattern: 'x', path: ['a', 'b'], '-n': true }, { pattern: 'x', path: ['a', 'b'] }],
    [
      'question',
      { questions: [{ question: 'Go?', header: 'Go', multiSelect: false, options: ['yes', { label: 'no' }] }] },
      { questions: [{ question: 'Go?', options: [{ label: 'yes' }, { label: 'no' }] }] },
    ],
    [
      'todowrite',
      { todos: '[{"id":"1","content":"a","activeForm":"b","priority":"high","status":"In-Progress"}]' },
      { todos: [{ content: 'a', status: 'in_progress' }] },
    ],
    ['patch', { input: 'x' }, { patch: 'x' }],
  ];
  for (const [name, given, wanted] of cases) assert.deepEqual(meant(name, given), [name, wanted]);
});

test('MDL-5 arguments that fit stay unchanged; doubtful ones are refused with how to call the tool', () => {
  assert.deepEqual(meant('edit', { path: 'a', old_string: '1', new_string: 'true' }), [
    'edit',
    { path: 'a', old_string: '1', new_string: 'true' },
  ]);
  assert.match(String(meant('read', { path: 'a', file_path: 'b' })), /file_path: unknown key/);
  assert.deepEqual(meant('read', { path: 'a', file_path: 'a' }), ['read', { path: 'a' }]);
  const doubtful: [string, Record<string, unknown>, RegExp][] = [
    ['bash', { command: 'rm a', dry_run: true }, /dry_run: unknown key/],
    ['bash', { command: 'ls', timeout: [] }, /timeout: unknown key/],
    ['bash', { command: 'ls', timeout: true }, /timeout: unknown key/],
    ['bash', { command: 'ls', cmd: 'rm a' }, /cmd: unknown key/],
    ['bash', { cmd: 'ls', script: 'rm a' }, /script: unknown key/],
    ['edit', { path: 'a', old_string: 'x', new_string: 'y', occurrence: 2 }, /occurrence: unknown key/],
    ['edit', { path: 'a', old_string: 'x', new_string: 'y', old_str: 'z' }, /old_str: unknown key/],
    ['edit', { path: 'a', old_string: 'x', new_string: { text: 'y' } }, /new_string: expected a string/],
    [
      'edit',
      { path: 'a', old_string: 'x', new_string: 'y', replace_all: 'yes' },
      /replace_all: expected true or false/,
    ],
    ['edit', { path: ['a', 'b'], old_string: 'x', new_string: 'y' }, /path: expected a string/],
    ['edit', { file: 'a', filename: 'b', old_string: 'x', new_string: 'y' }, /filename: unknown key/],
    ['patch', { patch: 'x', diff: 'y' }, /diff: unknown key/],
  ];
  for (const [name, args, why] of doubtful) assert.match(String(meant(name, args)), why, JSON.stringify(args));
  assert.equal(
    meant('read', { limit: 'many' }),
    'Wrong arguments for read: path: is missing; limit: expected a whole number, got "many". Call it as: read(path, offset?: int, limit?: int)',
  );
  assert.equal(callForm(question), 'question(questions: [{question, options: [{label, description?}]}])');
  assert.equal(
    callForm(grep),
    'grep(pattern, path?: text or [text], glob?, ignore_case?: true|false, show?: lines|files|count)',
  );
});

test('MDL-5 tools are found regardless of case and prefix, and by the names that other agents give them', () => {
  for (const name of ['Read', 'read_file', 'ReadFile', 'functions.read', 'functions_read', 'READ'])
    assert.deepEqual(meant(name, { path: 'a' }), ['read', { path: 'a' }], name);
  assert.deepEqual(meant('TodoWrite', { todos: [] }), ['todowrite', { todos: [] }]);
  assert.equal(meant('reader', { path: 'a' }), 'no such tool');
  const off = tool('read_file', object({ path: string() }));
  const all = new Map([...known, [off.name, off]]);
  const { name, tool: found } = meantCall({ id: 'c', name: 'read_file', arguments: '{"path":"a"}' }, tools, all);
  assert.deepEqual([name, found], ['read_file', undefined], 'a tool that is off is not another one that is on');
});

test('MDL-5 in the whole agent, a call in a foreign dialect is judged, logged and run as what it means', async (t) => {
  const diff = "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+two\n*** End Patch\nEOF";
  const app = await appAgent(
    t,
    [
      [
        call('c1', 'read_file', { file_path: 'a.txt', limit: '5' }),
        call('c2', 'Shell', { command: ['bash', '-lc', diff] }),
        call('c3', 'Edit', { file_path: 'b.txt', old_string: '', new_string: 'new\n' }),
        call('c4', 'LS', { path: '.', ignore: ['x'] }),
        callsEnd,
      ],
      [text('done'), stop],
    ],
    { flags: { mode: 'auto-edit' } },
  );
  writeFileSync(join(app.place.path, 'a.txt'), 'one\n');
  await app.say('go');
  assert.equal(readFileSync(join(app.place.path, 'a.txt'), 'utf8'), 'two\n');
  assert.equal(readFileSync(join(app.place.path, 'b.txt'), 'utf8'), 'new\n');
  const ends = app.events.flatMap((event) => (event.type === 'call-end' ? [event.outcome.status] : []));
  assert.deepEqual(ends, ['ok', 'ok', 'ok', 'ok']);
  const starts = app.events.flatMap((event) => (event.type === 'call-start' ? [event.call.name] : []));
  assert.deepEqual(starts, ['read', 'patch', 'edit', 'list'], 'the person is shown what it is here');
  // the next request repeats what the model sent, word for word
  const sent = JSON.stringify(app.provider.requests[1]?.messages);
  assert.match(sent, /"name":"read_file"/);
  assert.match(sent, /file_path/);
});

test('MDL-5 MODE-3 a patch inside bash needs the permission for patches, which plan mode does not give', async (t) => {
  const diff = "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a.txt\n+two\n*** End Patch\nEOF";
  const app = await appAgent(
    t,
    [
      [call('c1', 'bash', { command: diff }), callsEnd],
      [text('done'), stop],
    ],
    {
      flags: { mode: 'plan' },
    },
  );
  await app.say('go');
  const [end] = app.events.flatMap((event) => (event.type === 'call-end' ? [event.outcome] : []));
  assert.deepEqual(end, { status: 'denied', error: 'The tool patch is off in plan mode.' });
});

test('MDL-5 a line that continues after the patch is a shell line and judged as one', async (t) => {
  const diff = "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a.txt\n+two\n*** End Patch\nEOF\nrm -f b.txt\nEOF";
  const script = [call('c1', 'bash', { command: diff }), callsEnd];
  const app = await appAgent(t, [script, [text('done'), stop]], { flags: { mode: 'auto-edit' } });
  await app.say('go');
  const starts = app.events.flatMap((event) => (event.type === 'call-start' ? [event.call.name] : []));
  const [end] = app.events.flatMap((event) => (event.type === 'call-end' ? [event.outcome.status] : []));
  assert.deepEqual([starts, end], [['bash'], 'denied'], 'auto-edit asks about commands, and nobody is there');
});
