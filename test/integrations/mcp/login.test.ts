import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type HttpEntry, readEntries, type ServerEntry } from '../../../src/integrations/mcp/entry.ts';
import { logIn } from '../../../src/integrations/mcp/login.ts';
import type { OauthEntry } from '../../../src/integrations/mcp/oauth.ts';
import type { ServerPorts } from '../../../src/integrations/mcp/ports.ts';
import { openHttpSession } from '../../../src/integrations/mcp/session.ts';
import { tokenStore } from '../../../src/integrations/mcp/token-store.ts';
import { loginServer } from '../../fixtures/login-server.ts';
import { scratch } from '../../fixtures/run-coder.ts';

const never = new Promise<string>(() => {});
const farewell = 'You can go.';
const entry = (origin: string) => ({ kind: 'http' as const, url: `${origin}/mcp`, headers: {} });

test('EXT-13 a login: PKCE, a registration whose loopback port is kept, private tokens by resource', async (t) => {
  const place = scratch(t);
  const { origin, seen } = await loginServer(t);
  const file = join(place.home, 'logins.json');
  const store = tokenStore(file);
  const shown: URL[] = [];
  const farewells: string[] = [];
  const show = async (url: string) => {
    shown.push(new URL(url));
    farewells.push(await (await fetch(url)).text()); // as the browser does
  };
  assert.equal(
    await logIn(entry(origin), store, '0', { show, pasted: never, farewell }, AbortSignal.timeout(10_000)),
    'done',
  );
  assert.equal(farewells[0], 'You can go.\n');
  assert.equal(shown[0]?.searchParams.get('code_challenge_method'), 'S256');
  assert.ok((seen.tokens[0]?.get('code_verifier') ?? '').length > 40);
  const kept = store.load(`${origin}/mcp`);
  assert.deepEqual(seen.registrations[0]?.redirect_uris, [`http://127.0.0.1:${kept?.port}/callback`]);
  assert.equal(kept?.tokens?.['access_token'], 't0ken');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  await logIn(entry(origin), store, '0', { show, pasted: never, farewell }, AbortSignal.timeout(10_000)).catch(
    () => undefined,
  );
  assert.equal(seen.registrations.length, 1, 'the same port, the same registration');
  assert.equal(await store.remove(`${origin}/mcp`), true);
  assert.ok(!readFileSync(file, 'utf8').includes('t0ken'));
});

test('EXT-13 without a browser the address is pasted; an answer of another login or issuer, and a refusal, yield nothing', async (t) => {
  const place = scratch(t);
  const { origin } = await loginServer(t);
  const store = tokenStore(join(place.home, 'logins.json'));
  const attempt = (answer: (url: URL) => string, at = origin) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    return logIn(
      entry(at),
      store,
      '0',
      { show: (url) => resolve(answer(new URL(url))), pasted: promise, farewell },
      AbortSignal.timeout(10_000),
    );
  };
  const back = (url: URL, params: Record<string, string>) =>
    `http://127.0.0.1/callback?${String(new URLSearchParams({ state: url.searchParams.get('state') ?? '', ...params }))}`;
  await assert.rejects(
    attempt((url) => back(url, { error: 'access_denied' })),
    /the login was refused: access_denied/,
  );
  await assert.rejects(
    attempt((url) => back(url, { code: 'x', state: 'other', iss: origin })),
    /belongs to another login/,
  );
  await assert.rejects(
    attempt(() => 'hello'),
    /not the address/,
  );
  await assert.rejects(
    attempt((url) => back(url, { code: 'x', iss: 'https://evil.example' })),
    /iss/i,
  );
  assert.equal(store.load(`${origin}/mcp`)?.tokens, undefined);
  assert.equal(await attempt((url) => back(url, { code: 'x', iss: origin })), 'done');
  assert.equal(store.load(`${origin}/mcp`)?.tokens?.['access_token'], 't0ken');
});

test('EXT-13 logins without a person: secret, key and assertion, sent only to the named issuer, stored nowhere', async (t) => {
  const place = scratch(t);
  const { origin, seen } = await loginServer(t);
  const file = join(place.home, 'logins.json');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const assertionFile = join(place.home, 'token');
  writeFileSync(assertionFile, 'machine-token\n');
  const learn = async (oauth: OauthEntry) => {
    const { entries } = readEntries(
      { source: 'user', path: '', servers: { a: { url: `${origin}/mcp`, oauth } }, place: () => '' },
      {},
    );
    const [made] = entries as [ServerEntry & { transport: HttpEntry }];
    const ports = { tokens: tokenStore(file), roots: () => [], version: '0' } as unknown as ServerPorts;
    const session = await openHttpSession(
      made,
      ports,
      { onListChanged() {}, onClose() {} },
      AbortSignal.timeout(10_000),
    );
    const { tools } = await session.manifest(AbortSignal.timeout(10_000));
    await session.close();
    return tools.map(({ name }) => name);
  };
  const own = { clientId: 'c', issuer: origin };
  assert.deepEqual(await learn({ ...own, grant: 'client_credentials', clientSecret: 's', scope: 'x' }), ['open']);
  assert.equal(seen.authorizations.at(-1), `Basic ${Buffer.from('c:s').toString('base64')}`);
  assert.deepEqual(
    [seen.tokens.at(-1)?.get('grant_type'), seen.tokens.at(-1)?.get('scope'), seen.tokens.at(-1)?.get('resource')],
    ['client_credentials', 'x', `${origin}/mcp`],
  );
  const pem = privateKey.export({ type: 'sec1', format: 'pem' }).toString();
  await learn({ ...own, grant: 'client_credentials', privateKey: pem });
  const [head = '', body = ''] = (seen.tokens.at(-1)?.get('client_assertion') ?? '').split('.');
  const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  assert.deepEqual([decoded(head)['alg'], decoded(body)['aud'], decoded(body)['iss']], ['ES256', origin, 'c']);
  await learn({ ...own, grant: 'jwt_bearer', assertionFile });
  assert.equal(seen.tokens.at(-1)?.get('assertion'), 'machine-token');
  const before = seen.tokens.length;
  const elsewhere = {
    ...own,
    issuer: 'https://other.example',
    grant: 'client_credentials' as const,
    clientSecret: 's',
  };
  await assert.rejects(learn(elsewhere), (error: Error) => error.message.includes('https://other.example'));
  await assert.rejects(learn({ ...own, grant: 'client_credentials', privateKey: 'x' }), /its private key is not valid/);
  await assert.rejects(learn({ ...own, grant: 'jwt_bearer', assertionFile: '/none' }), /assertion cannot be read/);
  assert.equal(seen.tokens.length, before);
  assert.ok(!existsSync(file));
});
