/**
 * Draws the picture for the README: a real turn of the built coder in a terminal, against a scripted model. Run it after the appearance has
 * changed.
 */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  call,
  calls,
  type RecordedRequest,
  type Script,
  say,
  startModelServer,
} from '../test/fixtures/model-server.ts';
import { CLI, coderEnv } from '../test/fixtures/run-coder.ts';
import { svgOf } from '../test/fixtures/screen-svg.ts';
import { loadPty, type Program, startInTerminal } from '../test/fixtures/terminal.ts';

const COLUMNS = 92;
const ROWS = 40;
const PICTURE = fileURLToPath(new URL('../docs/images/repl.svg', import.meta.url));

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
  writeFileSync(
    PICTURE,
    svgOf(
      program.emulator,
      'coder in a terminal: a question, files read, an edit with its diff, the check that passed',
    ),
  );
} finally {
  program.hangUp();
  await program.exited;
  await server.close();
  rmSync(base, { recursive: true, force: true });
}

/** Waits before answering, because a question ignores keys that were typed before it appeared. */
async function approve(asked: RegExp): Promise<void> {
  await program.until(() => asked.test(lastRows(program)), String(asked));
  await new Promise((resolve) => setTimeout(resolve, 400));
  program.write('y');
}

function lastRows({ emulator }: Program): string {
  return emulator.lines().slice(-16).join('\n');
}
