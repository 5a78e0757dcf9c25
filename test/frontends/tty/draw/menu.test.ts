import assert from 'node:assert/strict';
import { test } from 'node:test';
import { menuLines } from '../../../../src/frontends/tty/draw/menu.ts';
import { plainText } from '../../../../src/frontends/tty/screen/spans.ts';
import { createTheme } from '../../../../src/frontends/tty/screen/theme.ts';
import { en } from '../../../../src/words/en.ts';

const query = { kind: 'command', start: 0, end: 1, query: '' } as const;

function draw(count: number, selected: number): string[] {
  const items = Array.from({ length: count }, (_, index) => ({ value: `${index}`, label: `/c${index}` }));
  return menuLines({ query, items, selected }, 40, createTheme('plain'), en.screen).map(plainText);
}

test('IN-9 a menu with more items than it shows says so, and shows the position in it', () => {
  assert.deepEqual(draw(2, 1), ['  /c0', '> /c1']);
  assert.equal(draw(8, 0).length, 8);
  assert.deepEqual(draw(31, 0).slice(-2), ['  /c7', '  1/31']);
  assert.deepEqual(draw(31, 30).slice(-2), ['> /c30', '  31/31']);
});

test('IN-9 a menu over an incomplete list says that there is more', () => {
  const cut = { query, items: [], selected: 0, isPartial: true };
  const lines = menuLines(cut, 100, createTheme('plain'), en.screen).map(plainText);
  assert.deepEqual(lines, ['  too many files to list them all; type a folder to look inside it']);
});
