/** Screens as a newcomer sees them, compared as a whole; UPDATE_SCREENS=1 writes them anew, SCREENS=all takes every width and language. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type CoderTerminal, noTerminal, openCoder } from '../fixtures/coder-terminal.ts';
import { call, type RecordedRequest, type Script, say, status } from '../fixtures/model-server.ts';
import { scratch } from '../fixtures/run-coder.ts';

const skip = noTerminal;
const FOLDER = fileURLToPath(new URL('../data/screens/', import.meta.url));
const ALL = [40, 80, 110].flatMap((columns) => (['en', 'zh-CN'] as const).map((lang) => ({ columns, lang })));
const SHORT = ALL.filter(
  ({ columns, lang }) => (columns === 80 && lang === 'en') || (columns === 40 && lang === 'zh-CN'),
);
const MODELS = JSON.stringify({ data: ['alpha', 'beta', 'scripted'].map((id) => ({ id })) });
const QUESTIONS = [
  { question: 'Which way?', options: [{ label: 'left', description: 'shorter' }, { label: 'right' }] },
];

function answer(request: RecordedRequest): Script {
  if (request.path.endsWith('/models')) return status(200, { 'Content-Type': 'application/json' }, MODELS);
  const { messages } = JSON.parse(request.body) as { messages: { role: string; content: unknown }[] };
  if (messages.at(-1)?.content === 'ask me') return call('question', { questions: QUESTIONS });
  return say('## Done\n\nIt is **fixed** now.');
}

for (const { columns, lang } of process.env.SCREENS === 'all' ? ALL : SHORT) {
  test(`CLI-8 CLI-9 IN-13 QST-1 the first screens at ${columns} columns in ${lang}`, { skip }, async () => {
    using base = scratch();
    const place = { ...base, path: join(base.home, 'shop') }; // `~/shop`, wherever that is
    mkdirSync(place.path);
    await using coder = await openCoder(answer, {
      place,
      columns,
      rows: 50,
      args: ['--lang', lang],
      env: { CODER_STYLE: 'compact' },
      prepare: ({ path }) => execFileSync('git', ['init', '-q', '-b', 'main', path]),
      ready: /· main\n[\s\S]*~\d{3,} tokens/,
    });
    const { program } = coder;
    const check = (name: string) => compare(`${name}-${columns}-${lang}`, coder);
    await coder.prompted();
    await check('start');
    await coder.turn('?');
    await coder.shows(/\/help\s+(?:list commands and keys|列出命令和按键)/);
    program.write('\x0c');
    await coder.prompted();
    program.write('/model\r');
    await coder.shows(/❯ 3\. scripted/);
    await check('model');
    program.write('\x1b');
    await coder.prompted();
    program.write('\x0cask me\r');
    await coder.shows(/2\. right\n/);
    program.write('\x1b[B');
    await new Promise((resolve) => setTimeout(resolve, 320)); // keys that were on their way answer nothing
    program.write('\x1b[B');
    await coder.shows(/❯ 1\. left/);
    await check('question');
    program.write('\r');
    await coder.prompted();
    await coder.turn('/new');
    program.write('\x0c/resume\r');
    await coder.shows(/❯ 1\. /);
    await check('resume-list');
    program.write('\r');
    await coder.shows(/\n> ask me\n/);
    await coder.prompted();
    await check('resumed');
  });
}

/** What is drawn comes in pieces: the whole of it is there with its last row. */
async function compare(name: string, coder: CoderTerminal): Promise<void> {
  const file = join(FOLDER, `${name}.txt`);
  if (process.env.UPDATE_SCREENS || !existsSync(file)) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file, rowsOf(coder));
  }
  const expected = readFileSync(file, 'utf8');
  const last = expected.trimEnd().split('\n').at(-1) ?? '';
  await coder.program.until(() => rowsOf(coder).trimEnd().endsWith(last), last);
  assert.equal(rowsOf(coder), expected, name);
}

/** The rows of the screen, without what is different in every run. */
function rowsOf({ program }: CoderTerminal): string {
  const rows = program.emulator.screen().map((row) => row.trimEnd());
  while (rows.at(-1) === '') rows.pop();
  return `${rows.join('\n')}\n`
    .replace(/\d{8}-\d{6}-\w{4}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\d/g, 'DATE')
    .replace(/\b\d\d:\d\d\b/g, 'HH:MM')
    .replace(/127\.0\.0\.1:\d+/g, 'SERVER')
    .replace(/~?\d+ tokens/g, 'N tokens')
    .replace(/(?:<1|\d+) % of/g, 'N % of')
    .replace(/\d+(?:\.\d+)? ?(?:ms|s)\b/g, 'TIME');
}
