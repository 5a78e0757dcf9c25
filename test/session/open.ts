/** Opens sessions in a temporary folder and builds the messages for them. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message } from '../../src/protocol/message.ts';
import type { EntryBody, Session } from '../../src/protocol/session.ts';
import { openSession, type SessionOptions } from '../../src/session/log.ts';

export function tempFolder(t: { after(done: () => void): void }): string {
  const path = mkdtempSync(join(tmpdir(), 'coder-session-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

export function open(root: string, id: string, options: Partial<SessionOptions> = {}): Promise<Session> {
  return openSession({
    folder: join(root, '.coder', 'sessions'),
    id,
    create: false,
    cwd: root,
    version: '0.0.0',
    mask: (text) => text,
    warn: ({ text }) => {
      throw new Error(`unexpected warning: ${text}`);
    },
    ...options,
  });
}

export function said(message: Message, turn = 't1'): EntryBody {
  return { type: 'message', turn, prompt: `p-${turn}`, message };
}

export function user(text: string): Message {
  return { role: 'user', content: [{ type: 'text', text }] };
}

export function assistant(text: string, ...callIds: string[]): Message {
  const calls = callIds.map((id) => ({ type: 'call' as const, call: { id, name: 'read', arguments: '{"path":"a"}' } }));
  return { role: 'assistant', model: 'm', content: [{ type: 'text', text }, ...calls] };
}

export function tool(callId: string, content = 'ok'): Message {
  return { role: 'tool', callId, name: 'read', outcome: { status: 'ok', result: { content } } };
}

/** The messages of a log, as one short line each. */
export function outline(messages: readonly Message[]): string[] {
  return messages.map((message) => {
    if (message.role === 'tool') return `tool ${message.callId} ${message.outcome.status}`;
    if (message.role === 'note') return `note ${message.text}`;
    const parts = message.content.map((part) =>
      part.type === 'text' ? part.text : part.type === 'call' ? `>${part.call.id}` : part.type,
    );
    return `${message.role} ${parts.join(' ')}`;
  });
}
