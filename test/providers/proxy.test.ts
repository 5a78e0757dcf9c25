import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setDefaultCACertificates } from 'node:tls';
import { D, DONE, F, HANG, say, status } from '../fixtures/model-server.ts';
import { ask, KEY, PATIENT, serve } from './ask.ts';

/** The system's openssl, if there is one. */
const OPENSSL = 'openssl';

test('PRV-4 http requests give the proxy the whole address', async (t) => {
  const proxy = await serve(t, [say('by proxy')]);
  const env = { HTTP_PROXY: proxy.url.replace('http://', 'http://user:p%40ss@') };
  const { text, requests } = await ask({ url: 'http://model.test/v1', requests: proxy.requests }, { env });
  assert.equal(text, 'by proxy');
  assert.equal(requests[0]?.path, 'http://model.test/v1/chat/completions');
  assert.equal(requests[0]?.headers['host'], 'model.test');
  assert.equal(requests[0]?.headers['proxy-authorization'], `Basic ${Buffer.from('user:p@ss').toString('base64')}`);
});

test('PRV-4 https uses a tunnel, and the proxy sees neither key nor path', async (t) => {
  const certificate = selfSigned(t);
  if (!certificate) return;
  const model = createHttpsServer(certificate, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(D({ content: 'through' }) + F('stop') + DONE);
  });
  const port = await listen(t, model);
  const seen: string[] = [];
  const proxy = createServer((client) => {
    client.once('data', (head) => {
      seen.push(head.toString('latin1'));
      const upstream = connect(port, '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        client.pipe(upstream).pipe(client);
      });
      upstream.on('error', () => client.destroy());
      client.on('error', () => upstream.destroy());
    });
  });
  const proxyPort = await listen(t, proxy);
  const env = { HTTPS_PROXY: `http://127.0.0.1:${proxyPort}` };
  const untrusted = await ask({ url: `https://model.test:${port}/v1`, requests: [] }, { env });
  assert.equal(untrusted.failure?.retryable, false);
  assert.match(untrusted.failure?.message ?? '', /certificate of model\.test:\d+ is not trusted .*NODE_EXTRA_CA_CERTS/);
  setDefaultCACertificates([certificate.cert.toString()]);
  const trusted = await ask({ url: `https://model.test:${port}/v1`, requests: [] }, { env });
  assert.equal(trusted.text, 'through');
  assert.match(seen[0] ?? '', new RegExp(`^CONNECT model\\.test:${port} HTTP/1\\.1`));
  assert.ok(!seen.join('').includes(KEY) && !seen.join('').includes('completions'));
});

test('PRV-4 PRV-6 a proxy that refuses, stalls or is not a proxy is reported as such', async (t) => {
  const refusing = await serve(t, [status(407, {}, '')]);
  const cases: [Record<string, string>, RegExp, boolean, connectMs?: number][] = [
    [{ HTTPS_PROXY: refusing.url }, /proxy 127\.0\.0\.1:\d+ refused the tunnel \(407\)/, false],
    [{ HTTPS_PROXY: (await serve(t, [status(502, {}, '')])).url }, /refused the tunnel \(502\)/, true],
    [
      { ALL_PROXY: (await serve(t, [[HANG]])).url },
      /proxy 127\.0\.0\.1:\d+ does not answer|could not be reached/,
      true,
      300,
    ],
    [{ HTTPS_PROXY: 'socks5://127.0.0.1:1080' }, /HTTPS_PROXY does not name an http:\/\/ or https:\/\/ proxy/, false],
  ];
  for (const [env, message, retryable, connectMs = 60_000] of cases) {
    const timers = { ...PATIENT, connectMs };
    const { failure } = await ask({ url: 'https://model.test/v1', requests: [] }, { env, timers });
    assert.match(failure?.message ?? '', message);
    assert.equal(failure?.retryable, retryable);
  }
});

test('PRV-4 loopback and the hosts of NO_PROXY are reached directly', async (t) => {
  const [model, proxy] = [await serve(t, [say('direct')]), await serve(t, [say('by proxy')])];
  assert.equal((await ask(model, { env: { http_proxy: proxy.url } })).text, 'direct');
  for (const [list, expected] of [
    ['other.test', 'by proxy'],
    ['model.test:81', 'by proxy'],
    ['del.test', 'by proxy'],
  ] as const) {
    const env = { HTTP_PROXY: proxy.url, NO_PROXY: list };
    assert.equal((await ask({ url: 'http://model.test/v1', requests: [] }, { env })).text, expected);
  }
  for (const list of ['model.invalid', '.invalid', '*.invalid', '*', 'a, model.invalid:80']) {
    const env = { HTTP_PROXY: proxy.url, NO_PROXY: list };
    const { failure } = await ask({ url: 'http://model.invalid/v1', requests: [] }, { env });
    assert.match(failure?.message ?? '', /^Host model\.invalid not found/, list);
  }
});

function selfSigned(t: TestContext): { key: Buffer; cert: Buffer } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'coder-tls-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const options = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    cert,
    '-days',
    '2',
    '-subj',
    '/CN=model.test',
    '-addext',
    'subjectAltName=DNS:model.test',
  ];
  try {
    execFileSync(OPENSSL, options, { stdio: 'ignore' });
  } catch {
    t.skip('needs the program openssl');
    return undefined;
  }
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

async function listen(t: TestContext, server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    if ('closeAllConnections' in server) (server.closeAllConnections as () => void)();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
