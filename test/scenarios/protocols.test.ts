import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isLong } from '../fixtures/long.ts';
import { H, say, startModelServer, status } from '../fixtures/model-server.ts';
import { runCoder, scratch } from '../fixtures/run-coder.ts';
import { PROTOCOLS } from '../providers/protocols.ts';

const FORMS = ['--json', '--md', '--html'];

for (const [index, protocol] of PROTOCOLS.entries()) {
  test(`PRV-1 SES-6 I8 ${protocol.name}: a whole turn works, and a canary key appears nowhere`, async () => {
    using place = scratch();
    const key = 'sk-canary-0123456789abcdefghij';
    const bash = protocol.call('{"command":"env; cat /proc/self/environ; echo ran"}').replaceAll('"write"', '"bash"');
    await using server = await startModelServer([
      [H, bash],
      [H, protocol.whole(`your key is ${key}`)],
      [H, protocol.begin('so') + protocol.error(`overloaded, key ${key}`)],
      status(401, {}, JSON.stringify({ error: { message: `Incorrect API key provided: ${key}` } })),
    ]);
    const config = join(place.home, 'own.json');
    writeFileSync(config, JSON.stringify({ provider: { protocol: protocol.name }, runtime: { retry_base_ms: 1 } }));
    const args = ['--config', config, '--input-format', 'lines', '--output-format', 'stream-json', '--mode', 'yolo'];
    const env = { AGENT_API_KEY: key, OTHER_SECRET: `${key}-other` };
    const { stdout, stderr } = await runCoder(args, { cwd: place.path, url: server.url, env, input: 'env\nagain\n' });

    assert.match(stdout, /"type":"call-end".*ran/);
    assert.match(stdout, /"reason":"answered"/);
    assert.match(stdout, /"type":"retry"/);
    assert.match(stdout, /"reason":"failed".*refused the key/);
    assert.equal(server.requests.length, 4);
    for (const { body } of server.requests.slice(0, 2)) assert.ok(!body.includes(key), 'the model is not told the key');
    const files = readdirSync(join(place.path, '.coder'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    assert.ok(files.length > 0);
    for (const file of files)
      assert.ok(!readFileSync(join(file.parentPath, file.name), 'utf8').includes(key), file.name);
    const shown = stdout.split('\n').filter((line) => !line.includes('your key is')); // without the model's own text
    assert.ok(!shown.join('\n').includes(key));
    assert.ok(!stderr.includes(key));
    const session = files.find(({ name }) => name.endsWith('.jsonl'))?.name.replace('.jsonl', '') ?? '';
    // The stored session is the same for every protocol.
    for (const form of isLong || index === 0 ? FORMS : [FORMS[index % FORMS.length] ?? '']) {
      const exported = await runCoder(['export', session, form, '-o', '-'], { cwd: place.path, env });
      assert.match(exported.stdout, /your key is/, form);
      assert.ok(!exported.stdout.includes(key), form);
    }
  });
}

test('PRV-1 a stored session is in OpenAI Chat Completions form, whatever protocol was used', async () => {
  const protocol = PROTOCOLS.find(({ name }) => name === 'anthropic');
  assert.ok(protocol);
  using place = scratch();
  writeFileSync(join(place.path, 'x'), 'content');
  await using server = await startModelServer([
    [H, protocol.calls],
    [H, protocol.whole('done')],
  ]);
  const config = join(place.home, 'own.json');
  writeFileSync(config, JSON.stringify({ provider: { protocol: 'anthropic' } }));
  const { code } = await runCoder(['--config', config, '-p', 'look'], { cwd: place.path, url: server.url });
  assert.equal(code, 0);
  const folder = join(place.path, '.coder', 'sessions');
  const snapshot = readdirSync(folder).find((name) => name.endsWith('.json'));
  const { messages } = JSON.parse(readFileSync(join(folder, snapshot ?? ''), 'utf8')) as {
    messages: { role: string }[];
  };
  assert.deepEqual(
    messages.map(({ role }) => role),
    ['system', 'user', 'assistant', 'tool', 'tool', 'assistant'],
  );
  const sent = JSON.parse(server.requests[1]?.body ?? '') as { messages: { content: { type: string }[] }[] };
  assert.deepEqual(
    sent.messages[1]?.content.map(({ type }) => type),
    ['thinking', 'redacted_thinking', 'text', 'tool_use', 'tool_use'],
  );
});

test('PRV-2 a tool call that a model without a profile writes as text is reported on stderr with what to do', async () => {
  using place = scratch();
  await using server = await startModelServer([
    say('Sure.<tool_call>\n<function=read>\n<parameter=path>\na\n</parameter>\n</function>\n</tool_call>'),
  ]);
  const { code, stderr } = await runCoder(['-p', 'go'], { cwd: place.path, url: server.url });
  assert.equal(code, 0);
  assert.match(stderr, /^The model wrote a call as text, which was not run\. "coder doctor --model \S+" measures/m);
  assert.equal(server.requests.length, 1);
});
