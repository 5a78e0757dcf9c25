import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '../../src/protocol/message.ts';
import type { Entry } from '../../src/protocol/session.ts';
import { recapOf } from '../../src/transcript/recap.ts';

let at = 0;

function entry(message: Message): Entry {
  at += 1;
  return { type: 'message', turn: 't', prompt: 'p', message, id: String(at), at };
}

function turn(said: string, calls: string[], answer: string): Entry[] {
  return [
    entry({ role: 'user', content: [{ type: 'text', text: said }] }),
    ...calls.map((title) =>
      entry({ role: 'tool', callId: title, name: 'read', title, outcome: { status: 'ok', result: {} } }),
    ),
    entry({ role: 'assistant', model: 'm', content: [{ type: 'text', text: answer }] }),
  ];
}

test('SES-3 a resumed session shows its last three turns: what was said, done and answered', () => {
  const entries = [
    ...turn('gone', [], 'gone'),
    ...turn('one', [], 'first'),
    ...turn('two', ['a.ts', 'b.ts'], 'second'),
    ...turn('three\nlines\nof\na\nlong\nprompt', ['1', '2', '3', '4', '5', '6', '7', '8'], 'third'),
  ];
  const texts = recapOf(entries).map((block) => ('text' in block ? block.text : ''));
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
  assert.ok(recapOf(entries).every((block) => 'isPast' in block && block.isPast));
  assert.deepEqual(recapOf([]), []);
});
