import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Completer,
  type CompletionSources,
  createCompleter,
} from '../../../../src/frontends/tty/input/completer.ts';
import type { EditorState, EditResult } from '../../../../src/frontends/tty/input/editor-state.ts';
import { key } from '../../../../src/frontends/tty/input/key-event.ts';
import { DEFAULT_KEYMAP } from '../../../../src/frontends/tty/input/keymap.ts';
import { moveInMenu, visibleItems } from '../../../../src/frontends/tty/input/menu-state.ts';
import { createVim } from '../../../../src/frontends/tty/input/vim/vim-state.ts';
import { editorAt, marked } from './typing.ts';

const all = (paths: readonly string[]) => ({ paths, isPartial: false });
const SOURCES: CompletionSources = {
  commands: () => [
    { value: 'help', detail: 'what can be done' },
    { value: 'model', detail: 'the model in use' },
    { value: 'mode', detail: 'how much is allowed' },
    { value: 'resume', detail: 'an earlier session' },
  ],
  argumentsOf: (command) => {
    if (command === 'model') return [{ value: 'gpt-4o' }, { value: 'claude' }];
    return command === 'resume' ? [{ value: '20261115-a', detail: 'Fix the parser' }] : [];
  },
  files: async () => all(['src/', 'src/editor.ts', 'src/edges.ts', 'my file.ts', 'README.md']),
  entries: async (folder) =>
    folder === 'src/' ? ['editor.ts', 'edges.ts', '.hidden'] : ['src/', 'setup.sh', 'README.md'],
  programs: () => ['git', 'gitk', 'grep'],
};

/** Waits a few turns of the event loop, within which every source in this file answers. */
async function answered(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function follow(completer: Completer, text: string): Promise<EditorState> {
  const editor = editorAt(text);
  completer.follow(editor, () => undefined);
  await answered();
  return editor;
}

async function complete(completer: Completer, text: string): Promise<string> {
  const results: EditResult[] = [];
  const editor = editorAt(text);
  completer.complete(
    editor,
    (result) => results.push(result),
    () => undefined,
  );
  await answered();
  return marked(results[0]?.state ?? editor);
}

function labels(completer: Completer): string[] {
  return completer.menu?.items.map(({ label }) => label) ?? [];
}

test('IN-9 the menu opens while a command, its argument or a mention is typed', async () => {
  const rows: [string, string[]][] = [
    ['/', ['/help', '/model', '/mode', '/resume']],
    ['/mod', ['/mode', '/model']],
    ['/model ', ['gpt-4o', 'claude']],
    ['/model cl', ['claude']],
    ['/resume pars', ['20261115-a']],
    ['/help ', []],
    ['/nothing', []],
    ['see @ed', ['src/edges.ts', 'src/editor.ts', 'README.md']],
    ['! gi', []],
    ['hello', []],
  ];
  for (const [text, expected] of rows) {
    const completer = createCompleter(SOURCES, DEFAULT_KEYMAP);
    await follow(completer, text);
    assert.deepEqual(labels(completer).toSorted(), expected.toSorted(), text);
  }
});

test('IN-9 Tab and Enter accept, the arrows move, Esc closes the menu while the same word is typed', async () => {
  const completer = createCompleter(SOURCES, DEFAULT_KEYMAP);
  const editor = await follow(completer, '/mo');
  assert.deepEqual(labels(completer), ['/mode', '/model']);
  assert.notEqual(completer.key(key('down'), editor), undefined);
  assert.equal(completer.menu?.selected, 1);
  assert.equal(marked(completer.key(key('tab'), editor)?.state ?? editor), '/model |');
  assert.equal(completer.menu, undefined);

  const mention = await follow(completer, 'see @my');
  assert.equal(marked(completer.key(key('enter'), mention)?.state ?? mention), 'see @"my file.ts" |');

  const again = await follow(completer, '/mo');
  completer.key(key('escape'), again);
  assert.equal(completer.menu, undefined);
  await follow(completer, '/mod');
  assert.equal(completer.menu, undefined);
  await follow(completer, 'see @ed');
  assert.notEqual(completer.menu, undefined);
  assert.equal(completer.key(key('left'), editor), undefined);
  assert.equal(completer.key(key('enter', { shift: true }), editor), undefined);
});

test('IN-9 Enter on a word that is already complete sends the line', async () => {
  const completer = createCompleter(SOURCES, DEFAULT_KEYMAP);
  const editor = await follow(completer, '/mode');
  assert.deepEqual(labels(completer), ['/mode', '/model']);
  assert.equal(completer.key(key('enter'), editor), undefined);
  assert.equal(completer.menu, undefined);
});

test('IN-9 a menu for earlier text replaces nothing', async () => {
  const completer = createCompleter(SOURCES, DEFAULT_KEYMAP);
  await follow(completer, 'see @ed');
  const later = editorAt('see @edito');
  assert.equal(marked(completer.key(key('tab'), later)?.state ?? later), 'see @edito|');
  assert.equal(completer.key(key('enter'), later), undefined);
});

test('IN-4 IN-9 Tab completes what is certain and otherwise opens the menu', async () => {
  const rows: [string, string, string[]][] = [
    ['/he', '/help |', []],
    ['/mo', '/mo|', ['/mode', '/model']],
    ['! gi', '! git|', []],
    ['! git', '! git|', ['git', 'gitk']],
    ['! gr', '! grep |', []],
    ['! cat src/ed', '! cat src/ed|', ['edges.ts', 'editor.ts']],
    ['! cat src/edi', '! cat src/editor.ts |', []],
    ['! ls s', '! ls s|', ['setup.sh', 'src/']],
    ['! cat src/.h', '! cat src/.hidden |', []],
    ['see @READ', 'see @README.md |', []],
    ['see @../se', 'see @../setup.sh |', []],
    ['hello', 'hello|', []],
    ['/nothing', '/nothing|', []],
  ];
  for (const [text, expected, menu] of rows) {
    const completer = createCompleter(SOURCES, DEFAULT_KEYMAP);
    assert.equal(await complete(completer, text), expected, text);
    assert.deepEqual(labels(completer).toSorted(), menu.toSorted(), text);
  }
});

test('IN-9 IN-5 no menu opens over the history, a search or vim NORMAL', async () => {
  const completer = createCompleter(SOURCES, DEFAULT_KEYMAP);
  const line = editorAt('/mo|');
  const rows: EditorState[] = [
    { ...line, history: ['/mo'], historyAt: 0 },
    { ...line, vim: { ...createVim(), mode: 'normal' } },
    { ...line, search: { query: '', failed: false, before: { text: '', cursor: 0 } } },
  ];
  for (const state of rows) {
    completer.follow(state, () => undefined);
    await answered();
    assert.equal(completer.menu, undefined);
  }
  completer.follow({ ...editorAt('/mod'), history: ['/mo'], historyAt: 0, vim: createVim() }, () => undefined);
  await answered();
  assert.deepEqual(labels(completer), ['/mode', '/model']);
});

test('OUT-7 names with control characters are not offered', async () => {
  const files = ['a\u001b[2J.ts', 'a\nb.ts', 'ab.ts'];
  const completer = createCompleter({ ...SOURCES, files: () => all(files), entries: () => files }, DEFAULT_KEYMAP);
  await follow(completer, '@a');
  assert.deepEqual(labels(completer), ['ab.ts']);
  assert.equal(await complete(completer, '! cat a'), '! cat ab.ts |');
});

test('IN-9 a late answer to an older query is dropped', async () => {
  const waiting: ((files: ReturnType<typeof all>) => void)[] = [];
  const completer = createCompleter(
    { ...SOURCES, files: () => new Promise((resolve) => waiting.push(resolve)) },
    DEFAULT_KEYMAP,
  );
  let drawn = 0;
  completer.follow(editorAt('@a'), () => (drawn += 1));
  completer.follow(editorAt('/mode'), () => (drawn += 1));
  await new Promise((resolve) => setImmediate(resolve));
  waiting[0]?.(all(['abc.ts']));
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(labels(completer), ['/mode', '/model']);
  assert.equal(drawn, 1);
});

test('IN-9 a source that fails leaves the line usable', async () => {
  const completer = createCompleter({ ...SOURCES, files: () => Promise.reject(new Error('no list')) }, DEFAULT_KEYMAP);
  const editor = await follow(completer, '@a');
  assert.equal(completer.menu, undefined);
  assert.equal(completer.key(key('tab'), editor), undefined);
});

test('IN-9 the selection wraps around, pages stop at the ends, and the visible rows follow', () => {
  const items = Array.from({ length: 20 }, (_, at) => ({ value: `${at}`, label: `${at}` }));
  const menu = { query: { kind: 'command' as const, query: '', start: 0, end: 0 }, items, selected: 0 };
  assert.equal(moveInMenu(menu, 'menu-up').selected, 19);
  assert.equal(moveInMenu({ ...menu, selected: 19 }, 'menu-down').selected, 0);
  assert.equal(moveInMenu(menu, 'menu-page-down').selected, 8);
  assert.equal(moveInMenu({ ...menu, selected: 18 }, 'menu-page-down').selected, 19);
  assert.equal(moveInMenu({ ...menu, selected: 3 }, 'menu-page-up').selected, 0);
  const shown = visibleItems({ ...menu, selected: 10 }, 5);
  assert.deepEqual(
    shown.items.map(({ label }) => label),
    ['8', '9', '10', '11', '12'],
  );
  assert.equal(shown.selected, 2);
  assert.equal(visibleItems({ ...menu, selected: 19 }, 5).above, 15);
});

test('IN-9 a mention that is in no list is completed by the folder that was typed', async () => {
  const completer = createCompleter({ ...SOURCES, files: () => all(['a.ts']) }, DEFAULT_KEYMAP);
  const editor = await follow(completer, 'see @src/edi');
  assert.deepEqual(labels(completer), ['editor.ts']);
  assert.equal(marked(completer.key(key('enter'), editor)?.state ?? editor), 'see @src/editor.ts |');
});

test('IN-9 an incomplete list of files says so, even if nothing in it matches, and then takes no keys', async () => {
  const files = { paths: ['a.ts'], isPartial: true };
  const completer = createCompleter({ ...SOURCES, files: () => files }, DEFAULT_KEYMAP);
  await follow(completer, '@a');
  assert.deepEqual([labels(completer), completer.menu?.isPartial], [['a.ts'], true]);
  const editor = await follow(completer, '@zzz');
  assert.deepEqual([labels(completer), completer.menu?.isPartial], [[], true]);
  for (const name of ['up', 'enter', 'tab']) assert.equal(completer.key(key(name), editor), undefined, name);
});
