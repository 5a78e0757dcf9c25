import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headerFraming, lineFraming } from '../../../src/base/rpc/framing.ts';
import { ACP_CANCEL, createPeer, LSP_CANCEL, type PeerOptions, RpcError } from '../../../src/base/rpc/peer.ts';

const never = new AbortController().signal;

test('two peers send each other requests, and every answer reaches its request', async () => {
  const [a, b] = pair({
    onRequest: async (method, params) => ({ method, params }),
  });
  const replies = await Promise.all([a.request('one', { x: 1 }, never), b.request('two', [2], never)]);
  assert.deepEqual(replies, [
    { ok: true, result: { method: 'one', params: { x: 1 } } },
    { ok: true, result: { method: 'two', params: [2] } },
  ]);
});

test('a handler that throws an RpcError answers with its code, any other error with an internal error', async () => {
  const [a] = pair({
    onRequest: async (method) => {
      throw method === 'bug' ? new Error('broken') : new RpcError(-32602, 'no such thing', { nearest: 'x' });
    },
  });
  assert.deepEqual(await a.request('known', {}, never), {
    ok: false,
    code: -32602,
    message: 'no such thing',
    data: { nearest: 'x' },
  });
  assert.deepEqual(await a.request('bug', {}, never), { ok: false, code: -32603, message: 'broken' });
});

for (const cancel of [LSP_CANCEL, ACP_CANCEL]) {
  test(`a cancelled request ends at once, and ${cancel.method} ends the work for it`, async () => {
    const ended = Promise.withResolvers<void>();
    const [a] = pair({
      cancel,
      onRequest: (_method, _params, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            ended.resolve();
            reject(new Error('stopped'));
          });
        }),
    });
    const controller = new AbortController();
    const reply = a.request('slow', {}, controller.signal);
    controller.abort();
    assert.deepEqual(await reply, { ok: false, code: -32800, message: 'Cancelled.' });
    await ended.promise;
  });
}

test('bad input is answered with an error code, and the conversation continues', () => {
  const sent: unknown[] = [];
  const heard: string[] = [];
  const peer = createPeer({
    ...quiet,
    send: (text) => sent.push(JSON.parse(text)),
    onNotification: (method) => void heard.push(method),
  });
  const lines = ['nonsense', '[]', '{}', '{"jsonrpc":"2.0","id":7}', '{"jsonrpc":"2.0","method":"on"}'];
  peer.receive(Buffer.from(`${lines.join('\n')}\n`));
  assert.deepEqual(
    sent.map((message) => (message as { id: unknown; error: { code: number } }).id),
    [null, null, null, 7],
  );
  assert.deepEqual(
    sent.map((message) => (message as { error: { code: number } }).error.code),
    [-32700, -32600, -32600, -32600],
  );
  assert.deepEqual(heard, ['on']);
});

test('an unexpected answer is dropped; closing ends open and later requests with the reason', async () => {
  const sent: string[] = [];
  const peer = createPeer({ ...quiet, send: (text) => sent.push(text) });
  peer.receive(Buffer.from('{"jsonrpc":"2.0","id":99,"result":1}\n'));
  const reply = peer.request('x', {}, never);
  peer.close('it ended');
  assert.deepEqual(await reply, { ok: false, code: -32603, message: 'it ended' });
  assert.deepEqual(await peer.request('y', {}, never), { ok: false, code: -32603, message: 'it ended' });
  assert.equal(sent.length, 1);
});

const quiet: Omit<PeerOptions, 'send'> = {
  framing: lineFraming(),
  onRequest: async () => null,
  onNotification: () => {},
  cancel: ACP_CANCEL,
};

function pair(options: Partial<PeerOptions>) {
  const shared = { ...quiet, framing: headerFraming(), ...options };
  const a: ReturnType<typeof createPeer> = createPeer({ ...shared, send: (text) => b.receive(Buffer.from(text)) });
  const b = createPeer({ ...shared, send: (text) => a.receive(Buffer.from(text)) });
  return [a, b] as const;
}
