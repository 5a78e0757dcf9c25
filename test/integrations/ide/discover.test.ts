import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { discover } from '../../../src/integrations/ide/discover.ts';
import { mayBeThere } from '../../../src/integrations/ide/may-be-there.ts';
import { portOwner } from '../../../src/integrations/ide/port-owner.ts';
import { discoveryFile, httpCompanion, lockFile } from '../../fixtures/companion.ts';
import { scratch } from '../../fixtures/run-coder.ts';

/** No process has this id. */
const NOBODY = 2 ** 22 + 7;

function surroundings(env: Record<string, string> = {}) {
  const place = scratch();
  const temporary = join(place.home, 'tmp');
  const around = { env, home: place.home, temporary, cwd: place.path };
  return { place, around, gemini: join(temporary, 'gemini', 'ide'), claude: join(place.home, '.claude', 'ide') };
}

test('IDE-1 an editor that has the folder or a parent open is found, by either kind of file', async () => {
  const { place, around, gemini, claude } = surroundings();
  using _place = place;
  assert.equal(mayBeThere(around), false);
  discoveryFile(gemini, { port: 1001, workspacePath: `/nowhere:${place.path}` });
  lockFile(claude, { port: 1002, workspacePath: join(place.path, '..') });
  lockFile(join(place.home, '.qwen', 'ide'), { port: 1003, workspacePath: place.path });
  assert.equal(mayBeThere(around), true);
  const { found, passedOver } = discover(around);
  const named = found.toSorted((a, b) => a.port - b.port).map(({ protocol, name, port }) => [port, protocol, name]);
  assert.deepEqual(named, [
    [1001, 'http', 'VS Code'],
    [1002, 'websocket', 'Neovim'],
    [1003, 'http', 'Neovim'],
  ]);
  assert.deepEqual(passedOver, []);
});

test('IDE-1 stale, half-written and foreign files are passed over, and so are editors with other folders', async (t) => {
  const { place, around, gemini } = surroundings();
  using _place = place;
  const open = { workspacePath: place.path };
  discoveryFile(gemini, { port: 2001, ...open, pid: NOBODY });
  chmodSync(discoveryFile(gemini, { port: 2002, ...open }), 0o666);
  const real = discoveryFile(gemini, { port: 2003, ...open });
  renameSync(real, join(place.home, 'elsewhere.json'));
  symlinkSync(join(place.home, 'elsewhere.json'), real);
  discoveryFile(gemini, { port: 2004, workspacePath: `${place.path}-other` });
  discoveryFile(gemini, { port: 2005, ...open, authToken: 'two\r\nlines' });
  writeFileSync(join(gemini, `gemini-ide-server-${process.pid}-2006.json`), '{"port": 20', { mode: 0o600 });
  mkdirSync(join(gemini, `gemini-ide-server-${process.pid}-2007.json`));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(discoveryFile(gemini, { port: 2008, ...open }), 65534, 65534);
  else t.diagnostic('not root: the file of another user is not tried');
  const { found, passedOver } = discover(around);
  assert.deepEqual(found, []);
  const why = Object.fromEntries(passedOver.map(({ file, why: reason }) => [/(\d{4})\.json$/.exec(file)?.[1], reason]));
  assert.deepEqual(why, {
    2001: 'stale',
    2002: 'foreign',
    2003: 'foreign',
    2004: 'elsewhere',
    2005: 'unreadable',
    2006: 'unreadable',
    2007: 'foreign',
    ...(isRoot && { 2008: 'foreign' }),
  });
});

test("IDE-1 the terminal's environment decides between windows, and needs no file; otherwise the newest comes first", async () => {
  const { place, around, gemini, claude } = surroundings({ CLAUDE_CODE_SSE_PORT: '3002' });
  using _place = place;
  discoveryFile(gemini, { port: 3001, workspacePath: place.path });
  lockFile(claude, { port: 3002, workspacePath: '/nowhere' });
  assert.deepEqual(
    discover(around).found.map(({ port, isAround }) => [port, isAround]),
    [
      [3002, true],
      [3001, false],
    ],
  );
  const env = { GEMINI_CLI_IDE_SERVER_PORT: '3009', GEMINI_CLI_IDE_AUTH_TOKEN: 'abc' };
  const [first] = discover({ ...around, env }).found;
  assert.deepEqual([first?.port, first?.token, first?.isAround], [3009, 'abc', true]);
  for (const port of ['0', '65536', '-1', '1e3', 'x', ''])
    assert.equal(discover({ ...around, env: { ...env, GEMINI_CLI_IDE_SERVER_PORT: port } }).found[0]?.port, 3001, port);
});

test('IDE-1 the owner of the program that listens on a port is known, if the system tells', {
  skip: process.platform !== 'linux' && 'Linux',
}, async () => {
  await using editor = await httpCompanion();
  assert.equal(portOwner(editor.port), process.getuid?.());
  editor.kill();
  assert.equal(portOwner(1), undefined);
});
