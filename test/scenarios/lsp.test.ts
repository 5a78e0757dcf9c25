import assert from 'node:assert/strict';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { call, calls, say, startModelServer } from '../fixtures/model-server.ts';
import { runCoder, type Scratch, scratch } from '../fixtures/run-coder.ts';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const GOOD = 'export function add(a: number): number {\n  return a;\n}\nexport const one = add(1);\n';

function project(t: Parameters<typeof scratch>[0]): Scratch {
  const place = scratch(t);
  symlinkSync(modules, join(place.path, 'node_modules'));
  writeFileSync(join(place.path, 'tsconfig.json'), '{ "compilerOptions": { "strict": true }, "include": ["*.ts"] }');
  writeFileSync(join(place.path, 'a.ts'), GOOD);
  writeFileSync(join(place.home, 'c.json'), '{ "lsp": { "diagnostics": "on", "wait_ms": 20000 } }');
  return place;
}

test('LSP-1 LSP-4 LSP-5 with the project’s own TypeScript, once trusted, a step is shown the errors it caused and a rename is complete', async (t) => {
  const place = project(t);
  const options = { cwd: place.path, env: { HOME: place.home } };
  const [hash = ''] = /sha256:\w+/.exec((await runCoder(['trust'], options)).stdout) ?? [];
  await using server = await startModelServer([
    calls([
      { name: 'read', args: { path: 'a.ts' } },
      { name: 'lsp_definition', args: { path: 'a.ts', line: 4, symbol: 'add' } },
    ]),
    calls([
      { name: 'edit', args: { path: 'a.ts', old_string: 'add(1)', new_string: 'add("1")' } },
      { name: 'edit', args: { path: 'a.ts', old_string: 'return a;', new_string: 'return a + 0;' } },
    ]),
    call('edit', { path: 'a.ts', old_string: 'add("1")', new_string: 'add(1)' }),
    call('lsp_rename', { path: 'a.ts', line: 1, symbol: 'add', new_name: 'sum' }),
    say('done'),
  ]);
  const args = ['-p', 'go', '--mode', 'auto-edit', '--trust', hash, '--config', join(place.home, 'c.json')];
  const ran = await runCoder(args, { ...options, url: server.url });
  assert.equal(ran.stdout, 'done\n', ran.stderr);
  const results = JSON.parse(server.requests.at(-1)?.body ?? '{}') as { messages: { role: string; content: string }[] };
  const [, definition, first, second, third, rename] = results.messages.flatMap(({ role, content }) =>
    role === 'tool' ? [content] : [],
  );
  assert.equal(definition, 'a.ts:1:17 export function add(a: number): number {');
  assert.ok(!first?.includes('Errors'), 'once a step, with its last edit');
  assert.match(second ?? '', /The edit is applied\. Errors that were not there before this step:\na\.ts:4 2345: /);
  assert.ok(!third?.includes('Errors'), 'a step that repairs breaks nothing');
  assert.match(rename ?? '', /^renamed in:\na\.ts \(2 lines\)/);
  assert.match(readFileSync(join(place.path, 'a.ts'), 'utf8'), /function sum.*one = sum\(1\)/s);
});

test('LSP-1 LSP-5 without trust no server runs and no request describes the tools; a call reports what is missing', async (t) => {
  const place = project(t);
  await using server = await startModelServer([call('lsp_hover', { path: 'a.ts', symbol: 'add' }), say('done')]);
  await runCoder(['-p', 'go'], { cwd: place.path, env: { HOME: place.home, PATH: '/usr/bin:/bin' }, url: server.url });
  assert.ok(!server.requests[0]?.body.includes('lsp_'));
  assert.match(server.requests[1]?.body ?? '', /The project has its own \(node_modules\/\.bin\/tsc\)/);
});
