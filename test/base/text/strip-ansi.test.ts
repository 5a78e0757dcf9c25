import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripAnsi } from '../../../src/base/text/strip-ansi.ts';
import { cpuTime } from '../../fixtures/cpu-time.ts';

const cases: [name: string, text: string, expected: string][] = [
  ['plain text', 'plain é漢 text\n', 'plain é漢 text\n'],
  ['colours', '\x1b[1;31mred\x1b[0m', 'red'],
  ['cursor and erase', 'a\x1b[2K\x1b[1A\x1b[?25lb', 'ab'],
  ['title by OSC and BEL', '\x1b]0;title\x07after', 'after'],
  ['link by OSC and ST', '\x1b]8;;https://x\x1b\\text\x1b]8;;\x1b\\', 'text'],
  ['clipboard', '\x1b]52;c;aGk=\x07x', 'x'],
  ['DCS and APC', '\x1bPq#0\x1b\\a\x1b_Gq\x1b\\b', 'ab'],
  ['8-bit forms', '\x9b31mred\x9d0;t\x9cx', 'redx'],
  ['character sets and reset', '\x1b(Ba\x1bcb', 'ab'],
  ['an unfinished control string hides nothing', '\x1b]0;still here', '0;still here'],
  ['a lone escape at the end', 'a\x1b', 'a'],
];

for (const [name, text, expected] of cases) {
  test(`D6 ${name}`, () => assert.equal(stripAnsi(text), expected));
}

test('F3 200 KB of ESC and 5 MB of unfinished sequences take linear time', () => {
  const started = cpuTime();
  stripAnsi('\x1b'.repeat(200_000));
  stripAnsi('\x1b]'.repeat(500_000));
  stripAnsi('\x9d'.repeat(1_000_000));
  stripAnsi(`\x1b[${'1;'.repeat(2_000_000)}`);
  assert.ok(cpuTime() - started < 2000);
});
