import assert from 'node:assert/strict';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { AgentOptions } from '../../../src/app/agent-options.ts';
import { textOf } from '../../../src/protocol/message.ts';
import { type AppAgent, appAgent } from '../../fixtures/app-agent.ts';
import { cleanUp } from '../../fixtures/clean-up.ts';
import {
  type Called,
  discoveryFile,
  httpCompanion,
  lockFile,
  type StandIn,
  socketCompanion,
} from '../../fixtures/companion.ts';
import { coderEnv, type Scratch, scratch } from '../../fixtures/run-coder.ts';
import { call, callsEnd, type Script, stop, text } from '../../fixtures/scripted-provider.ts';

type Context = Parameters<typeof cleanUp>[0];
type Kind = 'http' | 'socket';

/** What the person does with a diff. */
type Act = 'accept' | 'reject' | 'wait' | { change: string };

interface Setting {
  acts?: Act[];
  /** A tool that never answers. */
  hangs?: string;
  prepare?(place: Scratch): void;
}

interface Beside extends AppAgent {
  /** Answers given at the terminal. */
  answer(choice: 'yes' | 'no'): void;
}

/** coder at a terminal, with an editor that has the folder open. */
async function beside(t: Context, kind: Kind, scripts: Script[], { acts = [], hangs, prepare }: Setting = {}) {
  const place = scratch(t);
  prepare?.(place);
  const tool = (called: Called): unknown => (called.name === hangs ? undefined : toolOf(kind, called, acts, editor));
  const editor: StandIn = await (kind === 'http' ? httpCompanion({ tool }) : socketCompanion({ tool }));
  cleanUp(t, () => editor[Symbol.asyncDispose]());
  announce(kind, editor, place);
  const agent = await openAgent(t, place, scripts);
  return { agent, editor, path: (name: string) => join(place.path, name) };
}

/** Answers like the real editors; `undefined` while there is no answer yet. */
function toolOf(kind: Kind, { name, arguments: input }: Called, acts: Act[], editor: StandIn): unknown {
  if (name === 'checkDocumentDirty') return [JSON.stringify({ success: true, isDirty: true })];
  if (name === 'getDiagnostics') {
    const range = { start: { line: 2, character: 4 } };
    const diagnostics = [{ message: 'no such name', severity: 'Error', range, code: '2304' }];
    return [JSON.stringify([{ uri: input.uri, diagnostics }])];
  }
  if (name !== 'openDiff') return name === 'getOpenEditors' ? [JSON.stringify({ tabs: [] })] : [];
  const act = acts.shift();
  const text = act && typeof act === 'object' ? act.change : (input.newContent ?? input.new_file_contents);
  if (kind === 'socket')
    return act === 'wait' ? undefined : act === 'reject' ? ['DIFF_REJECTED'] : ['FILE_SAVED', text];
  const { filePath } = input;
  if (act === 'reject') setImmediate(() => editor.push('ide/diffRejected', { filePath }));
  else if (act !== 'wait') setImmediate(() => editor.push('ide/diffAccepted', { filePath, content: text }));
  return [];
}

function announce(kind: Kind, { port, token }: StandIn, place: Scratch): void {
  const said = { port, workspacePath: place.path, authToken: token };
  if (kind === 'http') discoveryFile(join(place.home, 'tmp', 'gemini', 'ide'), said);
  else lockFile(join(place.home, '.claude', 'ide'), said);
}

async function openAgent(
  t: Context,
  place: Scratch,
  scripts: Script[],
  more: Partial<AgentOptions> = {},
): Promise<Beside> {
  const env = { ...coderEnv({ cwd: place.path, home: place.home }), TMPDIR: join(place.home, 'tmp') };
  const agent = await appAgent(t, scripts, { place, screen: true, attended: true, env, ...more });
  return {
    ...agent,
    answer(choice) {
      const asked = agent.events.findLast((event) => event.type === 'request-start');
      if (asked) agent.send({ type: 'answer', id: asked.request.id, answer: { kind: 'approval', choice } });
    },
  };
}

/** Polls, because events of the editor take a moment to arrive. */
async function until<T>(look: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  for (const end = Date.now() + 5_000; Date.now() < end; ) {
    const found = await look();
    if (found) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error('it did not come');
}

const notices = ({ events }: AppAgent) =>
  events.flatMap((event) => (event.type === 'notice' ? [event.view.title] : []));
const connected = (agent: AppAgent) => until(() => notices(agent).some((title) => /\[ide\] .*connected/.test(title)));
const shows = (agent: AppAgent, pattern: RegExp) => until(async () => pattern.test(await agent.say('/ide')));
const reply = (words = 'fine'): Script => [text(words), stop];
const edit = (from: string, to: string): Script => [
  call('c1', 'edit', { path: 'a.ts', old_string: from, new_string: to }),
  callsEnd,
];
const lastUser = ({ provider }: AppAgent) => {
  const message = provider.requests.at(-1)?.messages.findLast(({ role }) => role === 'user');
  return message?.role === 'user' ? textOf(message.content) : '';
};
const lastResult = ({ provider }: AppAgent) => {
  const message = provider.requests.at(-1)?.messages.findLast(({ role }) => role === 'tool');
  return message?.role === 'tool' ? (message.text ?? JSON.stringify(message.outcome)) : '';
};

/** One state of an editor as each protocol reports it. */
function look(kind: Kind, editor: StandIn, active: string, line: number, selected = ''): void {
  if (kind === 'http') {
    const cursor = { line, character: 3 };
    const file = { path: active, timestamp: 2, isActive: true, cursor, ...(selected && { selectedText: selected }) };
    return editor.push('ide/contextUpdate', { workspaceState: { openFiles: [file] } });
  }
  const end = { line: line - 1, character: 2 };
  const start = selected === '' ? end : { line: line - 1, character: 0 };
  editor.push('selection_changed', { text: selected, filePath: active, selection: { start, end, isEmpty: !selected } });
}

for (const kind of ['http', 'socket'] as const) {
  test(`CTX-6 IDE-2 the first message has everything, later ones what changed, requests stay prefixes: ${kind}`, async (t) => {
    const scripts = [reply(), reply(), [call('c1', 'list', {}), callsEnd], reply(), reply()];
    const { agent, editor, path } = await beside(t, kind, scripts);
    await connected(agent);
    look(kind, editor, path('a.ts'), 12, 'x');
    await shows(agent, /a\.ts/);
    assert.match(await agent.say('/ide'), /active file: a\.ts, cursor at line 12, column 3\nselected in a\.ts.*\nx/);
    assert.match(await agent.say('one'), /^\[ide\] a\.ts:12, 1 line selected$/);
    assert.match(
      lastUser(agent),
      /^one\n\n<editor>\nactive file: a\.ts, cursor at line 12.*\nselected in a\.ts.*\nx\n<\/editor>$/,
    );
    assert.equal(await agent.say('two'), '');
    assert.equal(lastUser(agent), 'two');
    look(kind, editor, path('b.ts'), 1);
    await shows(agent, /b\.ts/);
    await agent.say('three');
    assert.match(lastUser(agent), /^three\n\n<editor>\nactive file: b\.ts, cursor at line 1, column 3\n/);
    const [, , calling, after] = agent.provider.requests;
    assert.deepEqual(after?.messages.slice(0, calling?.messages.length), calling?.messages);
    const tail = after?.messages.slice(calling?.messages.length).map(({ role }) => role);
    assert.deepEqual(tail, ['assistant', 'tool'], 'nothing between a call and its result');
    await agent.say('/new');
    await agent.say('four');
    assert.match(lastUser(agent), /active file: b\.ts/, 'another session knows nothing yet');
  });

  test(`IDE-3 IDE-5 an edit is accepted, changed or rejected in the editor, and the terminal's question closes: ${kind}`, async (t) => {
    const acts: Act[] = ['accept', { change: 'mine\nrest\n' }, 'reject'];
    const scripts = [edit('one', 'two'), reply(), edit('two', 'three'), reply(), edit('mine', 'four'), reply()];
    const { agent, path } = await beside(t, kind, scripts, { acts });
    writeFileSync(path('a.ts'), 'one\r\nrest\r\n');
    await connected(agent);
    await agent.say('first');
    assert.equal(readFileSync(path('a.ts'), 'utf8'), 'two\r\nrest\r\n');
    assert.doesNotMatch(lastResult(agent), /user/);
    assert.match(await agent.say('second'), /written as you changed it in the editor: a\.ts/);
    assert.equal(readFileSync(path('a.ts'), 'utf8'), 'mine\r\nrest\r\n');
    assert.match(
      lastResult(agent),
      /the user changed your text in their editor, and it was written so:\n-three\r?\n\+mine\r?$/,
    );
    await agent.say('third');
    assert.equal(readFileSync(path('a.ts'), 'utf8'), 'mine\r\nrest\r\n');
    assert.match(lastResult(agent), /said no to this edit/);
    const answers = agent.events.flatMap((event) => (event.type === 'request-end' ? [event.answer] : []));
    assert.deepEqual(
      answers,
      ['yes', 'yes', 'no'].map((choice) => ({ kind: 'approval', choice })),
    );
  });

  test(`IDE-3 if the terminal answers first, the editor's diff closes; if the editor dies, the question stays: ${kind}`, async (t) => {
    const scripts = [edit('one', 'two'), reply(), edit('two', 'three'), reply()];
    const { agent, editor, path } = await beside(t, kind, scripts, { acts: ['wait', 'wait'] });
    writeFileSync(path('a.ts'), 'one\n');
    await connected(agent);
    const opened = () => editor.calls.filter(({ name }) => name === 'openDiff').length;
    const first = agent.say('first');
    await until(() => opened() === 1);
    agent.answer('yes');
    await first;
    assert.equal(readFileSync(path('a.ts'), 'utf8'), 'two\n');
    const closing = editor.calls.find(({ name }) => /close/.test(name))?.arguments;
    assert.ok(
      closing && (kind === 'http' ? closing.filePath === path('a.ts') : /^✻ .* ⧉$/.test(String(closing.tab_name))),
    );
    const second = agent.say('second');
    await until(() => opened() === 2);
    editor.kill();
    await until(() => notices(agent).some((title) => /is gone/.test(title)));
    assert.equal(agent.events.filter(({ type }) => type === 'request-end').length, 1, 'still asked');
    agent.answer('yes');
    await second;
    assert.equal(readFileSync(path('a.ts'), 'utf8'), 'three\n');
  });

  test(`IDE-1 a wrong token or an editor that never answers costs one line, and no turn waits: ${kind}`, async (t) => {
    const place = scratch(t);
    const editor = await (kind === 'http' ? httpCompanion() : socketCompanion());
    cleanUp(t, () => editor[Symbol.asyncDispose]());
    announce(kind, { ...editor, token: 'wrong' }, place);
    const agent = await openAgent(t, place, [reply()]);
    await until(() => notices(agent).some((title) => /could not be connected/.test(title)));
    await agent.say('hi');
    assert.equal(lastUser(agent), 'hi');
    assert.equal(notices(agent).filter((title) => title.startsWith('[ide]')).length, 1);
    const mute = await (kind === 'http' ? httpCompanion({ isMute: true }) : socketCompanion({ isMute: true }));
    cleanUp(t, () => mute[Symbol.asyncDispose]());
    const other = scratch(t);
    announce(kind, mute, other);
    const waiting = await openAgent(t, other, [reply()]);
    const began = performance.now();
    await waiting.say('hi');
    assert.ok(performance.now() - began < 2_500, 'the editor may take three seconds');
    assert.equal(lastUser(waiting), 'hi');
    await waiting.close();
  });
}

test('IDE-2 files with secrets are not named, the selection is cut, odd text does no harm', async (t) => {
  const { agent, editor, path } = await beside(t, 'http', [reply(), reply()]);
  await connected(agent);
  const files = ['.env', 'id_rsa', ...Array.from({ length: 14 }, (_, index) => `f${index}.ts`), 'x\ny.ts', '\ud800.ts'];
  const openFiles: unknown[] = files.map((name, index) => ({ path: path(name), timestamp: 100 - index }));
  openFiles.push({ path: 7 }, null, { path: 'relative.ts', timestamp: 200 });
  const selectedText = `${'汉'.repeat(8000)}\ud800`;
  openFiles.unshift({
    path: path('a.ts'),
    timestamp: 300,
    isActive: true,
    cursor: { line: -1, character: 'x' },
    selectedText,
  });
  editor.raw('data: not json\n\ndata: {"jsonrpc":"2.0","method":"ping"}\n\n: comment\n\n');
  editor.raw(Buffer.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0xff, 0xfe, 0x0a, 0x0a]));
  editor.push('ide/contextUpdate', { workspaceState: { openFiles } });
  await shows(agent, /f0\.ts/);
  await agent.say('one');
  const said = lastUser(agent);
  assert.doesNotMatch(said, /\.env|id_rsa|relative/);
  assert.equal(said.match(/f\d+\.ts/g)?.length, 9, 'ten with the active one');
  assert.ok(Buffer.byteLength(said) < 17_500, String(said.length));
  assert.match(said, /汉\n\[cut: \d+ more bytes are selected\]/);
  for (let index = 0; index < 2_000; index++) editor.push('ide/contextUpdate', { workspaceState: { openFiles: [] } });
  editor.raw(`data: ${'x'.repeat(17 * 1024 * 1024)}\n\n`);
  editor.push('ide/contextUpdate', { workspaceState: { openFiles: [{ path: path('last.ts'), timestamp: 1 }] } });
  await shows(agent, /last\.ts/);
  await agent.say('two');
  assert.match(lastUser(agent), /opened: last\.ts/);
});

test('IDE-2 @selection and places pointed at in the editor are sent with the prompt', async (t) => {
  const { agent, editor, path } = await beside(t, 'socket', [reply(), reply()]);
  await connected(agent);
  writeFileSync(path('a.ts'), 'l1\nl2\nl3\n');
  look('socket', editor, path('a.ts'), 1);
  await shows(agent, /a\.ts/);
  assert.match(await agent.say('explain @selection'), /Nothing is selected/);
  look('socket', editor, path('a.ts'), 2, 'l2');
  editor.push('at_mentioned', { filePath: 'a.ts', lineStart: 1, lineEnd: 2 });
  editor.push('at_mentioned', { filePath: 'no/such\0.ts', lineStart: 1, lineEnd: 2 });
  editor.push('at_mentioned', { filePath: '/etc/hostname', lineStart: 0, lineEnd: 0 });
  await shows(agent, /@a\.ts:2-3/);
  assert.match(await agent.say('explain @selection'), /^\[ide\] a\.ts:2, 1 line selected, @a\.ts:2-3$/);
  assert.match(lastUser(agent), /<attached path="a\.ts:2-3">[\s\S]*l3[\s\S]*selected in a\.ts:2:\nl2/);
  await agent.say('again');
  assert.equal(lastUser(agent), 'again');
});

test("IDE-4 unsaved changes are named in the approval; the editor's problems for a file serve lsp_diagnostics", async (t) => {
  const scripts = [
    edit('one', 'two'),
    reply(),
    [call('c2', 'lsp_diagnostics', { path: 'b.ts' }), callsEnd] satisfies Script,
    reply(),
  ];
  const { agent, path } = await beside(t, 'socket', scripts, {
    acts: ['accept'],
    prepare: (place) => {
      writeFileSync(join(place.path, 'b.ts'), 'b\n');
      utimesSync(join(place.path, 'b.ts'), 1, 1);
    },
  });
  writeFileSync(path('a.ts'), 'one\n');
  await connected(agent);
  await agent.say('change');
  const request = agent.events.find((event) => event.type === 'request-start')?.request;
  const [first] = request?.kind === 'approval' ? (request.view.body ?? []) : [];
  assert.deepEqual(first, { type: 'text', text: 'Unsaved changes in your editor: a.ts' });
  await agent.say('check');
  assert.equal(lastResult(agent), 'b.ts:3:5 error 2304: no such name');
});

test('IDE-1 of two windows, the one viewed last is used; /ide off, on and PORT switch', async (t) => {
  const place = scratch(t);
  const windows = [await httpCompanion(), await httpCompanion()];
  for (const [index, window] of windows.entries()) {
    cleanUp(t, () => window[Symbol.asyncDispose]());
    announce('http', window, place);
    const openFiles = [{ path: join(place.path, `w${index}.ts`), timestamp: 10 - index }];
    void window.joined.then(() => window.push('ide/contextUpdate', { workspaceState: { openFiles } }));
  }
  const agent = await openAgent(t, place, [reply()]);
  await connected(agent);
  assert.match(await agent.say('/ide'), /w0\.ts[\s\S]*\/ide PORT switches/);
  assert.match(await agent.say(`/ide ${windows[1]?.port}`), new RegExp(`port ${windows[1]?.port}`));
  assert.match(await agent.say('/ide 1'), /No editor with port 1/);
  assert.match(await agent.say('/ide nonsense'), /Usage/);
  assert.match(await agent.say('/ide off'), /Disconnected/);
  await agent.say('hi');
  assert.equal(lastUser(agent), 'hi');
});

test('IDE-1 nothing is looked for if a setting says so, or in a script', async (t) => {
  const place = scratch(t);
  const editor = await httpCompanion();
  cleanUp(t, () => editor[Symbol.asyncDispose]());
  announce('http', editor, place);
  const quiet = await openAgent(t, place, [reply()], { flags: { ide: { connect: 'off' } } });
  assert.match(await quiet.say('/ide'), /switched off/);
  await quiet.say('hi');
  const script = await openAgent(t, place, [reply()], { attended: false });
  await script.say('hi');
  assert.deepEqual([lastUser(quiet), lastUser(script)], ['hi', 'hi']);
  assert.deepEqual(
    notices(quiet).filter((title) => title.startsWith('[ide]')),
    [],
  );
});

test('IDE-3 cancelling does not wait for an editor that no longer answers', async (t) => {
  const { agent, editor, path } = await beside(t, 'http', [edit('one', 'two')], { acts: ['wait'], hangs: 'closeDiff' });
  writeFileSync(path('a.ts'), 'one\n');
  await connected(agent);
  const turn = agent.say('change');
  await until(() => editor.calls.some(({ name }) => name === 'openDiff'));
  await until(() => agent.events.some(({ type }) => type === 'request-start'));
  const began = performance.now();
  agent.cancel();
  await turn;
  assert.ok(performance.now() - began < 900, 'the editor is given a second to close the diff');
  assert.equal(readFileSync(path('a.ts'), 'utf8'), 'one\n');
});
