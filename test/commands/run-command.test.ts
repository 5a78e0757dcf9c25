import assert from 'node:assert/strict';
import { test } from 'node:test';
import { own } from '../../src/base/own.ts';
import { ALIASES, commandRows } from '../../src/commands/rows.ts';
import type { CommandResult } from '../../src/protocol/command.ts';
import { LEAVING } from '../../src/protocol/input.ts';
import { en } from '../../src/words/en.ts';
import { extensionFault } from '../../src/words/extension-fault.ts';
import { commandContext, runCommand } from '../fixtures/command-context.ts';

const review = {
  name: 'review',
  description: 'Looks at it',
  origin: 'project' as const,
  path: '/p/review.md',
  form: 'markdown' as const,
};

test('CMD-3 every required command exists, each in its own module', async () => {
  const wanted =
    'help model permissions mode tools skills todos new resume sessions compact diff undo redo cost init vim jobs mcp export exit';
  const names = new Set<string>(commandRows().map(({ name }) => name));
  assert.deepEqual(
    wanted.split(' ').filter((name) => !names.has(name)),
    [],
  );
  for (const { name, load } of commandRows()) {
    if (load) assert.equal(typeof (await load()).default.run, 'function', name);
    else assert.ok(en.commands.forFrontEnds[name], name);
  }
});

test('CMD-3 /help lists one command per line, then explains input', async () => {
  const items = listsOf(await runCommand('help', '', commandContext()));
  for (const { usage, summary: described } of commandRows()) {
    const summary = described.en;
    assert.equal(items.filter((line) => line.startsWith(`${usage} `) && line.endsWith(summary)).length, 1, usage);
  }
  for (const [alias, name] of Object.entries(ALIASES))
    assert.ok(
      items.some((line) => line.startsWith(`/${alias} `) && line.endsWith(`same as /${name}`)),
      alias,
    );
  for (const mode of ['/test', '/plan', '/wild']) assert.ok(items.some((line) => line.startsWith(mode)));
  for (const word of ['Enter', 'Ctrl+D', 'paste', 'Tab', 'Esc', 'Up', '!', '@'])
    assert.ok(
      items.some((line) => line.includes(word)),
      word,
    );
});

test('CMD-3 every name that leaves coder is listed as /exit or as the same', () => {
  for (const name of LEAVING) assert.equal(ALIASES[name] ?? name, 'exit');
});

test('IN-6 a message that begins with a path is answered with how to send it to the model', async () => {
  assert.deepEqual(await runCommand('home/me/a.ts', 'is broken', commandContext()), {
    problem: { title: 'Not a command: /home/me/a.ts. To send this to the model, start with a word instead of a path.' },
  });
});

test('EXT-2 /help lists custom commands with their origin, and what was left out', async () => {
  const own = { ...review, body: 'Review it.' };
  const context = commandContext([], {
    extensions: {
      custom: async () => ({ commands: [own], problems: [extensionFault('commandBuiltIn', '/p/help.md', 'help')] }),
    },
  });
  const items = listsOf(await runCommand('help', '', context));
  assert.ok(items.some((line) => line.startsWith('/review') && line.endsWith(`Looks at it (${review.path})`)));
  assert.ok(items.includes('/p/help.md: /help is a built-in command.'));
});

test('EXT-2 a custom command sends its text, with the arguments in place of $ARGUMENTS or after it', async () => {
  const cases: [body: string, args: string, prompt: string][] = [
    ['Review $ARGUMENTS, then $ARGUMENTS again.', 'src/a.ts', 'Review src/a.ts, then src/a.ts again.'],
    ['Review $ARGUMENTS.', '', 'Review .'],
    ['Review it.', '', 'Review it.'],
    ['Review it.', 'and $& hurry', 'Review it.\n\nand $& hurry'],
    ['Say $ARGUMENTS', '$1 $$', 'Say $1 $$'],
  ];
  for (const [body, args, prompt] of cases) {
    const custom = async () => ({ commands: [{ ...review, body }], problems: [] });
    const result = await runCommand('review', args, commandContext([], { extensions: { custom } }));
    assert.equal('pieces' in result && result.pieces.map(String).join(''), prompt);
  }
});

test('CMD-4 an unknown command gets the nearest match and a pointer to /help', async () => {
  assert.deepEqual(await runCommand('tols', '', commandContext()), {
    problem: { title: 'Unknown command: /tols. Did you mean /tools? /help lists them.' },
  });
  assert.deepEqual(await runCommand('xyzzy', '', commandContext()), {
    problem: { title: 'Unknown command: /xyzzy. /help lists them.' },
  });
  const custom = async () => ({ commands: [{ ...review, body: 'x' }], problems: [] });
  assert.deepEqual(await runCommand('reviw', '', commandContext([], { extensions: { custom } })), {
    problem: { title: 'Unknown command: /reviw. Did you mean /review? /help lists them.' },
  });
});

test('CMD-3 /tools shows which tools are on and names those that are off; /todos shows the list', async () => {
  const todos = { id: '1', at: 0, type: 'todos' as const, items: [{ content: 'one', status: 'completed' as const }] };
  assert.deepEqual(await runCommand('tools', '', commandContext()), {
    title: 'Tools in test mode',
    body: [
      { type: 'list', items: ['read   Reads.', 'bash   Runs.'] },
      { type: 'text', text: 'off: write' },
    ],
  });
  assert.deepEqual(await runCommand('todos', '', commandContext([], { session: { entries: [todos] } })), {
    title: 'Todos: 1/1 done',
    body: [{ type: 'todos', items: todos.items }],
  });
});

test('CMD-4 CLI-2 a command that was to do something and did nothing is a problem; nothing to show is an answer', async () => {
  const asks = { init: 'prompt', review: 'prompt' } as const;
  const acts = 'undo redo rewind compact export doctor login copy vim style exit'.split(' ');
  for (const { name } of commandRows()) {
    const result = await runCommand(name, '', commandContext());
    const kind = 'problem' in result ? 'problem' : 'title' in result ? 'view' : 'prompt';
    assert.equal(kind, own(asks, name) ?? (acts.includes(name) ? 'problem' : 'view'), name);
  }
  const doNothing =
    'compact undo|export foo|export a.md|chat save x|chat delete nobody|copy x|style foo|jobs stop j1|terminals kill t1|sandbox keep a|permissions revoke|permissions revoke ls|trust add x|ide on|ide 1234|mcp x|mcp reconnect x';
  for (const line of doNothing.split('|')) {
    const [name = '', ...rest] = line.split(' ');
    assert.ok('problem' in (await runCommand(name, rest.join(' '), commandContext())), line);
  }
  const declined = commandContext([], { context: { compact: async () => ({ status: 'nothing', why: 'cancelled' }) } });
  assert.ok('title' in (await runCommand('compact', '', declined)), 'the person cancelled it');
});

test('CMD-3 /init has the model write AGENTS.md; /mcp shows that there are none', async () => {
  const result = await runCommand('init', 'in French', commandContext());
  assert.ok('prompt' in result && result.prompt.startsWith('Write AGENTS.md') && result.prompt.endsWith('in French'));
  const said = await runCommand('mcp', '', commandContext());
  assert.ok('title' in said && said.title.length > 20);
});

function listsOf(result: CommandResult): string[] {
  if (!('title' in result)) return [];
  return (result.body ?? []).flatMap((block) => (block.type === 'list' ? block.items : []));
}
