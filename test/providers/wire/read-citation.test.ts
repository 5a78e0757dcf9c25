import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Citation } from '../../../src/protocol/citation.ts';
import { createAnthropic } from '../../../src/providers/protocols/anthropic/anthropic.ts';
import { createGemini } from '../../../src/providers/protocols/gemini/gemini.ts';
import { createOpenAiResponses } from '../../../src/providers/protocols/responses/openai-responses.ts';
import { readCitation } from '../../../src/providers/wire/read-citation.ts';
import * as anthropic from '../../fixtures/anthropic-server.ts';
import * as gemini from '../../fixtures/gemini-server.ts';
import { D, DONE, F, H, type Script } from '../../fixtures/model-server.ts';
import * as responses from '../../fixtures/responses-server.ts';
import { type AskOptions, play } from '../ask.ts';

const ONE: Citation = { title: 'One', url: 'https://example.com/1' };
const TWO: Citation = { title: 'Two', url: 'https://example.com/2' };

async function citationsIn(script: Script, options: AskOptions = {}): Promise<Citation[]> {
  const { parts, text } = await play(script, options);
  assert.equal(text, 'Both are so.');
  const kinds = parts.map(({ type }) => type);
  assert.ok(kinds.lastIndexOf('text') < kinds.indexOf('citation'), 'after all text');
  return parts.flatMap((part) => (part.type === 'citation' ? [part.citation] : []));
}

test('OUT citations of Messages: with the pieces of a block, each once', async () => {
  const cite = (citation: Citation) => ({
    type: 'citations_delta',
    citation: { type: 'web_search_result_location', cited_text: 'x', encrypted_index: 'e', ...citation },
  });
  const said = (text: string) => ({ type: 'text_delta', text });
  const block = anthropic.block(0, { type: 'text', text: '', citations: [] }, [
    said('Both '),
    cite(ONE),
    cite(TWO),
    cite(ONE),
    said('are so.'),
  ]);
  const script = [H, anthropic.messageStart() + block + anthropic.messageEnd('end_turn')];
  assert.deepEqual(await citationsIn(script, { create: createAnthropic }), [ONE, TWO]);
});

test('OUT citations of Responses: announced one by one, and repeated in the whole', async () => {
  const annotation = (citation: Citation) => ({ type: 'url_citation', start_index: 0, end_index: 4, ...citation });
  const item = responses.messageItem('Both are so.');
  const [content] = item['content'] as object[];
  const whole = { ...item, content: [{ ...content, annotations: [ONE, TWO].map(annotation) }] };
  const added = responses.event('response.output_text.annotation.added', {
    output_index: 0,
    annotation: annotation(ONE),
  });
  const script = [
    H,
    responses.created() + added + responses.streamed(0, whole, ['Both are so.']) + responses.completed([whole]),
  ];
  assert.deepEqual(await citationsIn(script, { create: createOpenAiResponses }), [ONE, TWO]);
});

test('OUT citations of Chat Completions: annotations, and lists beside the answer', async () => {
  const annotations = [{ type: 'url_citation', url_citation: { ...ONE, start_index: 0, end_index: 4 } }];
  const beside = {
    id: 'c1',
    choices: [],
    search_results: [TWO],
    citations: [ONE.url, 'https://example.com/3', 'not one'],
  };
  const script = [
    H,
    D({ content: 'Both are so.' }) + D({ annotations }) + F('stop') + `data: ${JSON.stringify(beside)}\n\n` + DONE,
  ];
  assert.deepEqual(await citationsIn(script), [ONE, TWO, { url: 'https://example.com/3' }]);
});

test('OUT citations of Gemini: sources and chunks', async () => {
  const candidate = {
    content: { role: 'model', parts: [{ text: 'Both are so.' }] },
    citationMetadata: { citationSources: [{ uri: ONE.url, title: ONE.title, startIndex: 0 }] },
    groundingMetadata: { groundingChunks: [{ web: { uri: TWO.url, title: TWO.title } }] },
    finishReason: 'STOP',
  };
  const script = [H, gemini.chunk({ candidates: [candidate] })];
  assert.deepEqual(await citationsIn(script, { create: createGemini }), [ONE, TWO]);
});

test('OUT values that are not sources are ignored, and long titles are cut', () => {
  for (const value of [
    undefined,
    null,
    7,
    '',
    'javascript:alert(1)',
    'file:///etc/passwd',
    {},
    { url: 'ftp://x' },
    { title: ' ' },
  ])
    assert.equal(readCitation(value), undefined, JSON.stringify(value));
  assert.deepEqual(readCitation({ type: 'char_location', document_title: 'a\nplan', document_index: 0 }), {
    title: 'a plan',
  });
  assert.equal(readCitation({ title: 'x'.repeat(999) })?.title?.length, 300);
});
