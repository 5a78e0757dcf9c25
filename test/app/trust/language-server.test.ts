import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { languageServersOf, namedServers } from '../../../src/app/trust/language-server.ts';
import { scratch } from '../../fixtures/run-coder.ts';

test('LSP-1 each server in .lsp.json is an item to trust; entries that are not servers are left out', (t) => {
  const { path } = scratch(t);
  const place = { cwd: path, root: path };
  assert.deepEqual(namedServers(place), []);
  const lua = { command: './bin/lua-ls', args: ['--x'], extensionToLanguage: { '.lua': 'lua', '.bad': 1 } };
  writeFileSync(join(path, '.lsp.json'), JSON.stringify({ lua, odd: { command: 7 }, worse: 'x' }));
  const [{ row, item } = assert.fail(), ...rest] = namedServers(place);
  assert.deepEqual(rest, []);
  assert.deepEqual([row.argv, row.languages], [[join(path, 'bin', 'lua-ls'), '--x'], { '.lua': 'lua' }]);
  assert.deepEqual([item.kind, item.name], ['server', '.lsp.json#lua']);
  assert.deepEqual(
    languageServersOf(place).map(({ name }) => name),
    ['.lsp.json#lua'],
  );
  writeFileSync(join(path, '.lsp.json'), JSON.stringify({ lspServers: { lua } }));
  assert.equal(namedServers(place)[0]?.row.id, 'lua');
  writeFileSync(join(path, '.lsp.json'), 'not json');
  assert.deepEqual(namedServers(place), []);
});
