import assert from 'node:assert/strict';
import { test } from 'node:test';
import { submitOf } from '../../../src/frontends/acp/prompt-blocks.ts';

const link = (uri: string, name = 'x') => ({ type: 'resource_link', uri, name });

test('ACP-2 a prompt becomes its text, with files of the workspace as mentions and everything else only named', () => {
  const blocks = [
    { type: 'text', text: 'see ' },
    link('file:///w/src/a.ts'),
    { type: 'text', text: ', ' },
    link('file:///w/my%20file.ts#L3:9'),
    { type: 'text', text: ', ' },
    link('file:///etc/hosts', 'hosts'),
    { type: 'text', text: ', ' },
    link('https://example.org/', 'https://example.org/'),
  ];
  assert.deepEqual(submitOf(blocks, '/w'), {
    type: 'submit',
    text: 'see @src/a.ts, @"my file.ts":3-9, hosts (/etc/hosts), https://example.org/',
  });
});

test('ACP-2 embedded texts and images are attached to the prompt', () => {
  const blocks = [
    { type: 'text', text: 'what is ' },
    { type: 'resource', resource: { uri: 'file:///w/a.ts', text: 'unsaved' } },
    { type: 'image', mimeType: 'image/png', data: 'AAAA' },
    { type: 'resource', resource: { uri: 'file:///w/b.png', mimeType: 'image/png', blob: 'BBBB' } },
  ];
  assert.deepEqual(submitOf(blocks, '/w'), {
    type: 'submit',
    text: 'what is a.tsb.png',
    attached: [{ name: 'a.ts', text: 'unsaved' }],
    images: [
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      { type: 'image', mimeType: 'image/png', data: 'BBBB' },
    ],
  });
});

test('ACP-1 an invalid prompt is refused', () => {
  for (const prompt of [
    undefined,
    [],
    'text',
    [1],
    [{ type: 'audio', data: '', mimeType: 'audio/wav' }],
    [{ type: 'text' }],
  ])
    assert.throws(() => submitOf(prompt, '/w'), { code: -32602 });
});
