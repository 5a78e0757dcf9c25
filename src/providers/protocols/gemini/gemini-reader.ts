/** Assembles the chunks of one Gemini answer. */

import { isPlainObject } from '../../../base/schema.ts';
import type { Usage } from '../../../protocol/message.ts';
import { fault } from '../../../words/fault.ts';
import { type AnswerReader, parseEvent, type ReaderOptions } from '../../wire/answer-reader.ts';
import { failureFrom } from '../../wire/failure.ts';
import { createGatherer, type Gatherer } from '../../wire/gather-answer.ts';
import { countOr, objectOr, objectsOr, textOr } from '../../wire/loose-json.ts';
import { createRawBlocks } from '../../wire/raw-blocks.ts';

const REFUSED =
  /SAFETY|RECITATION|BLOCKLIST|PROHIBITED_CONTENT|SPII|LANGUAGE|MODEL_ARMOR|IMAGE_RECITATION|JAILBREAK|BLOCK_REASON_UNSPECIFIED/;

export function createGeminiReader(options: ReaderOptions): AnswerReader {
  const answer = createGatherer(options);
  const raw = createRawBlocks();
  let finishReason = '';
  let calls = 0;

  function readPart(part: Record<string, unknown>): void {
    const signature = textOr(part['thoughtSignature']);
    answer.spend(signature.length);
    const text = textOr(part['text']);
    if (isPlainObject(part['functionCall'])) return readCall(part['functionCall'], signature);
    if (part['thought'] === true) {
      answer.say('thinking', text);
      // The thoughts are only a summary and not expected back; a signature is.
      if (signature) raw.own({ text: '', thoughtSignature: signature });
      return;
    }
    raw.text(text.length);
    answer.say('text', text);
    if (!signature) return;
    if (text === '') raw.own({ text: '', thoughtSignature: signature });
    else raw.mark({ thoughtSignature: signature });
  }

  /** Each call comes whole. Ids may be missing or repeated, so calls are distinguished by position. */
  function readCall(call: Record<string, unknown>, signature: string): void {
    const id = textOr(call['id']).slice(0, 200);
    const extra = { ...(signature && { thoughtSignature: signature }), ...(id && { id }) };
    raw.call(Object.keys(extra).length > 0 ? extra : undefined);
    answer.addCall({ index: calls++, id, function: { name: call['name'], arguments: call['args'] ?? {} } });
  }

  function finish(reason: string): void {
    finishReason = reason;
    answer.state = 'finished';
    answer.refused ||= REFUSED.test(reason);
    if (answer.refused || reason === 'STOP' || reason === 'MAX_TOKENS') return;
    const what = reason.toLowerCase().replaceAll('_', ' ').slice(0, 60);
    const code = /CALL|SIGNATURE|RESPONSE/.test(reason) ? 'bad-stream' : 'server';
    answer.fail(failureFrom(code, fault('brokeOff', options.host, what), true));
  }

  return {
    get state() {
      return answer.state;
    },
    event(data) {
      if (answer.state === 'done' || answer.state === 'failed' || data === '') return;
      const chunk = parseEvent(data, answer.state === 'finished');
      if (!chunk) return;
      if (isPlainObject(chunk['usageMetadata'])) answer.usage = readUsage(chunk['usageMetadata']);
      if (chunk['error'] !== undefined) {
        const error = options.failureOf(chunk);
        if (error) return answer.fail(error);
      }
      const blocked = textOr(objectOr(chunk['promptFeedback'])['blockReason']);
      if (blocked) {
        answer.refused = true;
        answer.state = 'finished';
        return;
      }
      const candidate: unknown = Array.isArray(chunk['candidates']) ? chunk['candidates'][0] : undefined;
      if (!isPlainObject(candidate)) return;
      cite(answer, candidate);
      const { parts } = objectOr(candidate['content']);
      if (Array.isArray(parts)) for (const part of parts) readPart(objectOr(part));
      const reason = textOr(candidate['finishReason']);
      if (reason) finish(reason);
    },
    take: answer.take,
    finish: () => answer.close(finishReason === 'MAX_TOKENS', () => raw.list()),
  };
}

function cite(answer: Gatherer, candidate: Record<string, unknown>): void {
  const { citationMetadata: cited, groundingMetadata: grounded } = candidate;
  if (cited === undefined && grounded === undefined) return; // true of nearly every chunk
  const { citationSources, citations } = objectOr(cited);
  for (const list of [citationSources, citations, objectOr(grounded)['groundingChunks']])
    for (const source of objectsOr(list)) answer.cite(source);
}

function readUsage(counts: Record<string, unknown>): Usage {
  return {
    input: countOr(counts['promptTokenCount']) + countOr(counts['toolUsePromptTokenCount']),
    output: countOr(counts['candidatesTokenCount']) + countOr(counts['thoughtsTokenCount']),
    cached: countOr(counts['cachedContentTokenCount']),
  };
}
