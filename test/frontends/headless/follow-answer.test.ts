import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setText } from '../../../src/base/long-text/long-field.ts';
import { createLongText } from '../../../src/base/long-text/long-text.ts';
import { followAnswer } from '../../../src/frontends/headless/follow-answer.ts';
import { createJsonPrinter } from '../../../src/frontends/headless/json-printer.ts';
import { createTextPrinter } from '../../../src/frontends/headless/text-printer.ts';
import type { Stamped } from '../../../src/protocol/event.ts';
import { type Message, NO_USAGE } from '../../../src/protocol/message.ts';
import type { Block } from '../../../src/protocol/view.ts';
import { en } from '../../../src/words/en.ts';

const ended = (message: Message, more: Partial<Stamped> = {}) => ({ type: 'message-end', message, ...more }) as Stamped;
const says = (text: string, more: Partial<Extract<Message, { role: 'assistant' }>> = {}) =>
  ended({ role: 'assistant', content: [{ type: 'text', text }], model: 'm', ...more });
const asks = ended({ role: 'user', by: 'coder', about: 'check', content: [{ type: 'text', text: '[coder] …' }] });
const did = (type: Block['type']) =>
  ({
    type: 'call-end',
    callId: 'c',
    outcome: { status: 'ok', result: {} },
    view: { title: '', body: [{ type }] },
  }) as Stamped;

function answerAfter(...events: Stamped[]): string {
  const answer = followAnswer();
  for (const event of events) answer.event(event);
  return answer.text;
}

test('MDL-7 the last answer counts, but not a remark about a check after which nothing changed', () => {
  assert.equal(answerAfter(says('One.'), says('Two.')), 'Two.');
  assert.equal(answerAfter(says('Fixed.'), asks, says('Not mine.')), 'Fixed.');
  assert.equal(answerAfter(says('Fixed.'), asks, did('text'), says('Not mine.')), 'Fixed.', 'it only looked');
  for (const type of ['diff', 'terminal'] as const)
    assert.equal(answerAfter(says('Fixed.'), asks, did(type), says('Now it is.')), 'Now it is.', type);
  assert.equal(answerAfter(asks, says('Only this.')), 'Only this.');
});

test('MDL-7 messages of sub-agents and messages with calls are not the answer; an interrupted answer is marked as such', () => {
  const call = { type: 'call', call: { id: 'c', name: 'read', arguments: '{}' } } as const;
  assert.equal(answerAfter(says('Done.'), ended({ role: 'assistant', content: [call], model: 'm' })), 'Done.');
  assert.equal(answerAfter(says('Done.'), { ...says('Inner.'), agent: 'a1' } as Stamped), 'Done.');
  assert.equal(answerAfter(says('Half', { interrupted: true })), 'Half\n[interrupted]');
});

test('MDL-7 after an answer is printed, the next message has a separate one', () => {
  const answer = followAnswer();
  for (const event of [says('Fixed.'), asks]) answer.event(event);
  answer.clear();
  answer.event(says('Next.'));
  assert.equal(answer.text, 'Next.');
});

test('I7 a long answer is printed like a short one: cleaned, trimmed, with its sources', () => {
  const pieces = ['  \n ', 'so — 🙂 \x1b[31mred\x1b[0m\rover\n'.repeat(50), ' \n', 'plain\n'.repeat(50), '\n \n'];
  const builder = createLongText();
  for (const piece of pieces) builder.add(piece);
  const long = setText({ type: 'text' as const, text: '' }, 'text', builder.build());
  const plain = { type: 'text' as const, text: pieces.join('') };
  for (const citations of [undefined, [{ url: 'https://example.org/', title: 'A source' }]]) {
    const [written, same] = [long, plain].map((part) => {
      const message: Message = { role: 'assistant', content: [part], model: 'm', ...(citations && { citations }) };
      const end = { type: 'turn-end', reason: 'answered', usage: NO_USAGE } as Stamped;
      let out = '';
      const write = (text: string | Generator<string>) =>
        void (out += typeof text === 'string' ? text : [...text].join(''));
      const text = createTextPrinter(write, write, en.headless);
      const json = createJsonPrinter(write);
      for (const printer of [text, json]) for (const event of [ended(message), end]) printer.event(event);
      json.end();
      return out.replace(/"duration_ms":\d+/, '');
    });
    assert.equal(written, same);
    assert.ok(written?.startsWith('over\n') && !written.includes('\x1b'));
  }
});
