/** The four protocols side by side, each saying the same things, for what must hold in all of them. */

import type { Provider } from '../../src/protocol/provider.ts';
import { createAnthropic } from '../../src/providers/protocols/anthropic/anthropic.ts';
import { createAnthropicReader } from '../../src/providers/protocols/anthropic/anthropic-reader.ts';
import { createChatReader } from '../../src/providers/protocols/chat/chat-reader.ts';
import { createOpenAiChat } from '../../src/providers/protocols/chat/openai-chat.ts';
import { createGemini } from '../../src/providers/protocols/gemini/gemini.ts';
import { createGeminiReader } from '../../src/providers/protocols/gemini/gemini-reader.ts';
import { createOpenAiResponses } from '../../src/providers/protocols/responses/openai-responses.ts';
import { createResponsesReader } from '../../src/providers/protocols/responses/responses-reader.ts';
import type { AnswerReader, ReaderOptions } from '../../src/providers/wire/answer-reader.ts';
import type { AdapterOptions } from '../../src/providers/wire/endpoint-provider.ts';
import * as anthropic from '../fixtures/anthropic-server.ts';
import * as gemini from '../fixtures/gemini-server.ts';
import * as chat from '../fixtures/model-server.ts';
import * as responses from '../fixtures/responses-server.ts';

export interface SpokenProtocol {
  name: string;
  create(options: AdapterOptions): Provider;
  reader(options: ReaderOptions): AnswerReader;
  /** A beginning that says `text`, without an end. */
  begin(text: string): string;
  /** The same, properly ended. */
  whole(text: string): string;
  /** Thinking, text, and two calls: `read {"path":"x"}` and `list {}`. */
  calls: string;
  /** One call of `write` with these arguments, which need not be JSON. */
  call(args: string): string;
  /** A call whose arguments stop in the middle; absent if calls come whole. */
  halfCall?: string;
  /** The same, ended by the output limit. */
  cut: string;
  /** A server's error in the middle of a stream, with its own text. */
  error(text: string): string;
  refused: string;
  /** More text, in a separate event. */
  more(text: string): string;
}

const ROLE = chat.D({ role: 'assistant', content: '' });
const half = '{"path":"x","content":"hal';
const read = responses.callItem('a', 'read', '{"path":"x"}');
const list = responses.callItem('b', 'list', '{}');
const thought = responses.reasoningItem('gAAAAABo', 'hmm');
const lookItem = responses.messageItem('I look.');
const halfItem = responses.callItem('a', 'write', half);
const functionCall = (name: string, args: object): object => ({ functionCall: { name, args } });

export const PROTOCOLS: readonly SpokenProtocol[] = [
  {
    name: 'openai-chat',
    create: createOpenAiChat,
    reader: createChatReader,
    begin: (text) => ROLE + chat.D({ content: text }),
    whole: (text) => ROLE + chat.D({ content: text }) + chat.F('stop') + chat.usage(9, 3) + chat.DONE,
    calls:
      ROLE +
      chat.D({ reasoning_content: 'hmm' }) +
      chat.D({ content: 'I look.' }) +
      chat.T(0, 'a', 'read', '{"pa') +
      chat.T(1, 'b', 'list', '{}') +
      chat.T(0, '', '', 'th":"x"}') +
      chat.F('tool_calls') +
      chat.DONE,
    call: (args) => chat.T(0, 'a', 'write', args) + chat.F('tool_calls') + chat.DONE,
    halfCall: chat.T(0, 'a', 'write', half),
    cut: chat.T(0, 'a', 'write', half) + chat.F('length') + chat.DONE,
    error: (text) => `data: ${JSON.stringify({ error: { message: text, type: 'server_error' } })}\n\n`,
    refused: chat.D({ content: 'no' }) + chat.F('content_filter') + chat.DONE,
    more: (text) => chat.D({ content: text }),
  },
  {
    name: 'anthropic',
    create: createAnthropic,
    reader: createAnthropicReader,
    begin: (text) => anthropic.messageStart() + anthropic.PING + anthropic.text(0, text),
    whole: (text) => anthropic.messageStart() + anthropic.text(0, text) + anthropic.messageEnd('end_turn'),
    calls:
      anthropic.messageStart() +
      anthropic.thinking(0, 'hmm', 'EqQBCgIYAhIM') +
      anthropic.redacted(1, 'EmwKAhgB') +
      anthropic.text(2, 'I ', 'look.') +
      anthropic.toolUse(3, 'a', 'read', '{"pa', 'th":"x"}') +
      anthropic.toolUse(4, 'b', 'list', '') +
      anthropic.messageEnd('tool_use'),
    call: (args) =>
      anthropic.messageStart() + anthropic.toolUse(0, 'a', 'write', args) + anthropic.messageEnd('tool_use'),
    halfCall: anthropic.messageStart() + anthropic.toolUse(0, 'a', 'write', half),
    cut: anthropic.messageStart() + anthropic.toolUse(0, 'a', 'write', half) + anthropic.messageEnd('max_tokens'),
    error: (text) => anthropic.errorEvent('overloaded_error', text),
    refused: anthropic.messageStart() + anthropic.text(0, 'no') + anthropic.messageEnd('refusal'),
    more: (text) => anthropic.event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
  },
  {
    name: 'gemini',
    create: createGemini,
    reader: createGeminiReader,
    begin: (text) => gemini.parts([{ text }]),
    whole: (text) => gemini.parts([{ text }]) + gemini.parts([{ text: '' }], 'STOP'),
    calls:
      gemini.parts([{ text: 'hmm', thought: true }]) +
      gemini.parts([{ text: 'I look.' }]) +
      gemini.parts([{ ...functionCall('read', { path: 'x' }), thoughtSignature: 'Sig' }]) +
      gemini.parts([functionCall('list', {})], 'STOP'),
    call: (args) => gemini.parts([functionCall('write', { '@@': 0 })], 'STOP').replace('{"@@":0}', () => args),
    cut: gemini.parts([functionCall('write', { path: 'x' })], 'MAX_TOKENS'),
    error: (text) => gemini.chunk({ error: { code: 503, message: text, status: 'UNAVAILABLE' } }),
    refused: gemini.parts([{ text: 'no' }], 'SAFETY'),
    more: (text) => gemini.parts([{ text }]),
  },
  {
    name: 'openai-responses',
    create: createOpenAiResponses,
    reader: createResponsesReader,
    begin: (text) =>
      responses.created() + responses.event('response.output_text.delta', { output_index: 0, delta: text }),
    whole: (text) =>
      responses.created() +
      responses.streamed(0, responses.messageItem(text), [text]) +
      responses.completed([responses.messageItem(text)]),
    calls:
      responses.created() +
      responses.streamed(0, thought, ['h', 'mm']) +
      responses.streamed(1, lookItem, ['I ', 'look.']) +
      responses.streamed(2, read, ['{"pa', 'th":"x"}']) +
      responses.streamed(3, list, ['{}']) +
      responses.completed([thought, lookItem, read, list]),
    call(args) {
      const item = responses.callItem('a', 'write', args);
      return responses.created() + responses.streamed(0, item, [args]) + responses.completed([item]);
    },
    halfCall:
      responses.created() +
      responses.event('response.output_item.added', { output_index: 0, item: { ...halfItem, arguments: '' } }) +
      responses.event('response.function_call_arguments.delta', { output_index: 0, delta: half }),
    cut: responses.created() + responses.streamed(0, halfItem, [half]) + responses.incomplete('max_output_tokens'),
    error: (text) => responses.failed('server_error', text),
    refused: responses.created() + responses.incomplete('content_filter'),
    more: (text) => responses.event('response.output_text.delta', { output_index: 0, delta: text }),
  },
];
