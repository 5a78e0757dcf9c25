import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isLong } from './fixtures/long.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The compiler is a Go program, which needs little memory for this and can do without garbage collection. */
const env = { ...process.env, GOGC: 'off' };

const PROGRAM = `
import { buildAgent, type Stamped } from 'coder';
const seen: Stamped[] = [];
const agent = await buildAgent({ cwd: '.' }, (event) => {
  seen.push(event);
  if (event.type === 'text-delta') console.log(event.text.length);
});
await agent.send({ type: 'submit', text: 'hello' });
// @ts-expect-error there is no such op
await agent.send({ type: 'nonsense' });
// @ts-expect-error there is no such option
await buildAgent({ folder: '.' }, () => {});
`;

test('CLI-2 the published types let a strict program build an agent, and catch mistakes', {
  skip: !isLong && 'the compiler twice: CODER_LONG=1',
}, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'coder-types-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const modules = join(folder, 'node_modules');
  const types = join(modules, 'coder', 'dist', 'types');
  mkdirSync(join(modules, 'coder'), { recursive: true });
  symlinkSync(join(root, 'node_modules', '@types'), join(modules, '@types'));
  writeFileSync(join(modules, 'coder', 'package.json'), readFileSync(join(root, 'package.json')));
  execFileSync(process.execPath, [join(root, 'scripts', 'types.ts'), types], { stdio: 'pipe', env });
  writeFileSync(join(folder, 'program.mts'), PROGRAM);
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const flags = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--types',
    'node',
    '--skipDefaultLibCheck',
  ];
  const { stdout, status } = spawnSync(process.execPath, [compiler, ...flags, 'program.mts'], {
    cwd: folder,
    encoding: 'utf8',
    env,
  });
  assert.deepEqual([stdout, status], ['', 0]);
});
