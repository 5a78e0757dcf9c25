import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWebSocket } from '../../../src/base/net/web-socket.ts';
import { httpCompanion, serverFrame, socketCompanion } from '../../fixtures/companion.ts';

const never = new AbortController().signal;

async function open(port: number, token: string, longest = 1_000) {
  const heard: string[] = [];
  const ended = Promise.withResolvers<string>();
  let wake = (): void => {};
  const client = await openWebSocket(
    {
      port,
      subProtocol: 'mcp',
      headers: { 'x-claude-code-ide-authorization': token },
      longest,
      onMessage(bytes) {
        heard.push(Buffer.from(bytes).toString('utf8'));
        wake();
      },
      onEnd: ended.resolve,
    },
    never,
  );
  const count = async (wanted: number): Promise<void> => {
    while (heard.length < wanted) await new Promise<void>((resolve) => (wake = resolve));
  };
  return { client, heard, ended: ended.promise, count };
}

test('messages arrive whole, in one frame or several, between pings, cut anywhere', async () => {
  await using server = await socketCompanion();
  const { client, heard, count } = await open(server.port, server.token);
  const bytes = Buffer.concat([
    serverFrame(Buffer.from('one')),
    serverFrame(Buffer.from('tw'), 0x01),
    serverFrame(Buffer.from('are you there'), 0x89),
    serverFrame(Buffer.from('o'), 0x80),
    serverFrame(Buffer.from('汉'.repeat(100))),
    serverFrame(Buffer.alloc(0)),
  ]);
  for (const byte of bytes) server.raw(Uint8Array.of(byte));
  await count(4);
  assert.deepEqual(heard, ['one', 'two', '汉'.repeat(100), '']);
  client.close();
});

for (const [name, frames] of Object.entries({
  'in one frame': [serverFrame(Buffer.alloc(1_001))],
  'in many': [serverFrame(Buffer.alloc(900), 0x01), serverFrame(Buffer.alloc(900), 0x00)],
  'announced but not sent': [Buffer.from([0x81, 127, 0x7f, 255, 255, 255, 255, 255, 255, 255])],
})) {
  test(`a message over the limit, ${name}, ends the connection`, async () => {
    await using server = await socketCompanion();
    const { heard, ended } = await open(server.port, server.token);
    for (const frame of frames) server.raw(frame);
    assert.equal(await ended, 'It sent a message that is too long.');
    assert.deepEqual(heard, []);
  });
}

test('a wrong token, a server of another protocol and a missing server are refused', async () => {
  await using server = await socketCompanion();
  await assert.rejects(open(server.port, 'wrong'), { code: 'websocket' });
  await using other = await httpCompanion();
  await assert.rejects(open(other.port, other.token), { code: 'websocket' });
  server.kill();
  await assert.rejects(open(server.port, server.token), { code: 'websocket', message: /ECONNREFUSED/ });
});
