import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createSecretVault } from '../../src/base/secrets/secret-vault.ts';
import { steadyClock } from '../../src/base/steady-clock.ts';
import { createMeter } from '../../src/core/meter.ts';
import { settingOf, todosOf } from '../../src/log/fold.ts';
import { sentOf } from '../../src/log/sent.ts';
import { NO_USAGE } from '../../src/protocol/message.ts';
import { cpuTime } from '../fixtures/cpu-time.ts';
import { isLong, times } from '../fixtures/long.ts';
import { lacks } from '../fixtures/programs.ts';
import { COMPILED } from '../fixtures/run-coder.ts';
import { assistant, open, outline, said, tempFolder, tool, user } from './open.ts';

const id = '20261115-093042-k3f9';
/** For children with a limit on file sizes, because Node's cache of compiled code is files too. */
const UNCACHED = { ...process.env, NODE_COMPILE_CACHE: undefined };

test('CLI-6 E1 nothing is written before the first message; then everything is private and ignored by git', async (t) => {
  const root = tempFolder(t);
  const session = await open(root, id, { create: true });
  await session.append({ type: 'setting', key: 'mode', value: 'plan' });
  await session.save();
  assert.deepEqual(readdirSync(root), []);
  await session.append(said(user('hello')));
  await session.save();
  const coder = join(root, '.coder');
  assert.deepEqual(readdirSync(join(coder, 'sessions')).sort(), [`${id}.json`, `${id}.jsonl`, `${id}.jsonl.lock`]);
  for (const file of readdirSync(join(coder, 'sessions'))) {
    assert.equal(statSync(join(coder, 'sessions', file)).mode & 0o777, 0o600, file);
  }
  assert.equal(statSync(coder).mode & 0o777, 0o700);
  assert.equal(statSync(join(coder, 'sessions')).mode & 0o777, 0o700);
  const ignored = readFileSync(join(coder, '.gitignore'), 'utf8').split('\n');
  assert.ok(ignored.includes('sessions/') && ignored.includes('cache/') && !ignored.includes('*'));
  await session.close();
  assert.deepEqual(readdirSync(join(coder, 'sessions')).sort(), [`${id}.json`, `${id}.jsonl`]);
  const again = await open(root, id);
  assert.equal(settingOf(again.entries, 'mode'), 'plan', 'what was set before the first message is there');
  await again.close();
});

test('CLI-6 a project can still commit its settings', async (t) => {
  const root = tempFolder(t);
  execFileSync('git', ['init', '-q', root]);
  const session = await open(root, id, { create: true });
  await session.append(said(user('hello')));
  await session.close();
  writeFileSync(join(root, '.coder', 'config.json'), '{}');
  const status = execFileSync('git', ['-C', root, 'status', '--porcelain', '-uall'], { encoding: 'utf8' });
  assert.equal(status, '?? .coder/config.json\n');
});

test('CLI-6 E1 sessions are ignored by git even if a repository brings its own .gitignore', async (t) => {
  const root = tempFolder(t);
  execFileSync('git', ['init', '-q', root]);
  mkdirSync(join(root, '.coder'));
  writeFileSync(join(root, '.coder', '.gitignore'), '# nothing\n');
  const session = await open(root, id, { create: true });
  await session.append(said(user('hello')));
  await session.close();
  const status = execFileSync('git', ['-C', root, 'status', '--porcelain', '-uall'], { encoding: 'utf8' });
  assert.equal(status, '?? .coder/.gitignore\n');
});

test('SES-2 entries appended concurrently come back in order', async (t) => {
  const root = tempFolder(t);
  const session = await open(root, id, { create: true });
  const texts = Array.from({ length: 200 }, (_, index) => `message ${index}`);
  await Promise.all(texts.map((text) => session.append(said(user(text)))));
  const before = session.entries.map((entry) => entry);
  await session.close();
  const again = await open(root, id);
  assert.deepEqual(again.entries.slice(0, before.length), before);
  assert.deepEqual(
    outline(sentOf(again.entries)),
    texts.map((text) => `user ${text}`),
  );
  await again.close();
});

test('SES-2 a session that was only viewed stays unchanged', async (t) => {
  const root = tempFolder(t);
  const session = await open(root, id, { create: true });
  await session.append(said(user('hello')));
  await session.close();
  const log = join(root, '.coder', 'sessions', `${id}.jsonl`);
  const before = readFileSync(log);
  const again = await open(root, id);
  await again.save();
  await again.close();
  assert.deepEqual(readFileSync(log), before);
});

test('SES-3 H4 unknown ids and ids that are paths are not found', async (t) => {
  const root = tempFolder(t);
  writeFileSync(join(root, 'x.jsonl'), '');
  for (const [bad, shown] of [
    ['nope', 'nope'],
    ['../../x', '../../x'],
    ['', ''],
    ['a/b', 'a/b'],
    ['a.jsonl', 'a.jsonl'],
    ['\u001b[2J', '?[2J'],
    ['a'.repeat(65), 'a'.repeat(64)],
  ] as const) {
    await assert.rejects(open(root, bad), { code: 'session-not-found', message: `Session not found: ${shown}` });
    if (bad !== 'nope') await assert.rejects(open(root, bad, { create: true }), { code: 'session-not-found' });
  }
  assert.deepEqual(readdirSync(root), ['x.jsonl']);
});

test('H2 a second writer is refused and told what to do', async (t) => {
  const root = tempFolder(t);
  const session = await open(root, id, { create: true });
  await session.append(said(user('hello')));
  await assert.rejects(open(root, id), {
    code: 'locked',
    message: /^This session is in use by process \d+\. End it first; if it is gone, delete /,
  });
  await assert.rejects(open(root, id, { create: true }), { code: 'session-exists' });
  await session.close();
  await (await open(root, id)).close();
});

test('H5 a call that was cut off is answered as interrupted on the next open', async (t) => {
  const root = tempFolder(t);
  const first = await open(root, id, { create: true });
  await first.append(said(user('go')));
  await first.append(said(assistant('two calls', 'c1', 'c2')));
  await first.append(said(tool('c1')));
  await first.close();
  const again = await open(root, id);
  assert.deepEqual(outline(sentOf(again.entries)), [
    'user go',
    'assistant two calls >c1 >c2',
    'tool c1 ok',
    'tool c2 cancelled',
  ]);
  await again.append(said(user('next'), 't2'));
  await again.close();
  const third = await open(root, id);
  assert.deepEqual(outline(third.entries.flatMap((entry) => (entry.type === 'message' ? [entry.message] : []))), [
    'user go',
    'assistant two calls >c1 >c2',
    'tool c1 ok',
    'tool c2 cancelled',
    'user next',
  ]);
  await third.close();
});

test(`H1 cut at ${isLong ? 'every byte' : 'some bytes, all near an end of line,'} of the last lines: no earlier entry is lost, and the log can be written again`, async (t) => {
  const root = tempFolder(t);
  const session = await open(root, id, { create: true });
  await session.append(said(user('first')));
  await session.append({ type: 'todos', items: [{ content: 'é', status: 'pending' }] });
  await session.append(said(assistant('好的')));
  const whole = session.entries.length;
  await session.close();
  const folder = join(root, '.coder', 'sessions');
  const log = join(folder, `${id}.jsonl`);
  const bytes = readFileSync(log);
  const lines = bytes.toString('utf8').trimEnd().split('\n');
  const tail = Buffer.byteLength(lines.slice(-2).join('\n')) + 1;
  const isNearEnd = (cut: number) => bytes.subarray(Math.max(0, cut - 3), cut + 3).includes(10);
  for (let cut = bytes.length - tail; cut <= bytes.length; cut += 1) {
    if (!isLong && cut % 5 > 0 && !isNearEnd(cut)) continue;
    rmSync(folder, { recursive: true });
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(log, bytes.subarray(0, cut));
    const again = await open(root, id);
    const ended = [...bytes.subarray(0, cut)].filter((byte) => byte === 10).length;
    const unended = bytes[cut] === 10;
    const kept = ended + (unended ? 1 : 0);
    assert.ok(kept >= whole - 2);
    assert.equal(again.entries.length, kept + 1, `cut at ${cut}: all whole lines and the new start`);
    const torn = readdirSync(folder).filter((name) => name.includes('.torn-'));
    const end = bytes.subarray(0, cut).lastIndexOf(10) + 1;
    if (unended || end === cut) assert.deepEqual(torn, []);
    else
      assert.deepEqual(
        readFileSync(join(folder, torn[0] as string)),
        bytes.subarray(end, cut),
        'the original bytes are kept aside',
      );
    await again.append(said(user('after')));
    await again.close();
    const last = await open(root, id);
    assert.deepEqual(last.entries.slice(0, kept), session.entries.slice(0, kept));
    assert.equal(outline(sentOf(last.entries)).at(-1), 'user after');
    await last.close();
  }
});

const KILLS = times({ long: 30, short: 4 });
const MUTATED = times({ long: 200, short: 40 });

test(`H1 SES-2 after ${KILLS} kills while appending, every entry reported as written is there`, {
  timeout: 60_000,
}, async (t) => {
  const root = tempFolder(t);
  const code = `
    import { openSession } from ${JSON.stringify(new URL('../../src/session/log.ts', import.meta.url).href)};
    import { writeSync } from 'node:fs';
    const options = JSON.parse(process.argv[1]);
    const session = await openSession({ ...options, mask: (text) => text, warn: (text) => { throw new Error(text); } });
    for (let n = options.from; ; n += 1) {
      const content = [{ type: 'text', text: String(n) + ' ' + 'x'.repeat((n * 997) % 5000) }];
      await session.append({ type: 'message', turn: 't', prompt: 'p', message: { role: 'user', content } });
      writeSync(1, n + '\\n');
      if (n % 16 === 0) session.save();
      if (n % 4 === 0) await new Promise((resolve) => setImmediate(resolve));
    }`;
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILED }; // many starts, compiled once
  const imported = `import ${JSON.stringify(new URL('../../src/session/log.ts', import.meta.url).href)}`;
  execFileSync(process.execPath, ['--input-type=module', '-e', imported], { env });
  let from = 0;
  for (let round = 0; round < KILLS; round += 1) {
    const options = {
      folder: join(root, '.coder', 'sessions'),
      id,
      create: round === 0,
      cwd: root,
      version: '0',
      from,
    };
    const child = spawn(process.execPath, ['--input-type=module', '-e', code, JSON.stringify(options)], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env,
    });
    let output = '';
    const wanted = 3 + ((round * 7) % 40);
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.split('\n').length > wanted) child.kill('SIGKILL');
    });
    await once(child, 'close');
    const reported = Number(output.trimEnd().split('\n').at(-1));
    const session = await open(root, id);
    const numbers = sentOf(session.entries).map((message) => Number(outline([message])[0]?.split(' ')[1]));
    assert.deepEqual(
      numbers,
      Array.from({ length: numbers.length }, (_, index) => index),
      `round ${round}`,
    );
    assert.ok(numbers.length > reported, `round ${round}: ${numbers.length} entries, ${reported} was reported`);
    const snapshot = join(root, '.coder', 'sessions', `${id}.json`);
    if (existsSync(snapshot)) JSON.parse(readFileSync(snapshot, 'utf8'));
    from = numbers.length;
    await session.close();
  }
});

test(`H4 of ${MUTATED} mutated session files, valid entries are loaded, the file is kept, and nothing unexpected is thrown`, async (t) => {
  const root = tempFolder(t);
  const session = await open(root, id, { create: true });
  await session.append(said(user('go')));
  await session.append(said(assistant('call', 'c1')));
  await session.append(said(tool('c1')));
  await session.append({ type: 'todos', items: [{ content: 'a', status: 'pending' }] });
  await session.append({ type: 'turn-end', turn: 't1', reason: 'answered', usage: { input: 1, output: 1, cached: 0 } });
  await session.close();
  const folder = join(root, '.coder', 'sessions');
  const log = join(folder, `${id}.jsonl`);
  const good = readFileSync(log);
  const known = new Set(session.entries.map((entry) => JSON.stringify(entry)));
  let seed = 11;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const outcomes = { opened: 0, damaged: 0 };
  for (let round = 0; round < MUTATED; round += 1) {
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    const bytes = mutate(good, random);
    writeFileSync(log, bytes);
    try {
      const again = await open(root, id, { warn: ({ text }) => assert.match(text, /skipped \d+ damaged lines?; /) });
      const old = again.entries.slice(
        0,
        again.entries.findLastIndex(({ type }) => type === 'start'),
      );
      for (const entry of old) assert.ok(known.has(JSON.stringify(entry)), 'nothing that was never written');
      assertValid(sentOf(again.entries).map((message) => message));
      todosOf(again.entries);
      await again.append(said(user('on')));
      await again.close();
      outcomes.opened += 1;
    } catch (error) {
      assert.equal((error as { code?: string }).code, 'session-damaged', String(error));
      assert.deepEqual(readFileSync(log), bytes, 'the original is kept');
      outcomes.damaged += 1;
    }
  }
  assert.ok(outcomes.opened > MUTATED / 4 && outcomes.damaged > MUTATED / 40, JSON.stringify(outcomes));
});

function mutate(good: Buffer, random: (below: number) => number): Buffer {
  const at = random(good.length);
  const length = random(40);
  switch (random(8)) {
    case 0:
      return Buffer.alloc(0);
    case 1:
      return good.subarray(0, at);
    case 2:
      return Buffer.concat([good, Buffer.alloc(length + 1)]);
    case 3:
      return Buffer.concat([good.subarray(0, at), good.subarray(at + length)]);
    case 4:
      return Buffer.concat([good.subarray(0, at), Buffer.from('\n'), good.subarray(at)]);
    case 5:
      return Buffer.concat([good.subarray(0, at), good.subarray(at), good.subarray(random(good.length))]);
    case 6: {
      const bytes = Buffer.from(good);
      for (let index = 0; index <= length; index += 1) bytes[random(bytes.length)] = random(256);
      return bytes;
    }
    default:
      return Buffer.concat([good.subarray(at), good.subarray(0, at)]);
  }
}

/** Every call has one result right after it, ids are unique, and no result lacks a call. */
function assertValid(messages: ReturnType<typeof sentOf>): void {
  const open: string[] = [];
  const seen = new Set<string>();
  for (const message of messages) {
    if (message.role === 'tool') assert.equal(message.callId, open.shift());
    else assert.deepEqual(open, []);
    if (message.role !== 'assistant') continue;
    for (const part of message.content) {
      if (part.type !== 'call') continue;
      assert.ok(!seen.has(part.call.id));
      seen.add(part.call.id);
      open.push(part.call.id);
    }
  }
  assert.deepEqual(open, []);
}

test('H4 a session of another version is refused, naming the version, and left alone', async (t) => {
  const root = tempFolder(t);
  const session = await open(root, id, { create: true });
  await session.append(said(user('hello')));
  await session.close();
  const { sealLine } = await import('../../src/base/text/json-lines.ts');
  const log = join(root, '.coder', 'sessions', `${id}.jsonl`);
  const start = { type: 'start', version: 2, session: id, cwd: root, coder: '9.0.0', id: 'e1', at: 1 };
  writeFileSync(log, sealLine(JSON.stringify(start)));
  await assert.rejects(open(root, id), { code: 'session-version', message: /another version of coder \(9\.0\.0\)/ });
  await assert.rejects(open(root, id), { code: 'session-version' }, 'and its lock was given back');
});

test('H3 a session that cannot be written continues in memory, warns once, and is written later', async (t) => {
  const root = tempFolder(t);
  const warnings: string[] = [];
  writeFileSync(join(root, '.coder'), 'in the way');
  const session = await open(root, id, { create: true, warn: ({ text }) => warnings.push(text) });
  await session.append(said(user('one')));
  await session.append(said(user('two')));
  await session.save();
  assert.equal(warnings.length, 1);
  assert.match(
    warnings[0] ?? '',
    /^The session cannot be saved \(.*\)\. Continuing in memory; saving will be retried\.$/,
  );
  assert.equal(readFileSync(join(root, '.coder'), 'utf8'), 'in the way');
  rmSync(join(root, '.coder'));
  await session.append(said(user('three')));
  await session.close();
  const again = await open(root, id);
  assert.deepEqual(outline(sentOf(again.entries)), ['user one', 'user two', 'user three']);
  await again.close();
});

test('H3 a session that could never be saved reports that at the end and leaves no file', async (t) => {
  const root = tempFolder(t);
  const code = `
    import { openSession } from ${JSON.stringify(new URL('../../src/session/log.ts', import.meta.url).href)};
    process.on('SIGXFSZ', () => {}); // the limit stands in for a full disk
    const session = await openSession({ ...JSON.parse(process.argv[1]), mask: (text) => text, warn: ({ text }) => process.stdout.write(text + '\\n') });
    const text = 'x'.repeat(3000);
    await session.append({ type: 'message', turn: 't', prompt: 'p', message: { role: 'user', content: [{ type: 'text', text }] } });
    await session.close();`;
  const folder = join(root, '.coder', 'sessions');
  const options = JSON.stringify({ folder, id, create: true, cwd: root, version: '0' });
  const output = execFileSync(
    'bash',
    ['-c', 'ulimit -f 1; exec "$@"', 'bash', process.execPath, '--input-type=module', '-e', code, options],
    { encoding: 'utf8', env: UNCACHED },
  );
  assert.match(
    output,
    new RegExp(
      `^The session cannot be saved .*\nSession ${id} could not be saved: everything since the last save is lost\\.\n$`,
    ),
  );
  assert.deepEqual(readdirSync(folder), []);
});

test('H3 a file that cannot grow keeps no partial line, and writing continues once there is room', {
  skip: lacks('prlimit'),
}, async (t) => {
  const root = tempFolder(t);
  const code = `
    import { execFileSync } from 'node:child_process';
    import { openSession } from ${JSON.stringify(new URL('../../src/session/log.ts', import.meta.url).href)};
    process.on('SIGXFSZ', () => {}); // the limit stands in for a full disk
    const warnings = [];
    const session = await openSession({ ...JSON.parse(process.argv[1]), mask: (text) => text, warn: (text) => warnings.push(text) });
    const say = (text) => session.append({ type: 'message', turn: 't', prompt: 'p', message: { role: 'user', content: [{ type: 'text', text }] } });
    for (let n = 0; n < 20; n += 1) await say(n + ' ' + 'x'.repeat(3000));
    process.stdout.write(warnings.length + '\\n');
    execFileSync('prlimit', ['--pid', String(process.pid), '--fsize=unlimited:unlimited']);
    await say('20 there is room');
    await session.close();`;
  const options = { folder: join(root, '.coder', 'sessions'), id, create: true, cwd: root, version: '0' };
  const output = execFileSync(
    'bash',
    [
      '-c',
      'ulimit -S -f 16; exec "$@"',
      'bash',
      process.execPath,
      '--input-type=module',
      '-e',
      code,
      JSON.stringify(options),
    ],
    { encoding: 'utf8', env: UNCACHED },
  );
  assert.equal(output, '1\n', 'one warning');
  const again = await open(root, id);
  const numbers = outline(sentOf(again.entries)).map((line) => Number(line.split(' ')[1]));
  assert.deepEqual(
    numbers,
    Array.from({ length: 21 }, (_, index) => index),
  );
  await again.close();
  const log = readFileSync(join(options.folder, `${id}.jsonl`), 'utf8');
  for (const line of log.trimEnd().split('\n')) JSON.parse(line);
});

test('SES-2 the snapshot is rewritten only if something was added since', async (t) => {
  const root = tempFolder(t);
  const snapshot = () => statSync(join(root, '.coder/sessions', `${id}.json`)).ino;
  const session = await open(root, id, { create: true });
  await session.append(said(user('one')));
  await session.save();
  const first = snapshot();
  await session.save();
  assert.equal(snapshot(), first);
  const saving = session.save();
  await session.append(said(user('two')));
  await saving;
  await session.close();
  assert.match(readFileSync(join(root, '.coder/sessions', `${id}.json`), 'utf8'), /"two"/);
});

test('H3 a log deleted meanwhile is rewritten at the end of the turn', async (t) => {
  const root = tempFolder(t);
  const session = await open(root, id, { create: true });
  await session.append(said(user('one')));
  await session.save();
  rmSync(join(root, '.coder'), { recursive: true });
  await session.append(said(user('two')));
  await session.close();
  const again = await open(root, id);
  assert.deepEqual(outline(sentOf(again.entries)), ['user one', 'user two']);
  await again.close();
});

test('H3 a read-only session can still be opened and read', {
  skip: process.getuid?.() === 0 && 'root may write everything',
}, async (t) => {
  const root = tempFolder(t);
  const session = await open(root, id, { create: true });
  await session.append(said(user('one')));
  await session.close();
  const folder = join(root, '.coder', 'sessions');
  chmodSync(join(folder, `${id}.jsonl`), 0o400);
  chmodSync(folder, 0o500);
  const warnings: string[] = [];
  const again = await open(root, id, { warn: ({ text }) => warnings.push(text) });
  await again.append(said(user('two')));
  assert.deepEqual(outline(sentOf(again.entries)), ['user one', 'user two']);
  assert.equal(warnings.length, 1);
  await again.close();
  chmodSync(folder, 0o700);
});

test('E1 links planted by a repository are not followed', async (t) => {
  const root = tempFolder(t);
  const outside = tempFolder(t);
  symlinkSync(outside, join(root, '.coder'));
  const warnings: string[] = [];
  const session = await open(root, id, { create: true, warn: ({ text }) => warnings.push(text) });
  await session.append(said(user('one')));
  assert.equal(warnings.length, 1);
  await session.close();
  assert.deepEqual(readdirSync(outside), []);

  rmSync(join(root, '.coder'));
  mkdirSync(join(root, '.coder', 'sessions'), { recursive: true });
  writeFileSync(join(outside, 'target'), 'untouched');
  symlinkSync(join(outside, 'target'), join(root, '.coder', 'sessions', 'linked.jsonl'));
  await assert.rejects(open(root, 'linked'), { code: 'ELOOP' });
  execFileSync('mkfifo', [join(root, '.coder', 'sessions', 'pipe.jsonl')]);
  await assert.rejects(open(root, 'pipe'), { code: 'not-a-file' });
  assert.equal(readFileSync(join(outside, 'target'), 'utf8'), 'untouched');
});

test('SES-6 E3 no secret reaches a file of the session, and the lines stay valid', async (t) => {
  const root = tempFolder(t);
  const secret = 'canary"with\\odd\nparts-1234';
  const vault = createSecretVault({ key: () => 'test' });
  vault.add([
    { name: 'CANARY', value: secret },
    { name: 'A', value: 'assistant' },
  ]);
  const mask = (text: string) => vault.mask(text);
  const session = await open(root, id, { create: true, mask });
  await session.append({ type: 'request', model: 'm', system: `system ${secret}`, tools: [] });
  await session.append(said(user(`my key is ${secret}`)));
  const call = {
    type: 'call' as const,
    call: { id: 'c1', name: 'write', arguments: JSON.stringify({ content: `a ${secret} b` }) },
  };
  await session.append(said({ role: 'assistant', model: 'm', content: [call, { type: 'thinking', text: secret }] }));
  await session.append(said(tool('c1', JSON.stringify({ deep: secret }))));
  await session.close();
  const folder = join(root, '.coder', 'sessions');
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), 'utf8');
    assert.ok(!text.includes('parts-1234') && !text.includes('canary'), name);
    assert.ok(text.includes('[secret:CANARY.'), name);
  }
  const again = await open(root, id, { mask });
  assert.deepEqual(outline(sentOf(again.entries)), [
    `user my key is ${mask(secret)}`,
    'assistant >c1 thinking',
    'tool c1 ok',
  ]);
  await again.close();
});

test('an append takes less than a millisecond', async (t) => {
  const root = tempFolder(t);
  const session = await open(root, id, { create: true, mask: createSecretVault({ key: () => 'test' }).mask });
  const body = said(tool('c1', 'const value = compute(input); // words\n'.repeat(100)));
  for (let index = 0; index < 50; index += 1) await session.append(body);
  const times: number[] = [];
  for (let index = 0; index < 200; index += 1) {
    const start = cpuTime();
    await session.append(body);
    times.push(cpuTime() - start);
  }
  times.sort((a, b) => a - b);
  assert.ok((times[100] as number) < 1, `median ${times[100]} ms`);
  await session.close();
});

test('H8 PRV-8 the minutes of a budget stay correct if the clock is changed during a turn', async (t) => {
  for (const jump of [-86_400_000, 86_400_000]) {
    let [day, elapsed] = [1_800_000_000_000, 0];
    const clock = steadyClock(
      () => day,
      () => elapsed,
    );
    const session = await open(tempFolder(t), id, { create: true, clock });
    const meter = createMeter(session.entries, () => undefined, {});
    await session.append(said(user('hello')));
    day += jump;
    elapsed += 60_000;
    assert.equal(meter.spent(session.now()).minutes, 1);
    await session.append({ type: 'turn-end', turn: 't1', reason: 'answered', usage: NO_USAGE });
    assert.equal(meter.spent(session.now()).minutes, 1);
    assert.equal(session.now(), day, 'between turns it is the time of day again');
    await session.close();
  }
});
