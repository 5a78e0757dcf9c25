import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBodyText } from '../../../src/providers/wire/body-text.ts';

const spec = (name: string) => ({ name, description: name, parameters: { type: 'object' } });

test('the text is the JSON of the body, fields in order, without undefined ones', () => {
  const write = createBodyText();
  const tools = [spec('read')];
  const body = {
    model: 'm',
    missing: undefined,
    messages: [{ role: 'user', content: 'a "b" 中' }],
    tools,
    stream: true,
  };
  assert.equal(write(body, tools), JSON.stringify(body));
  const longer = { ...body, messages: [...body.messages, { role: 'assistant', content: 'ok' }] };
  assert.equal(write(longer, tools), JSON.stringify(longer));
  assert.equal(write({}, tools), '{}');
});

test('changed tools are serialised anew', () => {
  const write = createBodyText();
  const [one, two] = [[spec('read')], [spec('write')]];
  assert.equal(write({ tools: one }, one), JSON.stringify({ tools: one }));
  assert.equal(write({ tools: two }, two), JSON.stringify({ tools: two }));
});

test('half a character becomes one that every server accepts', () => {
  const write = createBodyText();
  const tools = [{ ...spec('read'), description: 'x\ud83d' }];
  const body = { text: ['a\ud83d', '\\ud83d'], tools };
  assert.deepEqual(JSON.parse(write(body, tools)), {
    text: ['a\ufffd', '\\ud83d'],
    tools: [{ ...spec('read'), description: 'x\ufffd' }],
  });
});
