import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterList, listLines, moveInList, type PickList } from '../../../../src/frontends/tty/dialogs/pick-list.ts';
import { key } from '../../../../src/frontends/tty/input/key-event.ts';
import { plainText } from '../../../../src/frontends/tty/screen/spans.ts';
import { createTheme } from '../../../../src/frontends/tty/screen/theme.ts';

const theme = createTheme('plain');
const options = ['gpt-5', 'gpt-5-mini', 'claude-sonnet', 'o3'];

function shown(list: PickList): string[] {
  return listLines(list, theme).map(plainText);
}

test('IN-13 arrows wrap around, a number selects its row, and rows must contain all typed words', () => {
  const first: PickList = { options, selected: 0, filter: '' };
  assert.equal(moveInList(first, key('up'))?.selected, 3);
  assert.equal(moveInList(first, key('n', { ctrl: true }))?.selected, 1);
  assert.equal(moveInList(first, key('x')), undefined);
  assert.deepEqual(shown(filterList(first, '3')), ['  1. gpt-5', '  2. gpt-5-mini', '❯ 3. claude-sonnet', '  4. o3']);
  assert.deepEqual(shown(filterList(first, 'MINI 5')), ['❯ 2. gpt-5-mini']);
  const none = filterList(first, 'nothing');
  assert.deepEqual([shown(none), none.selected], [[], undefined]);
  assert.equal(filterList(none, '').selected, 0);
  assert.deepEqual(shown(filterList(first, '9')), [], 'no such row, and no such name');
});

test('IN-13 a long list shows eight rows around the selected one, and its position', () => {
  const many = Array.from({ length: 30 }, (_, index) => `model-${index + 1}`);
  const rows = shown({ options: many, selected: 20, filter: '' });
  assert.equal(rows.length, 9);
  assert.ok(rows.includes('❯ 21. model-21'));
  assert.equal(rows.at(-1), '  21/30');
});
