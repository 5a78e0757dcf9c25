/** Generated histories of any shape, from a seed, and the check that one is valid to send. */

import assert from 'node:assert/strict';
import { estimateMessage } from '../../src/context/estimate.ts';
import type { SizedItem } from '../../src/context/sized.ts';
import { callsOf, type Message, type Outcome, type Part } from '../../src/protocol/message.ts';

/** The same numbers for the same seed. */
export function seeded(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 1;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const WORDS = ['read', 'the file', 'src/a.ts', '修复这个错误', 'naïve', '🙂🙃', 'if (x) {\n', '"quoted"', '\\', 'ok'];

const BOOK = Array.from({ length: 20_000 }, (_, index) => WORDS[(index * 7 + (index >> 3)) % WORDS.length]).join(' ');

/** A stretch of the book: cheap, and cut anywhere, even through an emoji. */
function randomText(next: (below: number) => number, length: number): string {
  const from = next(BOOK.length - length);
  return BOOK.slice(from, from + length);
}

export function randomHistory(next: (below: number) => number): Message[] {
  const size = () => [3, 40, 400, 4_000, 40_000][next(5)] ?? 3;
  const messages: Message[] = [];
  let ids = 0;
  const turns = 1 + next(12);
  for (let turn = 0; turn < turns; turn++) {
    messages.push({ role: 'user', content: [{ type: 'text', text: randomText(next, size()) }, ...images(next)] });
    if (next(6) === 0) messages.push({ role: 'note', text: randomText(next, size()), audience: 'both' });
    for (let step = next(8); step > 0; step--) {
      const calls = [1, 1, 2, 5, 60][next(5)] ?? 1;
      const content: Part[] = next(2) === 0 ? [] : [{ type: 'text', text: randomText(next, size()) }];
      if (next(4) === 0) content.unshift({ type: 'thinking', text: randomText(next, size()), signature: 's' });
      const made = Array.from({ length: calls }, () => `call_${ids++}`);
      for (const id of made) {
        const args = JSON.stringify({
          path: randomText(next, 20),
          content: randomText(next, next(9) === 0 ? size() : 9),
        });
        content.push({ type: 'call', call: { id, name: next(2) === 0 ? 'read' : 'bash', arguments: args } });
      }
      messages.push({
        role: 'assistant',
        content,
        model: 'm',
        ...(next(5) === 0 && { raw: { protocol: 'p', blocks: ['x'] } }),
      });
      for (const id of made) if (next(40) > 0) messages.push(answer(id, next, size));
      if (next(10) === 0) messages.push({ role: 'user', content: [{ type: 'text', text: randomText(next, size()) }] });
    }
    if (next(3) > 0) {
      messages.push({ role: 'assistant', content: [{ type: 'text', text: randomText(next, size()) }], model: 'm' });
    }
  }
  return messages;
}

function images(next: (below: number) => number): Part[] {
  return Array.from({ length: next(4) === 0 ? 1 + next(3) : 0 }, () => ({
    type: 'image' as const,
    mimeType: 'image/png',
    data: 'AAAA',
  }));
}

function answer(callId: string, next: (below: number) => number, size: () => number): Message {
  const outcomes: (() => Outcome)[] = [
    () => ({ status: 'ok', result: { content: randomText(next, size()), start_line: 1 } }),
    () => ({ status: 'ok', result: { exit_code: next(2), stdout: randomText(next, size()), stderr: '' } }),
    () => ({ status: 'ok', result: { matches: Array.from({ length: 50 }, () => ({ line: randomText(next, 30) })) } }),
    () => ({ status: 'failed', error: randomText(next, size()), result: { exit_code: 1 } }),
    () => ({ status: 'ok', result: {}, images: [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }] }),
  ];
  return { role: 'tool', callId, name: 'read', outcome: (outcomes[next(outcomes.length)] as () => Outcome)() };
}

export function sized(messages: readonly Message[]): SizedItem[] {
  return messages.map((message, index) => ({ id: `e${index}`, message, tokens: estimateMessage(message) }));
}

/** Every call answered once and directly after it, ids unique, arguments JSON, nothing empty, a user's message first. */
export function assertSendable(sent: readonly Message[], label: string): void {
  const used = new Set<string>();
  const open: string[] = [];
  for (const message of sent) {
    if (message.role === 'tool') {
      assert.equal(message.callId, open.shift(), `${label}: an answer without its call`);
      continue;
    }
    assert.equal(open.length, 0, `${label}: a call without its answer`);
    if (message.role !== 'assistant') continue;
    assert.ok(message.content.length > 0, `${label}: an empty message`);
    for (const call of callsOf(message.content)) {
      assert.ok(!used.has(call.id), `${label}: ${call.id} is used twice`);
      assert.ok(typeof JSON.parse(call.arguments) === 'object', `${label}: arguments that are no object`);
      used.add(call.id);
      open.push(call.id);
    }
  }
  assert.equal(open.length, 0, `${label}: the last call has no answer`);
  assert.ok(sent.length === 0 || sent[0]?.role === 'user', `${label}: begins with ${sent[0]?.role}`);
}
