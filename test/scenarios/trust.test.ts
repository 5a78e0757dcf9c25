import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { call, say, startModelServer } from '../fixtures/model-server.ts';
import { bareOnly, runCoder, type Scratch, scratch } from '../fixtures/run-coder.ts';

function plant({ path }: Scratch): void {
  mkdirSync(join(path, '.coder', 'commands'), { recursive: true });
  writeFileSync(join(path, 'AGENTS.md'), 'CANARY-NOTES\n');
  writeFileSync(join(path, '.coder', 'commands', 'go.md'), 'CANARY-COMMAND\n');
}

test('TRUST-6 TRUST-7 a CI run uses project files with the right hash, but not with a wrong one or none', async (t) => {
  const place = scratch(t);
  plant(place);
  await using server = await startModelServer([say('Hello.')]);
  const options = { cwd: place.path, url: server.url, env: { CI: 'true', CODER_TRUST: 'all', HOME: place.home } };
  const run = async (...flags: string[]) => {
    const ended = await runCoder(['-p', 'hi', '--output-format', 'json', ...flags], options);
    const sent = server.requests.at(-1)?.body.includes('CANARY-NOTES');
    return { ...ended, sent, untrusted: (JSON.parse(ended.stdout) as { untrusted?: string[] }).untrusted };
  };
  const hash = (await runCoder(['trust', '--print'], options)).stdout.trim();
  assert.match(hash, /^sha256:[0-9a-f]{64}$/);
  const names = ['AGENTS.md', '.coder/commands/go.md'];

  const none = await run();
  assert.deepEqual([none.sent, none.untrusted, none.code], [false, names, 0]);
  assert.equal(none.stderr, `coder: untrusted: ${names.join(', ')}\n`);
  const right = await run('--trust', hash);
  assert.deepEqual([right.sent, right.untrusted, right.stderr], [true, undefined, '']);
  const wrong = await run(
    '--trust',
    hash.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
  );
  assert.deepEqual([wrong.sent, wrong.untrusted], [false, names]);
  const bad = await runCoder(['-p', 'hi', '--trust', 'all'], options);
  assert.equal(bad.code, 2);
  assert.match(bad.stderr, /--trust takes sha256: and 64 hexadecimal digits/);
  assert.equal((await run()).sent, false, 'it was for that run alone');

  assert.match(
    (await runCoder(['trust'], options)).stdout,
    /^AGENTS\.md {2}instructions, 13 B: not trusted, so not used$/m,
  );
  assert.equal((await runCoder(['trust', 'add', 'AGENTS.md'], options)).stdout, 'Trusted: AGENTS.md\n');
  const one = await run();
  assert.deepEqual([one.sent, one.untrusted], [true, ['.coder/commands/go.md']]);
  assert.equal((await runCoder(['trust', 'revoke', 'all'], options)).stdout, 'No longer trusted: 1 item.\n');
  assert.equal((await run()).sent, false);
});

test('TRUST-8 a check named by untrusted settings does not run without asking', {
  skip: bareOnly('it runs: that is what holds it'),
}, async (t) => {
  const place = scratch(t);
  const script = "node -e \"require('fs').writeFileSync('ran', 'yes')\"";
  writeFileSync(join(place.path, 'package.json'), JSON.stringify({ name: 'p', scripts: { test: script } }));
  mkdirSync(join(place.path, '.coder'));
  writeFileSync(join(place.path, '.coder', 'config.json'), '{ "workflow": { "verify_commands": ["npm test"] } }');
  await using server = await startModelServer((_request, index) =>
    index % 2 === 0 ? call('write', { path: `a${index}.js`, content: 'let a;\n' }) : say('Done.'),
  );
  const options = { cwd: place.path, url: server.url, env: { HOME: place.home } };
  const run = () => runCoder(['-p', 'write a file', '--mode', 'auto-edit'], options);
  await run();
  assert.throws(() => readFileSync(join(place.path, 'ran')));
  await runCoder(['trust', 'add', '.coder/config.json'], options);
  await run();
  assert.equal(readFileSync(join(place.path, 'ran'), 'utf8'), 'yes');
});
