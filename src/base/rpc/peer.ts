/** One end of a JSON-RPC 2.0 conversation over any transport: requests both ways, notifications, cancellation. */

import { messageOf } from '../errors.ts';
import { isPlainObject } from '../schema.ts';
import type { Framing } from './framing.ts';

export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  cancelled: -32800,
} as const;

/** An error that a handler throws to be sent as it is; any other error is sent as an internal error. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.data = data;
  }
}

type RpcId = number | string | null;
type Reply = ({ ok: true; result: unknown } | { ok: false; code: number; message: string; data?: unknown }) & {
  /** The value of `stamp` when the reply arrived. */
  stamp?: number;
};

export interface Peer {
  /** When the signal aborts, the request ends as cancelled and the other end is told. */
  request(method: string, params: unknown, signal: AbortSignal): Promise<Reply>;
  notify(method: string, params: unknown): void;
  receive(chunk: Uint8Array): void;
  /** Call when the other end is gone: open requests fail, and work running on its behalf is cancelled. */
  close(why: string): void;
}

export interface PeerOptions {
  framing: Framing;
  send(bytes: string): void;
  /** Resolves to the answer; `undefined` is sent as null. */
  onRequest(method: string, params: unknown, context: { id: RpcId; signal: AbortSignal }): Promise<unknown>;
  onNotification(method: string, params: unknown): void;
  /** How a request is cancelled in this protocol. */
  cancel: { method: string; params(id: RpcId): unknown; idOf(params: unknown): unknown };
  /** Called the moment a reply arrives, before any later message is read, so that the caller knows what came first. */
  stamp?(): number;
  /** Called with the number of unreadable messages so far. */
  onNoise?(count: number): void;
}

/** `$/cancelRequest` of language servers. */
export const LSP_CANCEL: PeerOptions['cancel'] = {
  method: '$/cancelRequest',
  params: (id) => ({ id }),
  idOf: (params) => (isPlainObject(params) ? params.id : undefined),
};

/** `$/cancel_request` of the Agent Client Protocol. */
export const ACP_CANCEL: PeerOptions['cancel'] = {
  method: '$/cancel_request',
  params: (requestId) => ({ requestId }),
  idOf: (params) => (isPlainObject(params) ? params.requestId : undefined),
};

/** `notifications/cancelled` of the Model Context Protocol. */
export const MCP_CANCEL: PeerOptions['cancel'] = {
  method: 'notifications/cancelled',
  params: (requestId) => ({ requestId }),
  idOf: (params) => (isPlainObject(params) ? params.requestId : undefined),
};

export function createPeer(options: PeerOptions): Peer {
  const { framing, onRequest, onNotification, cancel } = options;
  const decoder = framing.decoder();
  const waiting = new Map<number, (reply: Reply) => void>();
  const running = new Map<RpcId, AbortController>();
  let count = 0;
  let noise = 0;
  let closed: string | undefined;

  return {
    request(method, params, signal) {
      if (closed !== undefined) return Promise.resolve(gone(closed));
      if (signal.aborted) return Promise.resolve(TAKEN_BACK);
      const id = ++count;
      return new Promise<Reply>((resolve) => {
        const end = (reply: Reply) => {
          waiting.delete(id);
          signal.removeEventListener('abort', takeBack);
          resolve(reply);
        };
        const takeBack = () => {
          write({ method: cancel.method, params: cancel.params(id) });
          end(TAKEN_BACK);
        };
        waiting.set(id, end);
        signal.addEventListener('abort', takeBack);
        write({ id, method, params });
      });
    },
    notify: (method, params) => write({ method, params }),
    receive(chunk) {
      for (const frame of decoder.push(chunk)) {
        if (frame.kind === 'message') take(frame.text);
        else if (frame.kind === 'too-long') fail(null, RPC.invalidRequest, 'The message is too long.');
        else options.onNoise?.(++noise);
      }
    },
    close(why) {
      closed = why;
      for (const end of waiting.values()) end(gone(why));
      for (const controller of running.values()) controller.abort();
    },
  };

  function take(text: string): void {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      options.onNoise?.(++noise);
      return fail(null, RPC.parseError, 'Parse error: this is not JSON.');
    }
    if (!isPlainObject(message) || message.jsonrpc !== '2.0') return refuse(message);
    const { id, method, params } = message;
    if (typeof method === 'string' && isId(id)) void answer(id, method, params);
    else if (typeof method === 'string' && id === undefined) hear(method, params);
    else if (method === undefined && isId(id) && ('result' in message || 'error' in message)) settle(id, message);
    else refuse(message);
  }

  function refuse(message: unknown): void {
    const id = isPlainObject(message) && isId(message.id) ? message.id : null;
    fail(id, RPC.invalidRequest, 'Invalid request: expected one JSON-RPC 2.0 message.');
  }

  async function answer(id: RpcId, method: string, params: unknown): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const result = await onRequest(method, params, { id, signal: controller.signal });
      write({ id, result: result ?? null });
    } catch (error) {
      if (error instanceof RpcError) fail(id, error.code, error.message, error.data);
      else if (controller.signal.aborted) fail(id, RPC.cancelled, 'Cancelled.');
      else fail(id, RPC.internalError, messageOf(error));
    } finally {
      running.delete(id);
    }
  }

  function hear(method: string, params: unknown): void {
    if (method !== cancel.method) return onNotification(method, params);
    const id = cancel.idOf(params);
    if (isId(id)) running.get(id)?.abort();
  }

  function settle(id: RpcId, message: Record<string, unknown>): void {
    const end = typeof id === 'number' ? waiting.get(id) : undefined; // a cancelled request is no longer waiting
    end?.({ ...replyOf(message), ...(options.stamp && { stamp: options.stamp() }) });
  }

  function fail(id: RpcId, code: number, message: string, data?: unknown): void {
    write({ id, error: { code, message, ...(data !== undefined && { data }) } });
  }

  function write(body: object): void {
    if (closed === undefined) options.send(framing.encode(JSON.stringify({ jsonrpc: '2.0', ...body })));
  }
}

const TAKEN_BACK: Reply = { ok: false, code: RPC.cancelled, message: 'Cancelled.' };

function gone(why: string): Reply {
  return { ok: false, code: RPC.internalError, message: why };
}

function replyOf({ result, error }: Record<string, unknown>): Reply {
  if (error === undefined) return { ok: true, result };
  const { code, message, data } = isPlainObject(error) ? error : {};
  return {
    ok: false,
    code: typeof code === 'number' ? code : RPC.internalError,
    message: typeof message === 'string' ? message : 'The other side failed.',
    ...(data !== undefined && { data }),
  };
}

function isId(value: unknown): value is RpcId {
  return value === null || typeof value === 'string' || typeof value === 'number';
}
