/** The companion of Gemini CLI and Qwen Code: MCP over HTTP on this machine, with a separate stream for the editor's events. */

import type { IncomingMessage } from 'node:http';
import { CoderError, messageOf } from '../../base/errors.ts';
import { type NamedText, named, namedError, namedIn, unnamed } from '../../base/named-text.ts';
import { parseObject } from '../../base/parse-json.ts';
import { eventDecoder } from '../../base/rpc/framing.ts';
import { RPC } from '../../base/rpc/peer.ts';
import { isPlainObject } from '../../base/schema.ts';
import { callTool } from './call-tool.ts';
import {
  type ActiveFile,
  type Companion,
  type CompanionEvents,
  type DiffAnswer,
  type Door,
  type EditorState,
} from './companion.ts';
import { createCompanionPeer, introduce } from './companion-peer.ts';

const PROTOCOL_VERSION = '2025-06-18';
const CLOSE_MS = 1_000;
const LONGEST = 16 * 1024 * 1024;
/** Limit of concurrent posts; any beyond it are dropped. */
const MOST_POSTS = 32;

/** Throws `CoderError('ide')` if the editor cannot be reached or refuses. */
export async function connectHttp(door: Door, events: CompanionEvents, signal: AbortSignal): Promise<Companion> {
  const over = new AbortController();
  const diffs = new Map<string, (answer: DiffAnswer) => void>();
  let session: string | undefined;
  let posts = 0;
  /** Why the last post failed. */
  let problem: NamedText | undefined;

  const peer = createCompanionPeer({ send: (body) => void post(body), onNotification: hear });
  const reply = await introduce(peer, PROTOCOL_VERSION, signal);
  if (!reply.ok) {
    over.abort(); // stops waiting for the pending request
    throw refused(problem?.text === reply.message ? problem : unnamed(reply.message));
  }
  peer.notify('notifications/initialized', {});
  await listen();

  return {
    async openDiff({ path, text }, until) {
      const answered = new Promise<DiffAnswer>((resolve) => {
        diffs.set(path, resolve);
        until.addEventListener('abort', () => resolve({ kind: 'unable' }), { once: true });
      });
      const shown = await callTool(peer, 'openDiff', { filePath: path, newContent: text }, until);
      if (shown === undefined) diffs.get(path)?.({ kind: 'unable' });
      const answer = await answered;
      diffs.delete(path);
      return answer;
    },
    async closeDiff(path) {
      const texts = await callTool(
        peer,
        'closeDiff',
        { filePath: path, suppressNotification: true },
        AbortSignal.timeout(CLOSE_MS),
      );
      const { content } = parseObject(texts?.[0] ?? '');
      return typeof content === 'string' ? content : undefined;
    },
    close: () => end('It was closed.'),
  };

  function end(why: string): void {
    if (over.signal.aborted) return;
    over.abort();
    peer.close(why);
    for (const answer of diffs.values()) answer({ kind: 'unable' });
    events.end(why);
  }

  function hear(method: string, params: unknown): void {
    if (!isPlainObject(params)) return;
    const { filePath, content } = params;
    if (method === 'ide/contextUpdate') events.state(stateOf(params));
    else if (typeof filePath !== 'string') return;
    else if (method === 'ide/diffAccepted' && typeof content === 'string')
      diffs.get(filePath)?.({ kind: 'accepted', text: content });
    else if (method === 'ide/diffRejected' || method === 'ide/diffClosed') diffs.get(filePath)?.({ kind: 'rejected' });
  }

  async function post(body: string): Promise<void> {
    if (posts >= MOST_POSTS) return failed(body, named('editorBusy', 'Too many messages are waiting for it.'));
    posts++;
    try {
      const response = await ask('POST', body);
      const named = response.headers['mcp-session-id'];
      if (typeof named === 'string') session ??= named;
      if ((response.statusCode ?? 500) >= 400) {
        response.resume();
        return failed(body, statusOf(response));
      }
      await read(response);
    } catch (error) {
      failed(body, namedIn(error));
    } finally {
      posts--;
    }
  }

  /** Answers the pending request of `body`, if any, with an error. */
  function failed(body: string, why: NamedText): void {
    problem = why;
    const { id } = parseObject(body);
    if (id === undefined) return;
    const message = { jsonrpc: '2.0', id, error: { code: RPC.internalError, message: why.text } };
    peer.receive(Buffer.from(JSON.stringify(message)));
  }

  /** Opens the stream on which the editor sends its own messages; when it ends, the editor is gone. */
  async function listen(): Promise<void> {
    try {
      const response = await ask('GET');
      if (response.statusCode !== 200) throw refused(statusOf(response));
      read(response).then(
        () => end('The editor closed the connection.'),
        (error: unknown) => end(messageOf(error)),
      );
    } catch (error) {
      end(messageOf(error));
      throw error instanceof CoderError ? error : refused(unnamed(messageOf(error)));
    }
  }

  function ask(method: 'GET' | 'POST', body?: string): Promise<IncomingMessage> {
    const accept = method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream';
    const { request } = process.getBuiltinModule('node:http');
    return new Promise((resolve, reject) => {
      const asked = request({
        host: '127.0.0.1',
        port: door.port,
        path: '/mcp',
        method,
        agent: false,
        signal: over.signal,
        headers: {
          accept,
          authorization: `Bearer ${door.token}`,
          ...(session !== undefined && { 'mcp-session-id': session, 'mcp-protocol-version': PROTOCOL_VERSION }),
          ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      });
      asked.on('response', resolve);
      asked.on('error', reject);
      asked.end(body);
    });
  }

  async function read(response: IncomingMessage): Promise<void> {
    const isStream = response.headers['content-type']?.includes('text/event-stream') ?? false;
    const decoder = eventDecoder(LONGEST);
    let whole: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (isStream) {
        for (const frame of decoder.push(chunk)) if (frame.kind === 'message') peer.receive(Buffer.from(frame.text));
        continue;
      }
      size += chunk.length;
      if (size > LONGEST) throw refused(named('editorTooLong', 'It sent a message that is too long.'));
      whole.push(chunk);
    }
    if (!isStream && size > 0) peer.receive(Buffer.concat(whole));
    whole = [];
  }
}

function refused(why: NamedText): CoderError {
  return namedError('ide', why);
}

function statusOf({ statusCode }: IncomingMessage): NamedText {
  const status = String(statusCode);
  return named('editorStatus', `It answered with status ${status}.`, status);
}

/** `{ workspaceState: { openFiles: [{ path, timestamp, isActive?, cursor?, selectedText? }] } }`. */
function stateOf({ workspaceState }: Record<string, unknown>): EditorState {
  const listed =
    isPlainObject(workspaceState) && Array.isArray(workspaceState.openFiles) ? workspaceState.openFiles : [];
  const files = listed
    .filter(isPlainObject)
    .flatMap((file) => (typeof file.path === 'string' ? [{ ...file, path: file.path, at: timeOf(file) }] : []))
    .sort((a, b) => b.at - a.at);
  const active = files.find((file: Record<string, unknown>) => file.isActive === true);
  return {
    files: files.map(({ path }) => path),
    focusedAt: files[0]?.at ?? 0,
    ...(active && { active: activeOf(active) }),
  };
}

function timeOf({ timestamp }: Record<string, unknown>): number {
  return typeof timestamp === 'number' && Number.isFinite(timestamp) ? timestamp : 0;
}

function activeOf({ path, cursor, selectedText }: Record<string, unknown> & { path: string }): ActiveFile {
  const { line, character: column } = isPlainObject(cursor) ? cursor : {};
  return {
    path,
    ...(typeof line === 'number' && typeof column === 'number' && { cursor: { line, column } }),
    ...(typeof selectedText === 'string' && selectedText !== '' && { selection: { text: selectedText } }),
  };
}
