import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { chunksOf } from '../../../src/providers/wire/body-chunks.ts';

/** The data received, and how the stream ended. */
async function readAll(body: Readable): Promise<{ text: string; error?: string }> {
  let text = '';
  try {
    for await (const chunk of chunksOf(body)) text += chunk.toString('utf8');
    return { text };
  } catch (error) {
    return { text, error: error instanceof Error ? error.message : String(error) };
  }
}

function listenersOf(body: Readable): number {
  return ['data', 'end', 'error', 'close'].reduce((sum, name) => sum + body.listenerCount(name), 0);
}

const CUT_OFF = 'the connection closed before the end of the answer';

test('PRV-6 chunks come as they are written, then the end', async () => {
  const body = new PassThrough();
  const before = listenersOf(body);
  const chunks = chunksOf(body);
  body.write('one');
  assert.deepEqual(await chunks.next(), { done: false, value: Buffer.from('one') });
  const second = chunks.next(); // requested before it is there
  body.write('two');
  assert.deepEqual(await second, { done: false, value: Buffer.from('two') });
  const last = chunks.next();
  body.end();
  assert.deepEqual(await last, { done: true, value: undefined });
  assert.equal(listenersOf(body), before, 'no listener stays behind');
});

test('PRV-6 data written before anyone reads is not lost, nor is data that comes with the end', async () => {
  const body = new PassThrough();
  body.write('one ');
  body.write('two ');
  body.end('three');
  assert.deepEqual(await readAll(body), { text: 'one two three' });
  assert.deepEqual(await readAll(Readable.from([])), { text: '' });
});

test('PRV-6 an error before any data is thrown', async () => {
  const body = new PassThrough();
  const read = readAll(body);
  await nextTurn();
  body.destroy(new Error('reset'));
  assert.deepEqual(await read, { text: '', error: 'reset' });
});

test('PRV-6 an error after data comes after the data', async () => {
  const body = new PassThrough();
  const chunks = chunksOf(body);
  body.write('one');
  assert.equal(String((await chunks.next()).value), 'one');
  body.write('two');
  await nextTurn();
  body.destroy(new Error('reset'));
  await nextTurn();
  assert.equal(String((await chunks.next()).value), 'two');
  await assert.rejects(chunks.next(), { message: 'reset' });
  assert.deepEqual(await chunks.next(), { done: true, value: undefined });
});

test('PRV-6 a close without an end is an error, after the data that had come', async () => {
  const body = new PassThrough();
  const chunks = chunksOf(body);
  body.write('half');
  assert.equal(String((await chunks.next()).value), 'half');
  const next = chunks.next();
  body.destroy();
  await assert.rejects(next, { code: 'cut-off', message: CUT_OFF });
});

test('PRV-6 streams that are already over report how they ended', async () => {
  const ended = new PassThrough();
  ended.end('x');
  ended.resume();
  await once(ended, 'close');
  assert.deepEqual(await readAll(ended), { text: '' });

  const destroyed = new PassThrough();
  destroyed.destroy();
  assert.deepEqual(await readAll(destroyed), { text: '', error: CUT_OFF });
  await nextTurn();
  assert.deepEqual(await readAll(destroyed), { text: '', error: CUT_OFF });

  const failed = new PassThrough();
  failed.on('error', () => {});
  failed.destroy(new Error('reset'));
  assert.deepEqual(await readAll(failed), { text: '', error: 'reset' });
});

test('PRV-6 a reader that stops early leaves the stream paused and open', async () => {
  const body = new PassThrough();
  const before = listenersOf(body);
  body.write('one');
  for await (const chunk of chunksOf(body)) {
    assert.equal(String(chunk), 'one');
    break;
  }
  assert.deepEqual(
    { paused: body.isPaused(), destroyed: body.destroyed, listeners: listenersOf(body) },
    { paused: true, destroyed: false, listeners: before },
  );
  body.write('two');
  await nextTurn();
  assert.equal(String(body.read()), 'two', 'what comes later waits for whoever reads next');
});

test('PRV-6 a paused stream is resumed and read', async () => {
  const body = new PassThrough();
  body.pause();
  body.end('text');
  assert.deepEqual(await readAll(body), { text: 'text' });
});

test('SEC-3 a slow reader holds the sender back', async () => {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const count = 400; // 25 MiB
  let sent = 0;
  const body = new Readable({
    read() {
      sent += 1;
      this.push(sent > count ? null : chunk);
    },
  });
  const chunks = chunksOf(body);
  let size = ((await chunks.next()).value as Buffer).length;
  let ahead = sent;
  for (let turn = 0; turn < 50; turn++) {
    await nextTurn();
    ahead = sent;
  }
  assert.ok(ahead < 64, `${ahead} chunks of ${chunk.length} bytes were read ahead`);
  assert.ok(body.isPaused());
  for await (const more of chunks) size += more.length;
  assert.equal(size, count * chunk.length);
});

async function answerOf(t: TestContext, respond: (socket: { write(text: string): void; destroy(): void }) => void) {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    respond({ write: (text) => void response.write(text), destroy: () => void response.destroy() });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const [response] = (await once(get({ host: '127.0.0.1', port, agent: false }), 'response')) as [IncomingMessage];
  return response;
}

test('PRV-6 an HTTP answer that is cut off is an error, not an end', async (t) => {
  const response = await answerOf(t, (socket) => {
    socket.write('half');
    setImmediate(() => socket.destroy());
  });
  const { text, error } = await readAll(response);
  assert.equal(text, 'half');
  assert.ok(error !== undefined && error !== '', 'it must not look complete');
});
