import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readGitConfig } from '../../../src/host/git/read-config.ts';

const PIECES = [
  '[core]',
  '[x "a b"]',
  '[X.y]',
  '[x "q\\"\\\\"]',
  'k = v',
  'key=a b  ',
  '"quoted # text"',
  '\\\n',
  '\n',
  '\r\n',
  '# c \\\n',
  '; c\n',
  ' ; c \\\n',
  'k\n',
  '\\n',
  '\\"',
  '=',
  '\t',
  'k2 = "a\\tb"c',
  '\\\\',
];

test('C6 config files are read as git reads them', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'coder-config-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  let state = 7;
  const pick = () => PIECES[(state = (state * 1_103_515_245 + 12_345) % 2 ** 31) % PIECES.length] ?? '';
  for (let round = 0; round < 150; round++) {
    const text = `[s]\n${Array.from({ length: 1 + (round % 9) }, pick).join('')}\n`;
    const file = join(folder, 'config');
    writeFileSync(file, text);
    assert.deepEqual(
      readGitConfig(text)?.map(({ key, value }) => `${key}=${value}`),
      byGit(file),
      JSON.stringify(text),
    );
  }
});

/** `undefined` if git rejects the file. */
function byGit(file: string): string[] | undefined {
  try {
    const listing = execFileSync('git', ['config', '--null', '--list', '-f', file], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return listing
      .split('\0')
      .slice(0, -1)
      .map((entry) => {
        const at = entry.indexOf('\n');
        return at < 0 ? `${entry.toLowerCase()}=true` : `${entry.slice(0, at).toLowerCase()}=${entry.slice(at + 1)}`;
      });
  } catch {
    return undefined; // rejected
  }
}
