import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type CoderTerminal, noTerminal, openCoder } from '../fixtures/coder-terminal.ts';
import { manyFiles } from '../fixtures/many-files.ts';
import { call, D, DONE, F, gate, H, HANG, pause, say, usage } from '../fixtures/model-server.ts';
import { bareOnly } from '../fixtures/run-coder.ts';

const skip = noTerminal;
const ARMED_MS = 320;
/** Waits until a dialog accepts keys; it takes none before a person could have read it. */
const armed = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, ARMED_MS));

function lastUserText(coder: CoderTerminal): string {
  return JSON.stringify(
    coder
      .sent()
      .at(-1)
      ?.findLast(({ role }) => role === 'user')?.content,
  );
}

const ANSWER = `# Title

A paragraph with **bold** and 中文，宽字符占两列，标点不在行首，也要折行。

- one
- two

\`\`\`ts
const a = 1;
\`\`\`
`;

test('IN-1 OUT-3 OUT-6 an answer fits screens of 80 and 40 columns', { skip }, async () => {
  const screens: Record<number, string[]> = {
    80: ['A paragraph with bold and 中文，宽字符占两列，标点不在行首，也要折行。'],
    40: ['A paragraph with bold and 中文，宽字符占', '两列，标点不在行首，也要折行。'],
  };
  for (const [columns, paragraph] of Object.entries(screens)) {
    await using coder = await openCoder([say(ANSWER)], { columns: Number(columns) });
    await coder.turn('hello');
    assert.deepEqual(
      coder.program.emulator.lines().map((line) => line.trimEnd()),
      [
        `[build] ${coder.place.path}> hello`,
        '',
        '[ANSWER]',
        'Title',
        '',
        ...paragraph,
        '',
        '- one',
        '- two',
        '',
        'const a = 1;',
        '',
        `context: 120 tokens · model: scripted${columns === '80' ? ' · <1 % of 128k' : ''}`,
        coder.prompt,
      ],
    );
    assert.deepEqual(coder.program.emulator.cursor().x, coder.prompt.length + 1);
  }
});

test('IN-3 a paste of 500 lines can be mixed with typing, shows as a label and is sent in full', { skip }, async () => {
  await using coder = await openCoder([say('got it')]);
  const lines = Array.from({ length: 500 }, (_, index) => `第 ${index} line`).join('\n');
  await coder.program.type('see: ');
  coder.program.write(`\x1b[200~${lines}\x1b[201~`);
  await coder.shows(/see:\s+\[copy\s+500\s+lines\]$/);
  await coder.turn('');
  assert.equal(lastUserText(coder), JSON.stringify(`see: ${lines}`));
});

test('IN-7 IN-12 Chinese and emoji are edited by visible characters, with the cursor at the caret', {
  skip,
}, async () => {
  await using coder = await openCoder([say('ok')]);
  const { program } = coder;
  await program.type('你好');
  program.write('👨‍👩‍👧');
  await coder.shows(/👨‍👩‍👧$/u);
  await program.type('x');
  for (const key of ['\x1b[D', '\x7f', '\x1b[D'])
    await program.type(key.length === 1 ? key : '').then(() => program.write(key.length > 1 ? key : ''));
  await coder.shows(/> 你好x$/);
  await program.until(() => program.emulator.cursor().x === coder.prompt.length + 1 + 2, 'the caret between the two');
  await coder.turn('们');
  assert.match(lastUserText(coder), /你们好x/);
});

test('IN-12 OUT-1 resizing to 40, 120 and 100 columns while streaming loses no line, repeats none and leaves no stale copy', {
  skip: skip || (process.platform !== 'linux' && 'reads /proc'),
}, async () => {
  const items = Array.from(
    { length: 40 },
    (_, index) => `- item ${index} with enough words that a narrow window wraps it\n`,
  );
  // No text is in transit while the window is resized, because no program can undo what was drawn for another width.
  const stops = new Map([8, 20, 30].map((item) => [item, gate()]));
  const pieces = items.flatMap((text, item) => [D({ content: text }), stops.get(item)?.piece ?? pause(2)]);
  await using coder = await openCoder([[H, ...pieces, F('stop') + usage(100, 20) + DONE]], { columns: 100, rows: 20 });
  const { program } = coder;
  await program.say('go');
  for (const [item, columns] of [
    [8, 40],
    [20, 120],
    [30, 100],
  ] as const) {
    const last = items[item]?.trim() ?? '';
    await program.until(() => program.text().replace(/\s+/g, ' ').includes(last), last);
    await program.whileStopped(() => program.resize(columns, 20));
    stops.get(item)?.open();
  }
  await coder.shows(/item 39[\s\S]*model: scripted/);
  await coder.prompted();
  const text = coder.program.emulator.lines().join(' ').replace(/\s+/g, ' ');
  const answer = /\[ANSWER\] (.*?) context:/.exec(text)?.[1];
  assert.equal(answer, items.join('').replace(/\s+/g, ' ').trim());
  assert.equal(text.match(/context:/g)?.length, 1, 'one prompt and no stale copy');
});

test('IN-5 Ctrl+R finds a line entered in this process', { skip }, async () => {
  await using coder = await openCoder([say('ok')]);
  await coder.turn('first message');
  await coder.turn('second message');
  coder.program.write('\x12');
  for (const key of 'fir') coder.program.write(key);
  await coder.shows(/first message[\s\S]*search/);
  coder.program.write('\r');
  await coder.program.until(() => coder.server.requests.length === 3 || /> first message$/m.test(coder.program.text()));
});

test('IN-9 the menus of /, @ and ! open under the input and complete it', { skip }, async () => {
  const count = Number(process.env.REPL_FILES ?? 3000);
  await using coder = await openCoder([say('ok')], {
    prepare({ path }) {
      const folders = Array.from({ length: count / 100 }, (_, index) => join(path, `module-${index}`));
      for (const folder of folders) mkdirSync(folder);
      const names = Array.from({ length: 100 }, (_, index) => `part-${index}.ts`);
      manyFiles(
        folders.flatMap((folder) => names.map((name) => join(folder, name))),
        '',
      );
      writeFileSync(join(path, 'needle in hay.txt'), 'found');
      writeFileSync(join(path, '.gitignore'), 'module-1/\n');
    },
  });
  const { program } = coder;
  await program.type('/mod');
  await coder.shows(/\/mod\n.*\/?mode .*\n.*\/?model /);
  program.write('\x1b');
  await program.until(() => !/\n.*\/?model /.test(program.text()), 'a closed menu');
  program.write('\x15');
  await program.type('@nedl');
  await coder.shows(/> .*needle in hay\.txt/);
  program.write('\t');
  await coder.shows(/> @.*needle\s+in\s+hay\.txt/);
  await coder.turn('');
  assert.match(lastUserText(coder), /found/);
  await program.type('!ech');
  program.write('\t');
  await coder.shows(/!echo $/);
});

test('IN-7 IN-8 settings can turn on vim mode and remap keys', { skip }, async () => {
  await using coder = await openCoder([say('ok')], {
    prepare({ home }) {
      mkdirSync(join(home, '.coder'));
      writeFileSync(join(home, '.coder', 'config.json'), JSON.stringify({ input: { vim: true } }));
    },
  });
  const { program } = coder;
  await coder.shows(/-- INSERT --/);
  await program.type('one two three');
  program.write('\x1b');
  await coder.shows(/-- NORMAL --/);
  for (const key of 'bdw') program.write(key);
  await coder.shows(/> one two\s*\n-- NORMAL --/);
  for (const key of '0cwx') program.write(key);
  await coder.shows(/> x two\s*\n-- INSERT --/);
});

test('APR-1 APR-7 always asks for scope and duration, and the next matching command runs', {
  skip: skip || bareOnly('these commands are not asked about'),
}, async () => {
  const touch = call('bash', { command: 'touch made-1' });
  await using coder = await openCoder([touch, say('one'), call('bash', { command: 'touch made-2' }), say('two')]);
  await coder.program.say('go');
  await coder.shows(/Approval needed: \[bash\]\n {2}touch made-1\n[\s\S]*why: [\s\S]*Allow\?/);
  await armed();
  coder.program.answer('always');
  await coder.shows(/1\. touch made-1/);
  coder.program.answer('e');
  await coder.shows(/Pattern[\s\S]*> touch made-1$/);
  coder.program.write('\x7f');
  await coder.shows(/> touch made-$/);
  coder.program.answer('*');
  await coder.shows(/how long/);
  coder.program.answer('1');
  await coder.shows(/always allowed: touch made-\* \(this session\)/);
  await coder.prompted();
  await coder.turn('again');
  assert.deepEqual(
    readdirSync(coder.place.path).filter((name) => name.startsWith('made')),
    ['made-1', 'made-2'],
  );
});

test('APR-8 the approval counts the files a command would delete', { skip }, async () => {
  await using coder = await openCoder([call('bash', { command: 'rm -rf out *.log' }), say('fine')], {
    prepare({ path }) {
      mkdirSync(join(path, 'out'));
      for (const name of ['out/a', 'out/b', 'x.log']) writeFileSync(join(path, name), '1234');
    },
  });
  await coder.program.say('clean');
  await coder.shows(/It reaches 3 files, 12 B: out\/ \(2\), \.\/ \(1\)[\s\S]*Allow\? y = yes, n = no/);
  await armed();
  coder.program.answer('n keep them');
  await coder.prompted();
  assert.match(JSON.stringify(coder.sent().at(-1)), /keep them/);
  assert.ok(readdirSync(coder.place.path).includes('out'));
});

test('QST-1 QST-2 questions in plan mode take a number or a text, then the model continues', { skip }, async () => {
  const questions = [
    { question: 'Which way?', options: [{ label: 'left', description: 'shorter' }, { label: 'right' }] },
    { question: 'Why?', options: [{ label: 'a' }, { label: 'b' }] },
  ];
  await using coder = await openCoder([call('question', { questions }), say('thanks')], { args: ['--mode', 'plan'] });
  await coder.program.say('plan it');
  await coder.shows(
    /\[Question 1\/2\] Which way\?\n {2}1\. left \(Recommended\) — shorter\n {2}2\. right\n\n> *\n↑↓ or a number/,
  );
  await armed();
  coder.program.answer('2');
  await coder.shows(/\[Question 2\/2\] Why\?[\s\S]*> *\n↑↓/);
  await coder.program.say('because 因为');
  await coder.shows(/thanks/);
  assert.equal(
    coder.sent().at(-1)?.at(-1)?.content,
    'User has answered your questions: "Which way?"="right", "Why?"="because 因为"',
  );
});

test('IN-11 messages can be queued, used to steer, taken back, and are sent when the turn ends', { skip }, async () => {
  const typed = gate();
  const reading = [H, D({ content: 'a ' }), typed.piece, ...call('list', {}).slice(1)];
  await using coder = await openCoder([reading, say('after the list'), say('second answer')]);
  const { program } = coder;
  await program.say('go');
  await coder.shows(/\[ANSWER\]/);
  await program.say('steer me');
  await program.say('queued one');
  await program.say('taken back');
  await coder.shows(/queued: steer me\nqueued: queued one\nqueued: taken back/);
  program.write('\x1b[A');
  await coder.shows(/> taken back$/);
  program.write('\x15');
  await program.until(() => program.text().trimEnd().endsWith('>'), 'an empty input');
  program.write('\r');
  await coder.shows(/steering: steer me/); // before the model's next request, which takes the message along
  typed.open();
  await coder.shows(/second answer/);
  await coder.prompted();
  const [, second, third] = coder.sent();
  assert.ok(JSON.stringify(second).includes('steer me'));
  assert.equal(lastUserText(coder).includes('queued one'), true, JSON.stringify(third));
});

test('CLI-1 keys typed before the prompt is drawn are not lost; pasting the path of an image attaches it', {
  skip,
}, async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await using coder = await openCoder([say('ok')], {
    columns: 120, // wide enough for the path to stay in one row
    prepare: ({ path }) => writeFileSync(join(path, 'dot.png'), png),
  });
  coder.program.write(`\x1b[200~${join(coder.place.path, 'dot.png')}\x1b[201~`);
  await coder.shows(/@[\s\S]*dot\.png/);
  await coder.turn(' what is it?');
  assert.match(lastUserText(coder), /image_url.*data:image\/png;base64/);
});

test('OUT-5 OUT-11 NO_COLOR removes colours, prompts and output are marked, and --lang selects Chinese', {
  skip,
}, async () => {
  await using coder = await openCoder([say('**ok**')], { env: { NO_COLOR: '1' }, args: ['--lang', 'zh-CN'] });
  await coder.turn('hi');
  const output = coder.program.output();
  assert.doesNotMatch(output, /\x1b\[(?:[\d;]*;)?(?:3[0-8]|9[0-7])[;m]/);
  assert.match(output, /\x1b\]133;A\x07[\s\S]*\x1b\]133;B\x07[\s\S]*\x1b\]133;C\x07/);
  coder.program.write('\x04');
  await coder.shows(/恢复本次会话：coder --resume /);
});

test('OUT-11 a screen reader gets labelled lines and nothing is repainted', { skip }, async () => {
  await using coder = await openCoder([call('list', {}), say('All **done**.')], { args: ['--screen-reader'] });
  await coder.program.say('hi');
  await coder.shows(/\[ANSWER\]\nAll done\.[\s\S]*model: scripted/);
  assert.doesNotMatch(coder.program.output(), /\x1b\[\d*[ABCDGHJK]|\x1b\[\?2026/);
});

test('MODE-1 yolo warns and asks, and accepts y as the answer', { skip }, async () => {
  await using coder = await openCoder([say('ok')]);
  await coder.program.say('/yolo');
  await coder.shows(/Switch to yolo\? y = yes, n = no \(Stay\)\n> ?$/);
  await armed();
  coder.program.answer('y');
  await coder.shows(/\[yolo\] /);
});

function wordy(index: number): string {
  const words = Array.from({ length: index % 30 }, (_, word) => `word-${index}-${word}`);
  return `answer ${index}: ${words.join(' ')} end`;
}

test('OUT-1 the scrollback of a long session is its transcript, line for line', { skip }, async () => {
  const turns = Number(process.env.REPL_TURNS ?? 40);
  await using coder = await openCoder((_, index) => say(wordy(index)));
  const expected: string[] = [];
  for (let index = 0; index < turns; index += 1) {
    await coder.turn(`message ${index}`);
    expected.push(`[build] ${coder.place.path}> message ${index}`, '', '[ANSWER]', wordy(index), '');
  }
  const squeeze = (text: string): string => text.replace(/\s+/g, ' ');
  const shown = coder.program.emulator.lines().slice(0, -2).join('\n');
  assert.equal(squeeze(shown).trim(), squeeze(expected.join('\n')).trim());
});

test('ESC-3 a session without messages is not offered again', { skip }, async () => {
  await using coder = await openCoder([]);
  coder.program.write('\x03');
  assert.equal(await coder.program.exited, 0);
  assert.doesNotMatch(coder.program.output(), /--resume/);
});

test('ESC-3 leaving saves the session, and --resume continues it', { skip }, async () => {
  await using coder = await openCoder([say('remember me')]);
  await coder.turn('hello');
  coder.program.write('\x03');
  assert.equal(await coder.program.exited, 0);
  const id = /coder --resume ([\w-]+)/.exec(coder.program.output())?.[1] ?? '';
  const saved = readFileSync(join(coder.place.path, '.coder', 'sessions', `${id}.json`), 'utf8');
  assert.match(saved, /remember me/);
});

for (const [signal, code] of [
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const) {
  test(`ESC-3 G7 ${signal} while streaming ends coder cleanly and keeps the text that had arrived`, {
    skip,
  }, async () => {
    await using coder = await openCoder([[H, D({ content: 'the first half' }), HANG]]);
    await coder.program.say('go');
    await coder.shows(/the first half/);
    process.kill(coder.program.pid, signal);
    assert.equal(await coder.program.exited, code);
    const folder = join(coder.place.path, '.coder', 'sessions');
    const log = readdirSync(folder).find((name) => name.endsWith('.jsonl')) ?? '';
    assert.match(readFileSync(join(folder, log), 'utf8'), /the first half/);
  });
}

test('ESC-3 TURN-13 closing the window while streaming saves the step, as SIGHUP does', { skip }, async () => {
  await using coder = await openCoder([[H, D({ content: 'the first half' }), HANG]]);
  await coder.program.say('go');
  await coder.shows(/the first half/);
  coder.program.closeWindow();
  await coder.program.exited;
  const folder = join(coder.place.path, '.coder', 'sessions');
  const names = readdirSync(folder);
  assert.deepEqual(names.map((name) => name.replace(/^[^.]+/, '')).toSorted(), ['.json', '.jsonl']);
  const log = readFileSync(join(folder, names.find((name) => name.endsWith('.jsonl')) ?? ''), 'utf8');
  assert.match(log, /the first half/);
  assert.match(log, /"turn-end"/);
});
