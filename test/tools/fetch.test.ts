import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { CoderError } from '../../src/base/errors.ts';
import type { Outcome } from '../../src/protocol/message.ts';
import { executeTool } from '../../src/protocol/tool.ts';
import { fetchTool } from '../../src/tools/fetch.ts';
import { toolContext } from '../fixtures/file-tools.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const resolve = async (name: string): Promise<string[]> => {
  if (name.endsWith('.public.test')) return ['93.184.216.34'];
  if (name.endsWith('.test') || name.endsWith('.internal')) return ['127.0.0.1'];
  throw new CoderError('unresolved', `Host ${name} not found.`);
};

test('SEC-5 a page is returned as Markdown, from the address that was checked', async (t) => {
  const hosts: (string | undefined)[] = [];
  const port = await serve(t, (request, response) => {
    hosts.push(request.headers.host);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end('<title>Docs</title><h1>Hi</h1><p>See <a href="/x">that</a>.</p><script>evil()</script>');
  });
  assert.deepEqual(await run({ url: `http://site.internal:${port}/a` }), {
    status: 'ok',
    result: {
      url: `http://site.internal:${port}/a`,
      status: 200,
      content_type: 'text/html; charset=utf-8',
      title: 'Docs',
      content: `# Hi\n\nSee [that](http://site.internal:${port}/x).`,
    },
  });
  assert.deepEqual(hosts, [`site.internal:${port}`]);
});

test('SEC-5 E4 forbidden addresses fail before anyone is asked, and are never contacted', async () => {
  const tool = fetchTool({ fetch: { resolve, env: {}, timeoutMs: 60_000, maxBytes: 1024 } });
  for (const url of [
    'http://169.254.169.254/',
    'file:///etc/passwd',
    'http://u@site.internal/',
    'http://metadata.google.internal/',
  ]) {
    const preview = await tool.preview?.({ url }, toolContext());
    assert.ok(preview && 'status' in preview && preview.status === 'failed', url);
    assert.equal((await run({ url })).status, 'failed', url);
  }
  assert.deepEqual(
    await tool.preview?.({ url: 'http://site.internal/', body: 'x=1', headers: { a: 'b' } }, toolContext()),
    {
      title: 'POST http://site.internal/',
      body: [{ type: 'text', text: 'a: b\n\nx=1' }],
    },
  );
  assert.equal(tool.url?.({ url: 'http://site.internal/' }), 'http://site.internal/');
});

test('E5 redirects are checked again and followed without credentials for another host', async (t) => {
  const seen: unknown[][] = [];
  const port = await serve(t, (request, response) => {
    seen.push([request.url, request.headers.authorization, request.headers['x-key']]);
    if (request.url === '/start') response.writeHead(302, { location: '/same' }).end();
    else if (request.url === '/same') response.writeHead(301, { location: 'http://other.public.test/page' }).end();
    else response.writeHead(200, { 'content-type': 'text/plain' }).end('there');
  });
  const env = { http_proxy: `http://127.0.0.1:${port}`, no_proxy: '' };
  const first = await run(
    { url: 'http://www.public.test/start', headers: { Authorization: 'Bearer s', 'X-Key': 'k' } },
    { env: { ...env } },
  );
  assert.equal(first.status, 'ok');
  assert.equal(seen.length, 1, 'the proxy is asked for the whole address');
  const direct = await run(
    { url: `http://site.internal:${port}/start`, headers: { Authorization: 'Bearer s', 'X-Key': 'k' } },
    { env: { http_proxy: env.http_proxy, no_proxy: 'site.internal' } },
  );
  assert.equal(direct.status, 'ok');
  assert.deepEqual(seen.slice(1), [
    ['/start', 'Bearer s', 'k'],
    ['/same', 'Bearer s', 'k'],
    ['http://other.public.test/page', undefined, undefined],
  ]);
});

test('E5 SEC-5 a public page cannot lead to a private or forbidden address', async (t) => {
  let inner = 0;
  const innerPort = await serve(t, (_request, response) => {
    inner += 1;
    response.end('secret');
  });
  for (const [target, message] of [
    [`http://127.0.0.1:${innerPort}/`, /redirects to 127\.0\.0\.1:\d+, a private address/],
    [`http://localhost:${innerPort}/`, /a private address/],
    [`http://inner.test:${innerPort}/`, /a private address/],
    ['http://169.254.169.254/latest', /never fetched/],
    ['file:///etc/passwd', /Only http and https/],
  ] as const) {
    const proxy = await serve(t, (_request, response) => response.writeHead(302, { location: target }).end());
    const outcome = await run({ url: 'http://www.public.test/' }, { env: { HTTP_PROXY: `http://127.0.0.1:${proxy}` } });
    assert.equal(outcome.status, 'failed');
    assert.match(outcome.status === 'failed' ? outcome.error : '', message);
  }
  assert.equal(inner, 0);
  const loop = await serve(t, (_request, response) => response.writeHead(302, { location: '/again' }).end());
  assert.match(errorOf(await run({ url: `http://site.internal:${loop}/` })), /redirects more than 10 times/);
});

test('E5 an approved private host may redirect to itself, but not to another one', async (t) => {
  const other = await serve(t, (_request, response) => response.end('other'));
  const port = await serve(t, (request, response) => {
    if (request.url === '/') response.writeHead(302, { location: '/in' }).end();
    else if (request.url === '/out') response.writeHead(302, { location: `http://127.0.0.1:${other}/` }).end();
    else response.end('inside');
  });
  const inside = await run({ url: `http://127.0.0.1:${port}/` });
  assert.ok(inside.status === 'ok' && inside.result['content'] === 'inside');
  assert.match(errorOf(await run({ url: `http://127.0.0.1:${port}/out` })), /a private address/);
});

test('SEC-5 a POST keeps its body on its own origin and becomes a GET where required', async (t) => {
  const seen: string[] = [];
  const port = await serve(t, (request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      seen.push(`${request.method} ${request.url} ${body}`);
      if (request.url === '/307') response.writeHead(307, { location: '/end' }).end();
      else if (request.url === '/303') response.writeHead(303, { location: '/end' }).end();
      else if (request.url === '/away') response.writeHead(308, { location: 'http://www.public.test/' }).end();
      else response.end('ok');
    });
  });
  for (const path of ['307', '303'])
    assert.equal((await run({ url: `http://site.internal:${port}/${path}`, body: 'a=1' })).status, 'ok');
  assert.deepEqual(seen, ['POST /307 a=1', 'POST /end a=1', 'POST /303 a=1', 'GET /end ']);
  assert.match(errorOf(await run({ url: `http://site.internal:${port}/away`, body: 'a=1' })), /which is not followed/);
});

test('F7 SEC-5 size is limited after decompression', async (t) => {
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, 'a'));
  const port = await serve(t, (request, response) => {
    response.setHeader('content-type', 'text/plain');
    if (request.url === '/bomb') response.setHeader('content-encoding', 'gzip').end(bomb);
    else if (request.url === '/br') response.setHeader('content-encoding', 'br').end(brotliCompressSync('hello'));
    else if (request.url === '/lie') response.setHeader('content-encoding', 'gzip').end('plain');
    else response.end('b'.repeat(200_000));
  });
  const before = process.memoryUsage().rss;
  const outcome = await run({ url: `http://site.internal:${port}/bomb` });
  assert.ok(outcome.status === 'ok' && outcome.result['truncated'] === true);
  assert.ok(String(outcome.result['content']).length < 70_000);
  assert.ok(process.memoryUsage().rss - before < 64 * 1024 * 1024);
  const small = await run({ url: `http://site.internal:${port}/`, max_size_kb: 1 });
  assert.ok(
    small.status === 'ok' && small.result['truncated'] === true && small.result['content'] === 'b'.repeat(1024),
  );
  const head = await run({ url: `http://site.internal:${port}/bomb`, method: 'HEAD' });
  assert.ok(head.status === 'ok' && head.result['content'] === '', 'an encoding without a body');
  const brotli = await run({ url: `http://site.internal:${port}/br` });
  assert.ok(brotli.status === 'ok' && brotli.result['content'] === 'hello');
  assert.match(errorOf(await run({ url: `http://site.internal:${port}/lie` })), /broke off/);
});

test('SEC-5 ESC-1 time is limited, and cancelling ends the request at once', async (t) => {
  const port = await serve(t, (request, response) => {
    if (request.url === '/drip') response.write('some');
  });
  for (const path of ['/silent', '/drip']) {
    const outcome = await run({ url: `http://site.internal:${port}${path}`, timeout_sec: 1 });
    assert.deepEqual(outcome, {
      status: 'failed',
      error: `site.internal:${port} did not answer within 1 s.`,
      result: { timed_out: true },
    });
  }
  const controller = new AbortController();
  const pending = run({ url: `http://site.internal:${port}/silent` }, {}, controller.signal);
  setTimeout(() => controller.abort(), 30);
  assert.equal((await pending).status, 'cancelled');
});

test('SEC-5 an answer that switches protocols fails at once', async (t) => {
  const server = createServer().on('connection', (socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  );
  t.after(() => server.close());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  assert.deepEqual(await run({ url: `http://site.internal:${port}/` }), {
    status: 'failed',
    error: `site.internal:${port} cannot be reached: the connection was closed without an answer.`,
  });
});

test('TOOL-1 content that is not text, an unknown host or an invalid request is refused readably', async (t) => {
  const port = await serve(t, (request, response) => {
    const types: Record<string, string> = {
      '/png': 'image/png',
      '/pdf': 'application/pdf',
      '/unknown': 'application/octet-stream',
    };
    response.setHeader('content-type', types[request.url ?? ''] ?? '');
    response.end(Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'));
  });
  for (const [path, message] of [
    ['/png', /is not text: image\/png/],
    ['/pdf', /is not text: application\/pdf/],
    ['/unknown', /is not text/],
    ['/none', /is not text: PNG image/],
  ] as const) {
    assert.match(errorOf(await run({ url: `http://site.internal:${port}${path}` })), message);
  }
  assert.equal(errorOf(await run({ url: 'http://nowhere.example/' })), 'Host nowhere.example not found.');
  assert.match(
    errorOf(await run({ url: `http://site.internal:${port}/`, headers: { Host: 'evil' } })),
    /header Host cannot be set/,
  );
  assert.match(errorOf(await run({ url: `http://site.internal:${port}/`, headers: { a: 'b\r\nc: d' } })), /not valid/);
  assert.match(
    errorOf(await run({ url: 'http://site.internal:1/' })),
    /site\.internal:1 cannot be reached: ECONNREFUSED/,
  );
});

test('SEC-5 other encodings are decoded, and an error status is a result', async (t) => {
  const port = await serve(t, (request, response) => {
    if (request.url === '/latin')
      response.setHeader('content-type', 'text/plain; charset=iso-8859-1').end(Buffer.from('caf\xe9', 'latin1'));
    else if (request.url === '/meta')
      response.setHeader('content-type', 'text/html').end(Buffer.from('<meta charset="gbk"><p>\xc4\xe3', 'latin1'));
    else response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"no"}');
  });
  const contents = await Promise.all(
    ['/latin', '/meta', '/x'].map((path) => run({ url: `http://site.internal:${port}${path}` })),
  );
  assert.deepEqual(
    contents.map((outcome) => outcome.status === 'ok' && [outcome.result['status'], outcome.result['content']]),
    [
      [200, 'café'],
      [200, '你'],
      [404, '{"error":"no"}'],
    ],
  );
});

function errorOf(outcome: Outcome): string {
  return outcome.status === 'ok' ? `no failure: ${JSON.stringify(outcome.result)}` : outcome.error;
}

function run(
  args: Record<string, unknown> & { url: string },
  options: { env?: Record<string, string> } = {},
  signal?: AbortSignal,
): Promise<Outcome> {
  const tool = fetchTool({ fetch: { resolve, env: options.env ?? {}, timeoutMs: 10_000, maxBytes: 256 * 1024 } });
  return executeTool(tool, args, toolContext('c', signal));
}

async function serve(t: TestContext, handler: Handler): Promise<number> {
  const server = createServer(handler);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

test('SEC-5 no name is looked up before the person has approved', async () => {
  const asked: string[] = [];
  const spying = async (name: string): Promise<string[]> => {
    asked.push(name);
    return ['93.184.216.34'];
  };
  const tool = fetchTool({ fetch: { resolve: spying, env: {}, timeoutMs: 60_000, maxBytes: 1024 } });
  const url = 'http://c2VjcmV0.exfil.example.com/';
  assert.deepEqual(await tool.preview?.({ url }, toolContext()), { title: url });
  assert.deepEqual(asked, []);
});

test('SEC-5 a public name that leads to a private address is refused, since no one approved that', async (t) => {
  let requests = 0;
  const port = await serve(t, (_, response) => {
    requests++;
    response.end('inside');
  });
  const outcome = await run({ url: `http://www.test:${port}/` });
  assert.deepEqual(outcome, {
    status: 'failed',
    error: `www.test:${port} points to a private address, 127.0.0.1. Fetch that address itself, or use bash, if it is meant.`,
  });
  assert.equal(requests, 0);
});
