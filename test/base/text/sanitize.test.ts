import assert from 'node:assert/strict';
import { test } from 'node:test';
import xterm from '@xterm/headless';
import { cleanLine, createSanitizer, sanitize } from '../../../src/base/text/sanitize.ts';
import { cpuTime } from '../../fixtures/cpu-time.ts';

const PIECES = [
  '\x1b',
  '\x9b',
  '\x9d',
  '\x90',
  '\x9c',
  '\x98',
  '\x9e',
  '\x9f',
  '\x1b[',
  '\x1b]',
  '\x1bP',
  '\x1b_',
  '\x1b^',
  '\x1bX',
  '\x1b\\',
  '\x07',
  '\x18',
  '\x1a',
  '52;c;aGk=',
  '0;title',
  '8;;http://x',
  'H',
  '2J',
  '3J',
  '6n',
  'c',
  '?1049h',
  '?25l',
  '?2004h',
  '>1u',
  '31m',
  '0m',
  '8m',
  '1;',
  '38;5;8m',
  '\r',
  '\n',
  '\b',
  '\t',
  '\0',
  '\x7f',
  'text',
  '中文',
  '\u202e',
  '\u{e0041}',
  '\x1b#8',
  '\x1b(0',
  '\x1b7',
  '\x1b8',
  '\x1bM',
  '\x1bD',
  '\x1bE',
  '\x1bc',
  '\x1b=',
  '\x0e',
  '\x0f',
  '?6h',
  '5;10r',
  't',
  '18t',
  '!p',
];

function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

function attack(random: (below: number) => number): string {
  return Array.from({ length: 1 + random(20) }, () => {
    if (random(5) === 0) return String.fromCharCode(random(256));
    return PIECES[random(PIECES.length)] ?? '';
  }).join('');
}

test('OUT-7 D6 5,000 fuzzed strings change neither the title, the modes nor the text above, and trigger no replies', async () => {
  const random = generator(42);
  const terminal = new xterm.Terminal({ cols: 40, rows: 10, allowProposedApi: true, scrollback: 100 });
  const write = (text: string) => new Promise<void>((resolve) => terminal.write(text, resolve));
  const heard: string[] = [];
  terminal.onTitleChange((title) => heard.push(`title ${title}`));
  terminal.onData((data) => heard.push(`reply ${JSON.stringify(data)}`));
  terminal.onBell(() => heard.push('bell'));
  terminal.parser.registerOscHandler(52, () => {
    heard.push('clipboard');
    return true;
  });
  const modes = JSON.stringify(terminal.modes);
  for (let round = 0; round < 5000; round += 1) {
    const sanitizer = createSanitizer({ colors: round % 2 === 0, returns: round % 3 === 0 ? 'rewrite' : 'newline' });
    const text = attack(random);
    const cut = random(text.length + 1);
    // The filter keeps its state from chunk to chunk, wherever the text is cut.
    const clean = sanitizer.write(text.slice(0, cut)) + sanitizer.write(text.slice(cut)) + sanitizer.end();
    assert.doesNotMatch(clean, /[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f]|\x1b(?!\[[0-9;:]*m)/, JSON.stringify(text));
    terminal.write(`\r\n${clean.replaceAll('\n', '\r\n')}`);
    if (round % 50 !== 0) continue;
    await write('');
    assert.equal(terminal.buffer.active.type, 'normal');
    assert.equal(JSON.stringify(terminal.modes), modes, JSON.stringify(text));
  }
  assert.deepEqual(heard, []);
});

test('OUT-7 D6 sequences are removed whole, and colours stay only on request', () => {
  const cases: [string, string][] = [
    ['a\x1b]0;evil\x07b', 'ab'],
    ['a\x1b]52;c;aGk=\x1b\\b', 'ab'],
    ['a\x9d0;evil\x9cb', 'ab'],
    ['a\x1bPq#0\x1b\\b', 'ab'],
    ['a\x1b[2Jb\x1b[6nc\x1bcd', 'abcd'],
    ['a\x1b]8;;http://x\x07link\x1b]8;;\x07b', 'alinkb'],
    ['a\x1b]0;never ends\nnext', 'a\nnext'],
    ['\x1b(0lqk\x1b(B', 'lqk'],
    ['a\x1b[31mred\x1b[0mb', 'aredb'],
    ['bell\x07nul\0del\x7f', 'bellnuldel'],
  ];
  for (const [given, expected] of cases) assert.equal(sanitize(given), expected, JSON.stringify(given));
  assert.equal(sanitize('a\x1b[31mred\x1b[0mb', { colors: true }), 'a\x1b[31mred\x1b[0mb');
  assert.equal(sanitize('\x1b[8mhidden\x1b[1;5;8mx', { colors: true }), 'hidden\x1b[1mx\x1b[0m');
  assert.equal(sanitize('\x1b[38;5;8mgrey', { colors: true }), '\x1b[38;5;8mgrey\x1b[0m');
});

test('OUT-7 D6 an unterminated control string swallows a bounded piece, not the rest of the output', () => {
  const text = sanitize(`\x1b]0;${'x'.repeat(10_000)}`);
  assert.ok(text.length > 5000 && text.length < 10_000);
});

test('OUT-7 D5 a rewritten line keeps only its final text', () => {
  assert.equal(sanitize('rm -rf build #\r\x1b[2Kls -la'), 'ls -la');
  assert.equal(sanitize(' 10%\r 50%\r100%\ndone\n'), '100%\ndone\n');
  assert.equal(sanitize('one\r\ntwo\r\n'), 'one\ntwo\n');
  assert.equal(sanitize('N\bNA\bAM\bM'), 'NAM');
  assert.equal(createSanitizer().write('one\rtwo'), 'one\ntwo');
});

test('OUT-7 F3 a sequence cut between chunks is still one sequence', () => {
  const sanitizer = createSanitizer();
  const pieces = ['a\x1b', ']0;ti', 'tle\x1b', '\\b', '\x1b[', '3', '1', 'mc', '\x1b'];
  assert.equal(pieces.map((piece) => sanitizer.write(piece)).join('') + sanitizer.end(), 'abc');
});

test('D2 characters that reorder or hide text are shown, real flags are kept', () => {
  assert.equal(sanitize('a\u202eb'), 'a<U+202E>b');
  assert.equal(sanitize('x\u{e0041}\u{e0042}'), 'x<U+E0041><U+E0042>');
  assert.equal(sanitize('zero\u200bwidth\ufeff'), 'zerowidth');
  const wales = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}';
  assert.equal(sanitize(`${wales} ok`), `${wales} ok`);
  assert.equal(sanitize('👩\u200d💻'), '👩\u200d💻');
});

test('D6 H4 titles and names become one clean line', () => {
  assert.equal(cleanLine(' a\x1b]0;x\x07\r\n b\tc '), 'a b c');
});

test('F3 two megabytes of a single line, of ESC or of marks take little time', () => {
  for (const unit of ['x', '\x1b', 'e\u0301', '\r']) {
    const text = unit.repeat(2_000_000 / unit.length);
    const start = cpuTime();
    sanitize(text);
    assert.ok(cpuTime() - start < 2000, JSON.stringify(unit));
  }
});
