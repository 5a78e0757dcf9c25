import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sealLine } from '../../src/base/text/json-lines.ts';
import type { Entry } from '../../src/protocol/session.ts';
import { fromLine } from '../../src/session/entry.ts';
import { exportText } from '../../src/session/export.ts';
import { toAtif } from '../../src/transcript/atif.ts';
import { recapOf } from '../../src/transcript/recap.ts';
import { en } from '../../src/words/en.ts';
import { richSession } from '../fixtures/rich-session.ts';

const WRONG = [undefined, null, 1, 'x', [], [null], {}, 'constructor'];

test('H4 a sealed line whose fields are of a wrong kind is skipped, or read without an error', async () => {
  const entries: Entry[] = [...richSession(), ...rest()];
  let read = 0;
  for (const [at, entry] of entries.entries()) {
    for (const path of pathsIn(entry)) {
      for (const wrong of WRONG) {
        const loaded = fromLine(sealLine(JSON.stringify(withField(entry, path, wrong))).trimEnd());
        if (!loaded) continue;
        read += 1;
        const all = entries.with(at, loaded);
        const name = `${entry.type} ${path.join('.')} = ${JSON.stringify(wrong)}`;
        await assert.doesNotReject(readAll(all), name);
      }
    }
  }
  assert.ok(read > 500, `${read} were read`);
});

async function readAll(entries: readonly Entry[]): Promise<void> {
  recapOf(entries, en.commands);
  toAtif('s', entries, () => undefined);
  for (const format of ['html', 'md', 'json'] as const)
    await exportText({ id: 's', entries, format, mask: (text) => text, lang: 'en' });
}

/** What the rich session does not contain. */
function rest(): Entry[] {
  const at = Date.UTC(2026, 10, 15, 10);
  const said = { type: 'message', turn: 'turn_2', prompt: 'prompt_2', at } as const;
  const usage = { input: 1, output: 1, cached: 0 };
  return [
    {
      ...said,
      id: 'r1',
      message: { role: 'user', by: 'coder', about: 'check', content: [{ type: 'text', text: 'a' }] },
    },
    {
      ...said,
      id: 'r2',
      message: {
        role: 'assistant',
        model: 'm',
        usage,
        citations: [{ title: 'a page', url: 'https://example.org' }],
        content: [{ type: 'call', call: { id: 'c9', name: 'bash', arguments: '{"command":"ls"}', problem: 'cut' } }],
      },
    },
    {
      type: 'decision',
      turn: 'turn_2',
      callId: 'c9',
      tool: 'bash',
      verdict: 'ask',
      by: 'user',
      why: 'no',
      line: 'ls',
      reasons: [],
      id: 'r3',
      at,
    },
    {
      ...said,
      id: 'r4',
      message: {
        role: 'tool',
        callId: 'c9',
        name: 'bash',
        title: 'ls',
        text: 'a',
        outcome: { status: 'failed', error: 'no', result: { exit_code: 1, stdout: 'a', stderr: 'b' } },
      },
    },
    {
      ...said,
      id: 'r5',
      message: { role: 'note', audience: 'both', text: '$ ls', ran: { line: 'ls', exitCode: 1, terminal: 't' } },
    },
    { type: 'compaction', by: 'model', summary: 'a', keepFrom: 'r4', usage, id: 'r6', at },
    { type: 'compaction-undo', of: 'r6', id: 'r7', at },
    { type: 'undo', undo: 'u', turns: ['turn_2'], id: 'r8', at },
    { type: 'turn-end', turn: 'turn_2', reason: 'failed', error: 'no', usage, id: 'r9', at },
  ];
}

function* pathsIn(value: unknown, path: string[] = []): Generator<string[]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, field] of Object.entries(value)) {
    yield [...path, key];
    yield* pathsIn(field, [...path, key]);
  }
}

function withField(value: unknown, [key, ...more]: readonly string[], field: unknown): unknown {
  if (key === undefined) return field;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[key] = withField(copy[key], more, field);
  return copy;
}
