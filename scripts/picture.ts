/** Draws the picture of the README: a real turn of the built coder in a terminal, against a scripted model. Run it after the look has changed. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Emulator } from '../test/fixtures/emulator.ts';
import {
  call,
  calls,
  type RecordedRequest,
  type Script,
  say,
  startModelServer,
} from '../test/fixtures/model-server.ts';
import { CLI, coderEnv } from '../test/fixtures/run-coder.ts';
import { loadPty, type Program, startInTerminal } from '../test/fixtures/terminal.ts';

const COLUMNS = 92;
const ROWS = 40;
const PICTURE = fileURLToPath(new URL('../docs/images/repl.svg', import.meta.url));

const CELL = { width: 8.4, height: 18 };
const MARGIN = 16;
const PALETTE =
  '1e2127 e06c75 98c379 d19a66 61afef c678dd 56b6c2 abb2bf 5c6370 e06c75 98c379 e5c07b 61afef c678dd 56b6c2 ffffff'
    .split(' ')
    .map((color) => `#${color}`);
const TEXT = '#d7dae0';
const BACKGROUND = '#16181d';

const FILES: Readonly<Record<string, string>> = {
  'package.json': `${JSON.stringify({ name: 'shop', type: 'module', scripts: { test: 'node test/cart.js' } }, null, 2)}\n`,
  'src/money.js':
    '/** Cents as text: 1250 -> "$12.50". */\nexport function formatMoney(cents) {\n  return \'$\' + (cents / 10).toFixed(2);\n}\n',
  'src/cart.js':
    "import { formatMoney } from './money.js';\n\nexport function total(items) {\n  return formatMoney(items.reduce((sum, { cents }) => sum + cents, 0));\n}\n",
  'test/cart.js':
    "import assert from 'node:assert/strict';\nimport { total } from '../src/cart.js';\nassert.equal(total([{ cents: 1250 }]), '$12.50');\nconsole.log('1 test passed');\n",
};

const ANSWERS: readonly Script[] = [
  calls([
    { name: 'read', args: { path: 'src/cart.js' } },
    { name: 'read', args: { path: 'src/money.js' } },
    { name: 'read', args: { path: 'test/cart.js' } },
    { name: 'grep', args: { pattern: 'formatMoney' } },
  ]),
  call('edit', { path: 'src/money.js', old_string: 'cents / 10)', new_string: 'cents / 100)' }),
  say('Prices were divided by 10 instead of 100 in `src/money.js`. **Fixed**; nothing else formats money.'),
];

const pty = await loadPty();
if (!pty) throw new Error('The picture needs a pseudo-terminal.');
const base = mkdtempSync(join(tmpdir(), 'coder-picture-'));
const [home, project] = [join(base, 'home'), join(base, 'home', 'shop')];
for (const [name, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(project, name)), { recursive: true });
  writeFileSync(join(project, name), text);
}
execFileSync('git', ['-C', project, 'init', '-q', '-b', 'main']);
let answered = 0;
const server = await startModelServer((_request: RecordedRequest) => ANSWERS[answered++] ?? say('Done.'));
const program = startInTerminal(pty, process.execPath, [CLI], {
  cwd: project,
  columns: COLUMNS,
  rows: ROWS,
  env: coderEnv({ cwd: project, home, url: server.url, env: { AGENT_MODEL: 'your-model', COLORTERM: 'truecolor' } }),
});
try {
  await program.until(() => program.text().includes('Esc stops'), 'the start screen');
  await program.say('prices on the receipt are ten times too high, fix it');
  await approve(/y yes[\s\S]*> *$/);
  await approve(/Run in bash: npm test/);
  await program.until(() => /checked: npm test/.test(program.text()), 'the end of the turn');
  await program.until(() => !lastRows(program).includes('Esc to cancel'), 'the end row');
  writeFileSync(PICTURE, svgOf(program.emulator));
} finally {
  program.hangUp();
  await program.exited;
  await server.close();
  rmSync(base, { recursive: true, force: true });
}

/** A question takes no key that was on its way. */
async function approve(asked: RegExp): Promise<void> {
  await program.until(() => asked.test(lastRows(program)), String(asked));
  await new Promise((resolve) => setTimeout(resolve, 400));
  program.write('y');
}

function lastRows({ emulator }: Program): string {
  return emulator.lines().slice(-16).join('\n');
}

interface Run {
  text: string;
  column: number;
  columns: number;
  color: string;
  background?: string;
  isBold: boolean;
  isItalic: boolean;
  isDim: boolean;
}

/** The rows of a screen as text of a picture, without empty ones below. */
function svgOf({ terminal }: Emulator): string {
  const { active } = terminal.buffer;
  const rows: Run[][] = [];
  for (let row = 0; row < active.length; row += 1) rows.push(runsOf(row));
  while (rows.at(-1)?.every(({ text }) => text.trim() === '')) rows.pop();
  const [width, height] = [COLUMNS * CELL.width + 2 * MARGIN, rows.length * CELL.height + 2 * MARGIN];
  const body = rows.flatMap((runs, row) => runs.map((run) => runSvg(run, row)));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
<title>coder in a terminal: a question, files read, an edit with its diff, the check that passed</title>
<rect width="${width}" height="${height}" rx="8" fill="${BACKGROUND}"/>
${body.join('\n')}
</svg>
`;

  function runsOf(row: number): Run[] {
    const line = active.getLine(row);
    const runs: Run[] = [];
    for (let column = 0; line && column < COLUMNS; column += 1) {
      const cell = line.getCell(column);
      if (!cell || cell.getWidth() === 0) continue;
      const isInverse = cell.isInverse() !== 0;
      const fg = colorOf(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor(), TEXT);
      const bg = colorOf(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor(), BACKGROUND);
      const look = {
        color: isInverse ? bg : fg,
        ...((isInverse || bg !== BACKGROUND) && { background: isInverse ? fg : bg }),
        isBold: cell.isBold() !== 0,
        isItalic: cell.isItalic() !== 0,
        isDim: cell.isDim() !== 0,
      };
      const last = runs.at(-1);
      const text = cell.getChars() || ' ';
      if (last && JSON.stringify(lookOf(last)) === JSON.stringify(look)) {
        last.text += text;
        last.columns += cell.getWidth();
      } else runs.push({ text, column, columns: cell.getWidth(), ...look });
    }
    return runs.filter(({ text, background }) => text.trim() !== '' || background !== undefined);
  }
}

function lookOf({ color, background, isBold, isItalic, isDim }: Run) {
  return { color, ...(background !== undefined && { background }), isBold, isItalic, isDim };
}

function colorOf(isDefault: boolean, isRgb: boolean, value: number, usual: string): string {
  if (isDefault) return usual;
  if (isRgb) return `#${value.toString(16).padStart(6, '0')}`;
  if (value < 16) return PALETTE[value] ?? usual;
  if (value >= 232) return hex(8 + (value - 232) * 10, 8 + (value - 232) * 10, 8 + (value - 232) * 10);
  const level = (part: number) => (part === 0 ? 0 : 55 + part * 40);
  const index = value - 16;
  return hex(level(Math.floor(index / 36)), level(Math.floor(index / 6) % 6), level(index % 6));
}

function hex(...parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function runSvg({ text, column, columns, color, background, isBold, isItalic, isDim }: Run, row: number): string {
  const [x, y] = [MARGIN + column * CELL.width, MARGIN + row * CELL.height];
  const width = columns * CELL.width;
  const behind =
    background === undefined
      ? ''
      : `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${CELL.height}" fill="${background}"/>`;
  if (text.trim() === '') return behind;
  const look = [
    `fill="${color}"`,
    isBold ? 'font-weight="bold"' : '',
    isItalic ? 'font-style="italic"' : '',
    isDim ? 'opacity="0.6"' : '',
  ].filter(Boolean);
  const place = `x="${x.toFixed(1)}" y="${y + 13}" textLength="${width.toFixed(1)}" lengthAdjust="spacingAndGlyphs"`;
  return `${behind}<text ${place} xml:space="preserve" ${look.join(' ')}>${escaped(text)}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
