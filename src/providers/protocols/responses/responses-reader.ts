/** Assembles the events of one answer of OpenAI's Responses API. */

import { isPlainObject } from '../../../base/schema.ts';
import type { Usage } from '../../../protocol/message.ts';
import { fault, faultError } from '../../../words/fault.ts';
import { type AnswerReader, parseEvent, type ReaderOptions } from '../../wire/answer-reader.ts';
import { failureFrom } from '../../wire/failure.ts';
import { createGatherer } from '../../wire/gather-answer.ts';
import { countOr, objectOr, objectsOr, textOr } from '../../wire/loose-json.ts';
import { createRawBlocks } from '../../wire/raw-blocks.ts';

/** One item of the output: its pieces, and the whole as reported at its end. */
interface OutputItem {
  type: string;
  /** Pieces of a call's arguments. */
  pieces: string[];
  /** Length of the text emitted so far, in characters. */
  length: number;
  said: boolean;
  whole?: Record<string, unknown>;
  started?: Record<string, unknown>;
}

export function createResponsesReader(options: ReaderOptions): AnswerReader {
  const answer = createGatherer(options);
  const items = new Map<number, OutputItem>();
  let cut = false;

  function itemAt(index: unknown, type: string): OutputItem {
    const key = typeof index === 'number' ? index : items.size > 0 ? Math.max(...items.keys()) : 0;
    const known = items.get(key);
    if (known) return known;
    const item: OutputItem = { type, pieces: [], length: 0, said: false };
    if (items.size < 1_000) items.set(key, item);
    return item;
  }

  function say(event: Record<string, unknown>, kind: 'text' | 'thinking', type: string): void {
    const item = itemAt(event['output_index'], type);
    const text = textOr(event['delta']);
    item.said ||= text !== '';
    if (kind === 'text') item.length += text.length;
    answer.say(kind, text);
  }

  function start(index: unknown, value: Record<string, unknown>): void {
    const item = itemAt(index, textOr(value['type']));
    item.type = textOr(value['type']);
    item.started = value;
  }

  function end(index: unknown, value: Record<string, unknown>): void {
    const item = itemAt(index, textOr(value['type']));
    item.type = textOr(value['type']);
    if (item.whole) return;
    item.whole = value;
    answer.spend(textOr(value['encrypted_content']).length);
    for (const part of objectsOr(value['content']))
      for (const source of objectsOr(part['annotations'])) answer.cite(source);
    if (item.said) return; // the pieces were the same text
    item.said = true;
    if (item.type === 'message') for (const part of objectsOr(value['content'])) sayWhole(item, part);
    else if (item.type === 'reasoning')
      for (const part of objectsOr(value['summary'])) answer.say('thinking', textOr(part['text']));
  }

  function sayWhole(item: OutputItem, part: Record<string, unknown>): void {
    const refusal = textOr(part['refusal']);
    if (refusal) answer.refused = true;
    const text = textOr(part['text']) || refusal;
    item.length += text.length;
    answer.say('text', text);
  }

  function finishWith(response: Record<string, unknown>): void {
    if (isPlainObject(response['usage'])) answer.usage = readUsage(response['usage']);
    if (isPlainObject(response['error'])) {
      const failure = options.failureOf(response);
      if (failure) return answer.fail(failure);
    }
    // Repeats the events; if a server sent none, this is all there is.
    const silent = items.size === 0;
    for (const [index, item] of objectsOr(response['output']).entries())
      if (silent || items.get(index)?.type === item['type']) end(index, item);
    const { status } = response;
    const reason = textOr(objectOr(response['incomplete_details'])['reason']);
    if (status === 'failed' || status === 'cancelled') {
      return answer.fail(failureFrom('server', fault('brokeOff', options.host, status), true));
    }
    if (reason === 'content_filter') answer.refused = true;
    cut = status === 'incomplete' || reason !== '';
    answer.state = 'done';
  }

  return {
    get state() {
      return answer.state;
    },
    event(data) {
      if (answer.state === 'done' || answer.state === 'failed' || data === '') return;
      if (data.length < 12 && data.trim() === '[DONE]') return; // some servers end every stream like this
      const event = parseEvent(data, false);
      if (!event) return;
      switch (event['type']) {
        case 'response.output_text.delta': // first, since nearly all events are of this type
          return say(event, 'text', 'message');
        case 'response.output_item.added':
          return start(event['output_index'], objectOr(event['item']));
        case 'response.output_item.done':
          return end(event['output_index'], objectOr(event['item']));
        case 'response.refusal.delta':
          answer.refused = true;
          return say(event, 'text', 'message');
        case 'response.reasoning_summary_part.added':
          if (countOr(event['summary_index']) > 0) answer.say('thinking', '\n\n');
          return;
        case 'response.reasoning_summary_text.delta':
        case 'response.reasoning_text.delta':
          return say(event, 'thinking', 'reasoning');
        case 'response.output_text.annotation.added':
          return answer.cite(event['annotation']);
        case 'response.function_call_arguments.delta': {
          const piece = textOr(event['delta']);
          answer.spend(piece.length);
          itemAt(event['output_index'], 'function_call').pieces.push(piece);
          return;
        }
        case 'response.completed':
        case 'response.incomplete':
        case 'response.failed':
          return finishWith(objectOr(event['response']));
        case 'error': // its fields are in the event itself
          return failWith(isPlainObject(event['error']) ? event : { error: { ...event, type: 'server_error' } });
      }
      if (event['object'] === 'response') return finishWith(event);
      if (event['error'] !== undefined && event['error'] !== null) failWith(event);
    },
    take: answer.take,
    finish() {
      const raw = createRawBlocks();
      if (answer.state === 'done') {
        const ordered = [...items].sort(([a], [b]) => a - b);
        for (const [index, item] of ordered) gather(index, item, raw);
      }
      return answer.close(cut, () => raw.list());
    },
  };

  function failWith(value: Record<string, unknown>): void {
    const failure = options.failureOf(value);
    if (failure) answer.fail(failure);
  }

  function gather(index: number, item: OutputItem, raw: ReturnType<typeof createRawBlocks>): void {
    const whole = item.whole ?? item.started ?? {};
    if (item.type === 'message') {
      raw.text(item.length);
      if (typeof whole['phase'] === 'string') raw.mark({ phase: whole['phase'].slice(0, 40) });
    } else if (item.type === 'reasoning') {
      const { id, summary, encrypted_content } = whole;
      if (typeof encrypted_content === 'string' && encrypted_content !== '')
        raw.own({ type: 'reasoning', id, summary: summary ?? [], encrypted_content });
    } else if (item.type === 'function_call') {
      const pieces = item.pieces.join('');
      const text = item.whole ? textOr(item.whole['arguments']) : pieces;
      // A piece that was lost or duplicated on the way would change what runs.
      if (item.whole && pieces !== '' && pieces !== text) throw faultError('bad-stream', fault('piecesDiffer'));
      raw.call();
      answer.addCall({ index, id: whole['call_id'], function: { name: whole['name'], arguments: text } });
    }
  }
}

function readUsage(counts: Record<string, unknown>): Usage {
  return {
    input: countOr(counts['input_tokens']),
    output: countOr(counts['output_tokens']),
    cached: countOr(objectOr(counts['input_tokens_details'])['cached_tokens']),
  };
}
