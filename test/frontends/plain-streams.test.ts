import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { guardStreams } from '../../src/frontends/plain-streams.ts';
import { CLI, coderEnv, scratch } from '../fixtures/run-coder.ts';
import { loadPty, startInTerminal } from '../fixtures/terminal.ts';

const pty = await loadPty();
const skip = pty === undefined && 'no pseudo-terminal on this system';

function stream(isTTY: boolean): { stream: NodeJS.WriteStream; written: unknown[] } {
  const written: unknown[] = [];
  return {
    written,
    stream: { isTTY, write: (chunk: unknown) => written.push(chunk) > 0 } as unknown as NodeJS.WriteStream,
  };
}

test('OUT-7 D6 sequences that would control a terminal are made visible on it; a file gets them unchanged', () => {
  const terminal = stream(true);
  const file = stream(false);
  guardStreams([terminal.stream, file.stream]);
  const text = 'a\x1b]52;c;eA==\x07\x9b31m\u202eb\rc\r\n\td 👩‍👧 हि\n';
  const bytes = Buffer.from('\x1b');
  for (const { stream } of [terminal, file]) {
    stream.write(text);
    stream.write(bytes);
  }
  assert.deepEqual(terminal.written, ['a\\e]52;c;eA==\\a\\x9b31m\\u{202e}b\\rc\r\n\td 👩‍👧 हि\n', bytes]);
  assert.deepEqual(file.written, [text, bytes]);
});

const PRINTING = [
  { args: ['config'], says: /\\e\]52;c;SEVMTE8=/ },
  { args: ['-p', 'hi'], says: /\\e\]52;c;SEVMTE8=/ },
  { args: ['sessions'], says: /No sessions in this folder yet/ },
  { args: ['policy', 'check', '--', 'ls'], says: /allow \(readonly\)/ },
];
for (const { args, says } of PRINTING) {
  test(`OUT-7 D6 the settings of a cloned project cannot control the terminal: coder ${args.join(' ')}`, {
    skip,
  }, async (t) => {
    assert.ok(pty);
    const place = scratch();
    t.after(() => place[Symbol.dispose]());
    mkdirSync(join(place.path, '.coder'), { recursive: true });
    const config = JSON.stringify({ '\x1b]52;c;SEVMTE8=\x07': 1, '\x9b6n': 2 });
    writeFileSync(join(place.path, '.coder', 'config.json'), config);
    const program = startInTerminal(pty, process.execPath, [CLI, ...args], {
      cwd: place.path,
      env: coderEnv({ cwd: place.path, home: place.home, env: { TERM: 'xterm' } }),
    });
    await program.exited;
    assert.match(program.output(), says);
    assert.doesNotMatch(program.output(), /\x1b\]|\x9b/);
  });
}
