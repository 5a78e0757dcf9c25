import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { D, DONE, F, gate, H, pause, say, startModelServer, usage } from '../fixtures/model-server.ts';
import { lacks } from '../fixtures/programs.ts';
import { CLI, coderEnv, scratch } from '../fixtures/run-coder.ts';
import { whileStopped } from '../fixtures/while-stopped.ts';

const skip = lacks('tmux') || (process.platform !== 'linux' && 'reads /proc');

/** coder in a private tmux server; text is typed key by key, as tmux sends it. */
function startTmux(url: string, columns: number, rows: number) {
  const place = scratch();
  const env = { ...coderEnv({ cwd: place.path, home: place.home, url }), SHELL: '/bin/sh', CODER_STYLE: 'full' };
  // Addressed by name only, because socket paths are limited to about 100 bytes.
  const server = { cwd: place.home, env, encoding: 'utf8' } as const;
  const tmux = (...args: string[]): string => execFileSync('tmux', ['-S', 'tmux.socket', ...args], server);
  const size = ['-x', String(columns), '-y', String(rows)];
  const command = `"${process.execPath}" "${CLI}"; exit`; // not the pane's own process, which tmux would continue when it is stopped
  tmux('-f', '/dev/null', 'new-session', '-d', '-s', 'coder', ...size, '-c', place.path, command);
  const show = (what: string): string => tmux('display-message', '-p', '-t', 'coder', what).trim();
  const pid = (): number => {
    const shell = show('#{pane_pid}');
    return Number(readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8').trim());
  };
  const text = (): string => tmux('capture-pane', '-p', '-J', '-S', '-', '-t', 'coder').trimEnd();
  return {
    text,
    keys: (...keys: string[]) => void tmux('send-keys', '-t', 'coder', ...keys),
    type: (line: string) => void tmux('send-keys', '-t', 'coder', '-l', '--', line),
    /** Resolves when coder's terminal has the new size, which can take tmux a quarter of a second. */
    resize: (width: number, height: number) =>
      whileStopped(
        pid(),
        (title) => show('#{pane_title}') === title,
        async () => {
          tmux('resize-window', '-t', 'coder', '-x', String(width), '-y', String(height));
          const device = show('#{pane_tty}');
          const size = (): string => execFileSync('stty', ['-F', device, 'size'], { encoding: 'utf8' }).trim();
          while (size() !== `${height} ${width}`) await new Promise((next) => setTimeout(next, 5));
        },
      ),
    async shows(pattern: RegExp) {
      const deadline = Date.now() + 20_000;
      while (!pattern.test(text())) {
        if (Date.now() > deadline) throw new Error(`Waited for ${String(pattern)}. The pane:\n${text()}`);
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
    async [Symbol.asyncDispose]() {
      using _ = place;
      const started = pid();
      tmux('kill-server');
      // coder saves its session before it exits.
      while (existsSync(`/proc/${started}`)) await new Promise((resolve) => setTimeout(resolve, 10));
    },
  };
}

test('IN-1 IN-12 OUT-1 in tmux the prompt, Chinese text and a stream resized to 100, 40 and 120 columns work, with a complete scrollback', {
  skip,
}, async () => {
  const items = Array.from(
    { length: 30 },
    (_, index) => `- 项目 ${index} with enough words that a narrow window wraps it\n`,
  );
  const stops = new Map([5, 14, 22].map((item) => [item, gate()]));
  const pieces = items.flatMap((text, item) => [D({ content: text }), stops.get(item)?.piece ?? pause(5)]);
  await using server = await startModelServer([
    [H, ...pieces, F('stop') + usage(100, 20) + DONE],
    say('second answer'),
  ]);
  await using pane = startTmux(server.url, 100, 15);
  await pane.shows(/context: .* model: scripted.*\n\[build\] .*>$/);
  pane.type('列出 all');
  await pane.shows(/> 列出 all$/);
  pane.keys('Enter');
  for (const [item, columns] of [
    [5, 40],
    [14, 120],
    [22, 100],
  ] as const) {
    const last = items[item]?.trim().replaceAll(' ', '\\s+') ?? '';
    await pane.shows(new RegExp(last));
    await pane.resize(columns, 15);
    stops.get(item)?.open();
  }
  await pane.shows(/项目 29(?![\s\S]*Esc to cancel)[\s\S]*\n\[build\] .*>$/);
  const text = pane.text().replace(/\s+/g, ' ');
  const answer = /\[ANSWER\] (.*?) context:/.exec(text)?.[1];
  assert.equal(answer, items.join('').replace(/\s+/g, ' ').trim());
  assert.equal(text.match(/context:/g)?.length, 1, 'one prompt and no stale copy');
  pane.type('more');
  await pane.shows(/> more$/);
  pane.keys('Enter');
  await pane.shows(/second answer[\s\S]*\n\[build\] .*>$/);
});

test('IN-3 IN-9 ESC-1 paste, menu and Esc work in tmux', { skip }, async () => {
  await using server = await startModelServer([[H, D({ content: 'on and on' }), { end: 'hang' }]]);
  await using pane = startTmux(server.url, 80, 24);
  await pane.shows(/\[build\] .*>$/);
  pane.type('/mo');
  await pane.shows(/> \/mo\n.*mode /);
  pane.keys('Escape');
  await pane.shows(/> \/mo$/);
  pane.keys('C-u');
  pane.type('go');
  await pane.shows(/> go$/);
  pane.keys('Enter');
  await pane.shows(/on and on[\s\S]*Esc to cancel/);
  pane.keys('Escape');
  await pane.shows(
    /\nCancelled by ESC\nStopped model stream and tool execution; todo state remains unchanged unless a tool had already completed\.\n[\s\S]*\[build\] .*>$/,
  );
});

test('IN-7 IN-12 in tmux, Ctrl+L and many sizes of the window leave no copy of the prompt in the scrollback', {
  skip,
}, async () => {
  await using server = await startModelServer([say('never asked')]);
  await using pane = startTmux(server.url, 100, 30);
  await pane.shows(/context: .* model: scripted · \d+ % of .*\n\[build\] .*>$/); // the status line is at its longest
  pane.keys('C-l');
  pane.type('a draft that is long enough to be wrapped');
  await pane.shows(/> a draft that is long enough to be wrapped$/);
  for (const [columns, rows] of [
    [40, 15],
    [120, 30],
    [30, 12],
    [100, 30],
  ] as const) {
    await pane.resize(columns, rows);
    const drawn = new RegExp(`size ${columns}$`);
    pane.type(` size ${columns}`);
    await pane.shows(drawn);
    await pane.shows(/^(?:(?!context:)[\s\S])*context:(?:(?!context:)[\s\S])*$/); // once, when the frame is complete
  }
});
