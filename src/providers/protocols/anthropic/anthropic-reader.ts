/** Assembles the events of one answer of Anthropic's Messages API. */

import { isPlainObject } from '../../../base/schema.ts';
import { fault } from '../../../words/fault.ts';
import { type AnswerReader, parseEvent, type ReaderOptions } from '../../wire/answer-reader.ts';
import { createGatherer } from '../../wire/gather-answer.ts';
import { countOr, objectOr, textOr } from '../../wire/loose-json.ts';
import { createRawBlocks } from '../../wire/raw-blocks.ts';

/** A block that has begun; thinking and calls are kept until it is complete. */
interface OpenBlock {
  type: string;
  /** Length of the block's text in characters. */
  length: number;
  thinking: string[];
  signature: string;
  data: string;
  /** A call's input, if it came with the start instead of in pieces. */
  input?: Record<string, unknown>;
  closed: boolean;
}

const MAX_BLOCKS = 1_000;
const LENGTH = new Set(['max_tokens', 'model_context_window_exceeded', 'pause_turn']);

export function createAnthropicReader(options: ReaderOptions): AnswerReader {
  const answer = createGatherer(options);
  const raw = createRawBlocks();
  const blocks = new Map<number, OpenBlock>();
  const counts: Record<string, unknown> = {};
  let stopReason = '';

  function start(index: number, content: Record<string, unknown>): void {
    close(index); // the same number again is a new block
    const type = textOr(content['type']);
    const block: OpenBlock = {
      type,
      length: 0,
      thinking: [textOr(content['thinking'])],
      signature: textOr(content['signature']),
      data: textOr(content['data']),
      closed: false,
    };
    if (blocks.size < MAX_BLOCKS || blocks.has(index)) blocks.set(index, block);
    answer.spend(block.data.length);
    if (Array.isArray(content['citations'])) for (const source of content['citations']) answer.cite(source);
    if (type === 'text') sayText(block, textOr(content['text']));
    else if (type === 'thinking') answer.say('thinking', textOr(content['thinking']));
    else if (type === 'tool_use') {
      const { input } = content;
      if (isPlainObject(input) && Object.keys(input).length > 0) block.input = input;
      raw.call();
      answer.addCall({ index, id: content['id'], function: { name: content['name'] } });
    }
  }

  function grow(index: number, delta: Record<string, unknown>): void {
    const block = blocks.get(index);
    switch (delta['type']) {
      case 'text_delta':
        return sayText(block, textOr(delta['text']));
      case 'thinking_delta': {
        const text = textOr(delta['thinking']);
        block?.thinking.push(text);
        return answer.say('thinking', text);
      }
      case 'signature_delta': {
        const piece = textOr(delta['signature']);
        answer.spend(piece.length);
        if (block) block.signature += piece;
        return;
      }
      case 'citations_delta':
        return answer.cite(delta['citation']);
      case 'input_json_delta':
        if (block?.type !== 'tool_use') return; // of a tool that the server runs itself
        if (delta['partial_json']) block.input = undefined;
        return answer.addCall({ index, function: { arguments: delta['partial_json'] } });
    }
  }

  /** Completes a block: thinking is sent back as it came, but only with the signature that makes it valid. */
  function close(index: number): void {
    const block = blocks.get(index);
    if (!block || block.closed) return;
    block.closed = true;
    raw.text(block.length);
    if (block.type === 'thinking' && block.signature !== '')
      raw.own({ type: 'thinking', thinking: block.thinking.join(''), signature: block.signature });
    else if (block.type === 'redacted_thinking' && block.data !== '')
      raw.own({ type: 'redacted_thinking', data: block.data });
    else if (block.input) answer.addCall({ index, function: { arguments: block.input } });
  }

  function sayText(block: OpenBlock | undefined, text: string): void {
    if (block && !block.closed) block.length += text.length;
    else raw.text(text.length);
    answer.say('text', text);
  }

  function readWhole(message: Record<string, unknown>): void {
    const content = Array.isArray(message['content']) ? message['content'] : [];
    for (const [index, block] of content.entries()) {
      start(index, objectOr(block));
      close(index);
    }
  }

  /** Compatible servers report the input only at the end, so any number above 0 counts. */
  function count(usage: unknown): void {
    if (!isPlainObject(usage)) return;
    for (const [name, value] of Object.entries(usage)) if (countOr(value) > 0) counts[name] = value;
    const cached = countOr(counts['cache_read_input_tokens']);
    const input = countOr(counts['input_tokens']) + countOr(counts['cache_creation_input_tokens']) + cached;
    answer.usage = { input, output: countOr(counts['output_tokens']), cached };
  }

  function stop(reason: unknown): void {
    if (typeof reason !== 'string' || reason === '') return;
    stopReason = reason;
    answer.state = 'finished';
  }

  return {
    get state() {
      return answer.state;
    },
    event(data) {
      if (answer.state === 'done' || answer.state === 'failed' || data === '') return;
      const event = parseEvent(data, answer.state === 'finished');
      if (!event) return;
      const index = typeof event['index'] === 'number' ? event['index'] : 0;
      switch (event['type']) {
        case 'content_block_delta': // first, since nearly all events are of this type
          return grow(index, objectOr(event['delta']));
        case 'message_start':
          return count(objectOr(event['message'])['usage']);
        case 'content_block_start':
          return start(index, objectOr(event['content_block']));
        case 'content_block_stop':
          return close(index);
        case 'message_delta':
          count(event['usage']);
          return stop(objectOr(event['delta'])['stop_reason']);
        case 'message_stop':
          if (answer.state === 'finished') answer.state = 'done';
          return;
        case 'message':
          count(event['usage']);
          readWhole(event);
          return stop(event['stop_reason']);
      }
      if (event['error'] === undefined) return;
      const failure = options.failureOf(event);
      if (failure) answer.fail(failure);
    },
    take: answer.take,
    finish() {
      for (const index of blocks.keys()) close(index);
      answer.refused ||= stopReason === 'refusal';
      const announced = stopReason === 'tool_use' ? fault('announcedCall') : undefined;
      return answer.close(LENGTH.has(stopReason), () => raw.list(), announced);
    },
  };
}
