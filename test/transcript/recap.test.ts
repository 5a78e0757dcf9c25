import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StopReason } from '../../src/protocol/event.ts';
import { type Message, NO_USAGE } from '../../src/protocol/message.ts';
import type { Entry } from '../../src/protocol/session.ts';
import { recapOf } from '../../src/transcript/recap.ts';
import { en } from '../../src/words/en.ts';
import { zhCn } from '../../src/words/zh-cn.ts';

let at = 0;

function entry(message: Message): Entry {
  at += 1;
  return { type: 'message', turn: 't', prompt: 'p', message, id: String(at), at };
}

function end(reason: StopReason): Entry {
  at += 1;
  return { type: 'turn-end', turn: 't', reason, usage: NO_USAGE, id: String(at), at };
}

function saying(text: string): Entry {
  return entry({ role: 'assistant', model: 'm', content: [{ type: 'text', text }] });
}

function called(title: string, status: 'ok' | 'cancelled' = 'ok'): Entry {
  const outcome = status === 'ok' ? ({ status, result: {} } as const) : ({ status, error: '' } as const);
  return entry({ role: 'tool', callId: title, name: 'bash', title, outcome });
}

function textsOf(entries: readonly Entry[]): string[] {
  return recapOf(entries, en.commands).map((block) => ('text' in block ? block.text : ''));
}

function turn(said: string, calls: string[], answer: string): Entry[] {
  return [
    entry({ role: 'user', content: [{ type: 'text', text: said }] }),
    ...calls.map((title) =>
      entry({ role: 'tool', callId: title, name: 'read', title, outcome: { status: 'ok', result: {} } }),
    ),
    saying(answer),
    end('answered'),
  ];
}

test('SES-3 CLI-1 what calls found is told in the language of the person; older logs have only the title', () => {
  const prompt = entry({ role: 'user', content: [{ type: 'text', text: 'look' }] });
  const listed = { role: 'tool', callId: 'a', name: 'list', outcome: { status: 'ok', result: {} } } as const;
  const entries = [
    prompt,
    entry({ ...listed, title: 'src 3 entries', fact: { is: 'entries', path: 'src', count: 3 } }),
    entry({ ...listed, title: 'lib 4 entries' }),
    end('answered'),
  ];
  const chinese = recapOf(entries, zhCn.commands).map((block) => ('text' in block ? block.text : ''));
  assert.deepEqual(chinese, ['> look', '· list src 3 项\n· list lib 4 entries']);
  assert.deepEqual(textsOf(entries), ['> look', '· list src 3 entries\n· list lib 4 entries']);
});

test('SES-3 a resumed session shows its last three turns: what was said, done and answered', () => {
  const entries = [
    ...turn('gone', [], 'gone'),
    ...turn('one', [], 'first'),
    ...turn('two', ['a.ts', 'b.ts'], 'second'),
    ...turn('three\nlines\nof\na\nlong\nprompt', ['1', '2', '3', '4', '5', '6', '7', '8'], 'third'),
  ];
  const texts = recapOf(entries, en.commands).map((block) => ('text' in block ? block.text : ''));
  assert.deepEqual(texts, [
    '> one',
    'first',
    ' ',
    '> two',
    '· read a.ts\n· read b.ts',
    'second',
    ' ',
    '> three\n> lines\n> of\n> a\n> long\n> …',
    '· … 2\n· read 3\n· read 4\n· read 5\n· read 6\n· read 7\n· read 8',
    'third',
  ]);
  assert.ok(recapOf(entries, en.commands).every((block) => 'isPast' in block && block.isPast));
  assert.deepEqual(recapOf([], en.commands), []);
});

test('SES-3 a resumed turn is shown in the order in which it happened, with the texts between its calls', () => {
  const asked = entry({ role: 'user', content: [{ type: 'text', text: 'tidy up' }] });
  const work = [asked, saying('I will look first.'), called('ls'), called('cat a'), saying('Now I delete it.')];
  const cancelled = [...work, called('rm a', 'cancelled'), end('cancelled')];
  const shown = ['> tidy up', 'I will look first.', '· bash ls\n· bash cat a', 'Now I delete it.'];
  assert.deepEqual(textsOf(cancelled), [...shown, '· bash rm a (cancelled)', '[cancelled]']);
  const many = ['1', '2', '3', '4', '5', '6', '7'].map((title) => called(title));
  assert.deepEqual(textsOf([...work, ...many, saying('Done.'), end('answered')]), [
    '> tidy up',
    '· … 3\n· bash 2\n· bash 3\n· bash 4\n· bash 5\n· bash 6\n· bash 7',
    'Done.',
  ]);
});

test('SES-2 SES-3 a resumed turn that was cut off by the end of coder says so', () => {
  const asked = entry({ role: 'user', content: [{ type: 'text', text: 'tidy up' }] });
  assert.deepEqual(textsOf([asked, saying('I will')]), ['> tidy up', 'I will', en.commands.turnCutOff]);
});

test('SES-2 SES-3 a call that coder did not live to end is shown with its command', () => {
  const call = { id: 'c', name: 'bash', arguments: '{"command":"npm test"}' };
  const texts = textsOf([
    entry({ role: 'user', content: [{ type: 'text', text: 'go' }] }),
    entry({ role: 'assistant', model: 'm', content: [{ type: 'call', call }] }),
    entry({ role: 'tool', callId: 'c', name: 'bash', outcome: { status: 'cancelled', error: 'interrupted' } }),
  ]);
  assert.deepEqual(texts.slice(0, 2), ['> go', '· bash npm test (cancelled)']);
});
