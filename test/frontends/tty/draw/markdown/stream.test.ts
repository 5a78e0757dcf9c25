import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHighlighter } from '../../../../../src/frontends/tty/draw/highlight.ts';
import {
  endMarkdown,
  markdownLines,
  markdownRows,
  NO_MARKDOWN,
  writeMarkdown,
} from '../../../../../src/frontends/tty/draw/markdown/stream.ts';
import { STYLES } from '../../../../../src/frontends/tty/draw/styles.ts';
import { plainText, toRow } from '../../../../../src/frontends/tty/screen/spans.ts';
import { createTheme } from '../../../../../src/frontends/tty/screen/theme.ts';
import { cpuTime } from '../../../../fixtures/cpu-time.ts';
import { MARKDOWN_EXAMPLES } from '../../../../fixtures/markdown-examples.ts';
import { ANSWER } from '../../../../fixtures/tty-scripts.ts';

const theme = createTheme('color');

function draw(source: string, width: number, piece = source.length): { rows: string[]; mostLive: number } {
  const paper = { width, theme, highlight: () => undefined, style: STYLES.full };
  const rows: string[] = [];
  let markdown = NO_MARKDOWN;
  let mostLive = 0;
  for (let at = 0; at < source.length; at += Math.max(1, piece)) {
    const written = writeMarkdown(markdown, source.slice(at, at + piece), paper);
    markdown = written.markdown;
    rows.push(...written.lines.map(toRow));
    mostLive = Math.max(mostLive, markdownRows(markdown, paper).length);
  }
  rows.push(...endMarkdown(markdown, paper).lines.map(toRow));
  return { rows, mostLive };
}

function plain(source: string, width = 80): string[] {
  return markdownLines(source, {
    width,
    theme: createTheme('plain'),
    highlight: () => undefined,
    style: STYLES.full,
  }).map(plainText);
}

test('OUT-2 the lines are the same however the text is split', () => {
  const tricky = `${ANSWER}\n\n1. one\n2. two **bold\n   over lines** end\n\n> quote\n> more\n\n- [ ] task\n  - nested\n\n~~~\n\`\`\`\n~~~\ntail with *open`;
  const whole = draw(tricky, 40).rows;
  for (const piece of [1, 2, 3, 5, 17]) assert.deepEqual(draw(tricky, 40, piece).rows, whole, `pieces of ${piece}`);
});

test('OUT-2 only a few rows of a long paragraph, list or code block stay open while it grows', () => {
  const paragraph = 'word **bold** `code` and more of the same text, '.repeat(100);
  const list = Array.from({ length: 100 }, (_, index) => `- item ${index}`).join('\n');
  const code = `\`\`\`\n${'const x = 1;\n'.repeat(300)}\`\`\`\n`;
  for (const source of [paragraph, list, code, '很长的中文段落没有空格，'.repeat(100)]) {
    assert.ok(draw(source, 60, 7).mostLive <= 8, source.slice(0, 20));
  }
});

test('OUT-6 headings, lists, quotes, rules and tables are drawn', () => {
  assert.deepEqual(plain('# A\ntext\n- x\n  - y\n* z\n10. ten\n> q\n---\n'), [
    'A',
    '',
    'text',
    '- x',
    '  - y',
    '- z',
    '10. ten',
    '> q',
    '---',
  ]);
  assert.deepEqual(plain('| a | b |\n|:--|--:|\n| 1 | 中文 |\n'), ['a     b', '-  ----', '1  中文']);
  assert.deepEqual(plain('| left | n | mid | end |\n|---|---:|:-:|---:|\n| x | 1,000 | y | 7 |\n| | 60 | | 12 |\n'), [
    'left      n  mid  end',
    '----  -----  ---  ---',
    'x     1,000   y     7',
    '         60        12',
  ]);
  assert.deepEqual(plain('| not a table\nnext'), ['| not a table', 'next']);
});

test('OUT-6 inline marks become looks; HTML and anything that is not a mark stays text', () => {
  assert.deepEqual(draw('**b** *e* `c` ~~s~~ snake_case 2 * 3 <b>x</b> a&amp;b', 80).rows, [
    '\x1b[1mb\x1b[m \x1b[3me\x1b[m \x1b[36mc\x1b[m \x1b[9ms\x1b[m snake_case 2 * 3 <b>x</b> a&b',
  ]);
  assert.deepEqual(plain('[text](http://x.y) http://z.w'), ['text (http://x.y) http://z.w']);
});

test('OUT-6 code is shown as written, whatever its width', () => {
  const code = ['\tindented', 'a'.repeat(200), '  two  blanks ', '', '# not a heading', '| no | table |'];
  assert.deepEqual(plain(`\`\`\`\n${code.join('\n')}\n\`\`\``, 20), code);
  assert.deepEqual(plain(`- item\n  \`\`\`js\n  let x;\n  \`\`\``), ['- item', '', 'let x;']);
});

test('OUT-6 a table that is too wide wraps inside its columns', () => {
  const rows = plain(`| name | text |\n|---|---|\n| a | ${'words '.repeat(20)}|\n`, 30);
  assert.ok(rows.length > 4);
  assert.ok(
    rows.every((row) => row.length <= 30),
    rows.join('\n'),
  );
});

test('OUT-6 code is coloured once its language is loaded', async () => {
  const highlighter = createHighlighter(theme);
  const code = ['const a: number = 1; // one', 'const b = `x', 'y`;'];
  assert.equal(highlighter.highlight(code, [], 'ts'), undefined);
  await highlighter.ready();
  const lines = highlighter.highlight(code, [], 'ts') ?? [];
  assert.deepEqual(lines.map(plainText), code);
  assert.match(toRow(lines[0] ?? []), /^\x1b\[35mconst\x1b\[m /);
  assert.match(toRow(lines[0] ?? []), /\x1b\[2m\/\/ one\x1b\[m$/);
  const later = highlighter.highlight(['y`;'], code.slice(0, 2), 'ts') ?? [];
  assert.equal(toRow(later[0] ?? []), toRow(lines[2] ?? []), 'the lines above decide');
  assert.equal(highlighter.highlight(code, [], 'klingon'), undefined);
});

test('SEC-3 hostile Markdown is drawn quickly', () => {
  for (const source of [
    '*'.repeat(20_000),
    '['.repeat(20_000),
    '`'.repeat(20_001),
    '> '.repeat(10_000),
    `${'| a '.repeat(2000)}\n${'|---'.repeat(2000)}\n`,
    'a'.repeat(200_000),
    '_a '.repeat(10_000),
  ]) {
    const started = cpuTime();
    draw(source, 80, 64);
    assert.ok(cpuTime() - started < 4000, `${source.slice(0, 10)} ${cpuTime() - started}`);
  }
});

/** Splits text into pieces of one to seven characters, the same ones for the same seed. */
function inPieces(source: string, width: number, seed: number): string[] {
  const paper = { width, theme, highlight: () => undefined, style: STYLES.full };
  const rows: string[] = [];
  let markdown = NO_MARKDOWN;
  let random = seed;
  for (let at = 0; at < source.length; ) {
    random = (random * 1103515245 + 12345) % 2 ** 31;
    const length = 1 + (random % 7);
    const written = writeMarkdown(markdown, source.slice(at, at + length), paper);
    markdown = written.markdown;
    rows.push(...written.lines.map(toRow));
    at += length;
  }
  return [...rows, ...endMarkdown(markdown, paper).lines.map(toRow)];
}

test('OUT-2 OUT-6 the examples of CommonMark and GFM look the same however they are split, alone and one after the other', () => {
  const sources = [...MARKDOWN_EXAMPLES, MARKDOWN_EXAMPLES.join('\n'), MARKDOWN_EXAMPLES.join('\n\nA paragraph.\n\n')];
  for (const source of sources) {
    for (const width of [20, 80]) {
      const whole = draw(source, width).rows;
      for (let seed = 1; seed <= 3; seed += 1) {
        assert.deepEqual(inPieces(source, width, seed), whole, JSON.stringify(source.slice(0, 80)));
      }
    }
  }
});

test('OUT-2 OUT-6 one tilde strikes a single word but never several, however the text is split', () => {
  for (const [source, shown] of [
    ['It is ~wrong~ right.', 'It is \x1b[9mwrong\x1b[m right.'],
    ['~~two words~~ are', '\x1b[9mtwo words\x1b[m are'],
    ["This ~is ~ legit~ isn't ~ legit.", "This ~is ~ legit~ isn't ~ legit."],
    ['From ~5 MB to *6 MB~ or so*', 'From ~5 MB to \x1b[3m6 MB~ or so\x1b[m'],
    ['~你好~', '~你好~'],
  ] as const) {
    for (let seed = 1; seed <= 2; seed += 1) assert.deepEqual(inPieces(source, 80, seed), [shown]);
    assert.deepEqual(draw(source, 80).rows, [shown]);
  }
});

test('OUT-6 every word of the examples is visible', () => {
  for (const source of MARKDOWN_EXAMPLES) {
    const shown = plain(source, 200).join('\n');
    const words = source.replace(/ "title"|&\w+;|&#\w+;|^~~~~ .*$/gm, '').match(/\p{L}{2,}/gu);
    for (const word of words ?? []) assert.ok(shown.includes(word), `${word} of ${JSON.stringify(source)}:\n${shown}`);
  }
});

test('OUT-6 indented code is given out line by line as written, with its blank lines', () => {
  const source =
    'Run this:\n\n    def area(radius):\n        return 3.14 * radius ** 2\n\n    print(area(2))\nand more\n';
  const rows = [
    'Run this:',
    '',
    '    def area(radius):',
    '        return 3.14 * radius ** 2',
    '',
    '    print(area(2))',
    '',
    'and more',
  ];
  assert.deepEqual(plain(source), rows);
  assert.deepEqual(inPieces(source, 80, 3), rows);
});

test('OUT-6 entities become characters, except those that would control a terminal', () => {
  assert.deepEqual(
    plain(
      '&copy; &AElig; &frac34; &ouml; &Ouml; &Omega; &omega; &hellip; &ne; &#x1F600; &#35; &#27;[2J &#x202e; &no;\n',
    ),
    ['© Æ ¾ ö Ö Ω ω … ≠ 😀 # &#27;[2J &#x202e; &no;'],
  );
});

test('OUT-6 C7 text nested too deeply for the stack is shown as written', () => {
  const source = '*a **a '.repeat(2500);
  const words = plain(source, 80).join(' ').match(/a/g) ?? [];
  assert.equal(words.length, 5000);
});

test('OUT-2 lines designed to be slow to parse take time proportional to their length', () => {
  const hostile = [
    `${'~'.repeat(20_000)}\``,
    `#${' #'.repeat(10_000)} x`,
    `|${' :-'.repeat(10_000)}x`,
    '-'.repeat(20_000),
    `| a |\n|${'-|'.repeat(10_000)}x`,
    `${'`'.repeat(20_000)} x \``,
  ];
  for (const source of hostile) {
    const started = cpuTime();
    plain(`${source}\n`);
    const ms = cpuTime() - started;
    assert.ok(ms < 2000, `${Math.round(ms)} ms for ${source.slice(0, 20)}`);
  }
});

test('OUT-7 character references cannot control the terminal, wherever they occur in Markdown', () => {
  const esc = '&#27;]52;c;eA==&#7; &#x9b;2J &#x202e;';
  const link = '&#27;]0;x&#7;';
  const source = `${esc} **${esc}** \`${esc}\` [${esc}](x${link}) ![${esc}](y${link}) <http://a${link}> http://b.com/${link}\n\n| ${esc} |\n|---|\n| ${esc} |\n\n# ${esc}\n`;
  for (const row of draw(source, 400).rows) {
    assert.doesNotMatch(row.replace(/\x1b\[[\d;]*m/g, ''), /(?!\n)[\p{Cc}\u202e]/u, JSON.stringify(row));
  }
});

test('OUT-6 in compact, heading levels, rules and quotes differ, and code is set off but otherwise as written', () => {
  const source =
    '# One\n\n## Two\n\n### Three\n\n> said\n\n---\n\n```\nlet a;\n\n  b();\n```\n\n- item\n\n  ```js\n  c();\n  ```\n';
  const paper = { width: 40, theme, highlight: () => undefined, style: STYLES.compact };
  const lines = markdownLines(source, paper);
  assert.deepEqual(lines.map(plainText), [
    'One',
    '',
    'Two',
    '',
    'Three',
    '',
    '│ said',
    '',
    '─'.repeat(40),
    '',
    '───',
    'let a;',
    '',
    '  b();',
    '───',
    '',
    '- item',
    '',
    '─── js',
    'c();',
    '───',
  ]);
  const looks = [0, 2, 4].map((index) => toRow(lines[index] ?? []).replace(/m[A-Z].*$/, ''));
  assert.equal(new Set(looks).size, 3);
});

test('OUT-6 in compact, code and rules are set off by blank lines, even if the source has none', () => {
  const paper = { width: 40, theme, highlight: () => undefined, style: STYLES.compact };
  const lines = markdownLines('Before:\n```js\nlet a;\n```\n---\nafter\n\n***\n', paper);
  const rule = '─'.repeat(40);
  const code = ['─── js', 'let a;', '───'];
  assert.deepEqual(lines.map(plainText), ['Before:', '', ...code, '', rule, 'after', '', rule]);
});

test('OUT-4 a backslash or two blanks at the end of a line break it; a mark that is open there does not', () => {
  const text = 'one\\\ntwo  \nthree\nfour \\\\\nfive **six\\\nseven** `a\\` end\n';
  const rows = ['one', 'two', 'three four \\ five six seven a\\ end'];
  for (const piece of [1, 3, text.length])
    assert.deepEqual(
      draw(text, 80, piece).rows.map((row) => row.replace(/\x1b\[[\d;]*m/g, '')),
      rows,
    );
  assert.deepEqual(
    draw('> a\\\n> b\n', 80).rows.map((row) => row.replace(/\x1b\[[\d;]*m/g, '')),
    ['> a', '> b'],
  );
});
