import assert from 'node:assert/strict';
import { readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createProcesses } from '../../../src/host/process/process.ts';
import { createLanguageServers } from '../../../src/integrations/lsp/language-servers.ts';
import { SERVERS, type ServerRow } from '../../../src/integrations/lsp/servers.ts';
import { cleanUp } from '../../fixtures/clean-up.ts';
import { scratch } from '../../fixtures/run-coder.ts';

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const server = fileURLToPath(new URL('../../fixtures/lsp-server.ts', import.meta.url));
const { signal } = new AbortController();

type Context = Parameters<typeof cleanUp>[0] & Parameters<typeof scratch>[0];

function setUp(t: Context, rows: readonly ServerRow[], options: { maxMb?: number; trusted?: boolean } = {}) {
  const { path: root } = scratch(t);
  const said: string[] = [];
  const processes = createProcesses({ env: process.env, marker: 'lsp-test' });
  const servers = createLanguageServers({
    processes,
    root,
    env: process.env,
    avoid: [root],
    rows,
    trusts: () => options.trusted ?? true,
    readText: async (path) => readFileSync(path, 'utf8'),
    waitMs: 1500,
    maxMb: options.maxMb ?? 4096,
    warn: ({ text }) => said.push(text),
  });
  cleanUp(t, () => processes.close());
  const file = join(root, 'a.txt');
  const write = (text: string, name = 'a.txt') => writeFileSync(join(root, name), text);
  return { root, file, servers, write, said, close: () => servers.close() };
}

function standIn(way: string): ServerRow {
  const argv = [process.execPath, server, way] as const;
  return { id: way, argv: [...argv], languages: { '.txt': 'text' }, install: 'have it', markers: [] };
}

for (const way of ['pull', 'registers', 'versions', 'late']) {
  test(`LSP-3 two quick edits cause no phantom error, with a server of the kind ${way}`, async (t) => {
    const { file, servers, write, close } = setUp(t, [standIn(way)]);
    write('fine\n');
    assert.deepEqual(await servers.code.diagnostics(file, signal), { ok: true, value: [], server: way });
    for (let round = 0; round < 10; round++) {
      write(`bad ${round}\n`);
      const old = servers.code.diagnostics(file, signal);
      write(`fine ${round}\n`);
      const now = await servers.code.diagnostics(file, signal);
      await old;
      assert.deepEqual(now, { ok: true, value: [], server: way });
    }
    write('x\nbad\n');
    const found = await servers.code.diagnostics(file, signal);
    const at = { path: file, line: 2, column: 1 };
    const value = [{ ...at, severity: 'error', message: 'no good: bad', code: '7' }];
    assert.deepEqual(found, { ok: true, value, server: way });
    await close();
  });
}

test('LSP-4 only errors introduced by the step are reported, wherever lines moved; at most ten', async (t) => {
  const { file, servers, write, close } = setUp(t, [standIn('pull')]);
  const { check } = servers;
  write('bad old\nfine\n');
  await check.before([file]);
  write('new line\nbad old\nbad new\n');
  const report = await check.after([file], signal);
  assert.deepEqual(report?.status === 'checked' && report.errors.map(({ line, message }) => [line, message]), [
    [3, 'no good: bad new'],
  ]);
  await check.before([file]);
  write('bad old\nbad new\n');
  assert.deepEqual(await check.after([file], signal), { status: 'checked', errors: [], server: 'pull' });
  await check.before([file]);
  write(Array.from({ length: 30 }, (_, index) => `bad ${index}\n`).join(''));
  const many = await check.after([file], signal);
  assert.equal(many?.status === 'checked' && many.errors.length, 10);
  assert.deepEqual(await check.after([file], signal), { status: 'not-checked' }, 'nothing is known of before');
  await close();
});

test('LSP-1 a server that dies at the start is off, with its last line; a missing one is named once', async (t) => {
  const dying = setUp(t, [standIn('dies')]);
  dying.write('x');
  const why = 'dies ended with exit code 3: no licence found. It stays off in this session.';
  assert.deepEqual(await dying.servers.code.diagnostics(dying.file, signal), { ok: false, why });
  assert.deepEqual(dying.said, [why]);
  assert.deepEqual(await dying.servers.code.diagnostics(dying.file, signal), { ok: false, why });
  assert.equal(await dying.servers.check.after([dying.file], signal), undefined);

  const row: ServerRow = { ...standIn('pull'), argv: ['no-such-server-anywhere'] };
  const missing = setUp(t, [row]);
  missing.write('x');
  const first = await missing.servers.code.diagnostics(missing.file, signal);
  const second = await missing.servers.code.diagnostics(missing.file, signal);
  assert.match(first.ok ? '' : first.why, /no language server for \.txt files here\. To get one: have it/);
  assert.equal(second.ok ? '' : second.why, 'There is no language server for .txt files here.');
  const other = await missing.servers.code.diagnostics(join(missing.root, 'x.unknown'), signal);
  assert.match(other.ok ? '' : other.why, /knows no language server for \.unknown files/);
});

test('LSP-2 a server over its memory limit is ended, with a message', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const { file, servers, write, said } = setUp(t, [standIn('pull')], { maxMb: 10 });
  write('x');
  await servers.code.diagnostics(file, signal);
  assert.match(said.join(), /used \d+ MB, more than lsp\.max_mb \(10\), and was stopped/);
  const next = await servers.code.diagnostics(file, signal);
  assert.match(next.ok ? '' : next.why, /stays off/);
});

test('LSP-2 no process is left after the end, not even of a server that ignores it', async (t) => {
  const { root, file, servers, write, close } = setUp(t, [standIn('stays')]);
  write('x');
  await servers.code.symbols(file, undefined, signal);
  assert.ok(processesIn(root) > 0);
  await close(); // a server that was waited for would never end
  assert.equal(processesIn(root), 0);
});

test('LSP-1 LSP-3 LSP-5 TypeScript’s own server: errors, definition, references, rename; only once trusted', async (t) => {
  const rows = SERVERS.filter(({ id }) => id === 'typescript');
  const { root, servers, write, close } = setUp(t, rows);
  symlinkSync(modules, join(root, 'node_modules'));
  write('{ "compilerOptions": { "strict": true, "noEmit": true }, "include": ["*.ts"] }', 'tsconfig.json');
  write('export function add(a: number): number {\n  return a;\n}\n', 'a.ts');
  write("import { add } from './a.ts';\nexport const one: string = add(1);\n", 'b.ts');
  const [a, b] = [join(root, 'a.ts'), join(root, 'b.ts')];
  const found = await servers.code.diagnostics(b, signal);
  assert.deepEqual(found.ok && found.value.map(({ line, code }) => [line, code]).at(-1), [2, '2322']);
  write("import { add } from './a.ts';\nexport const one: number = add(1);\n", 'b.ts');
  const at = { path: b, line: 2, column: 29 };
  const definition = await servers.code.definition(at, signal);
  assert.deepEqual(definition.ok && definition.value, [{ path: a, line: 1, column: 17 }]);
  const references = await servers.code.references(at, signal);
  assert.equal(references.ok && references.value.length, 3);
  const rename = await servers.code.rename(at, 'sum', signal);
  assert.deepEqual(rename.ok && rename.value.map(({ path, from }) => `${path}:${from.line}`).toSorted(), [
    `${a}:1`,
    `${b}:1`,
    `${b}:2`,
  ]);
  const hover = await servers.code.hover(at, signal);
  assert.match(hover.ok ? hover.value : '', /function add\(a: number\): number/);
  await close();
  assert.equal(processesIn(root), 0);

  const untrusted = setUp(t, rows, { trusted: false });
  symlinkSync(modules, join(untrusted.root, 'node_modules'));
  untrusted.write('', 'a.ts');
  const refused = await untrusted.servers.code.diagnostics(join(untrusted.root, 'a.ts'), signal);
  assert.match(refused.ok ? '' : refused.why, /node_modules\/\.bin\/tsc.*once the user trusts it/);
});

function processesIn(folder: string): number {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(join('/proc', name, 'cwd')) === folder;
    } catch {
      return false; // ended meanwhile
    }
  }).length;
}
