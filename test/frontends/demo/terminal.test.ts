import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import test from 'node:test';
import { lacks, QUICK_NPM } from '../../fixtures/programs.ts';
import { CLI, coderEnv, scratch } from '../../fixtures/run-coder.ts';
import { loadPty, startInTerminal } from '../../fixtures/terminal.ts';

const pty = await loadPty();
const skip = !pty ? 'no pseudo-terminals here' : lacks('npm');
/** Time before which a question accepts no key. */
const armed = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 320));

test('CLI-7 in a terminal the demo is a real conversation: it waits at each approval, then leaves', {
  skip,
}, async (t) => {
  assert.ok(pty);
  const place = scratch(t);
  const program = startInTerminal(pty, process.execPath, [CLI, 'demo'], {
    cwd: place.path,
    columns: 120,
    env: coderEnv({
      cwd: place.path,
      home: place.home,
      env: { TERM: 'xterm-256color', CODER_STYLE: 'full', PATH: QUICK_NPM },
    }),
  });
  t.after(() => program.hangUp());
  const questions = ['npm test', 'src/receipt.js', 'npm test', 'Undo'];
  const answered = (): number => program.text().match(/^ +approved$|^Undid /gm)?.length ?? 0;
  for (const [index, about] of questions.entries()) {
    const asked = new RegExp(`${about}[\\s\\S]*\\? y = yes[^\\n]*\\n> ?$`);
    await program.until(() => answered() === index && asked.test(program.text()), about);
    await armed();
    program.write('y\r');
    await program.until(() => answered() > index, `an answer about ${about}`);
  }
  assert.equal(await program.exited, 0);
  const text = program.text();
  assert.match(
    text,
    /checked: npm test[^\n]* ok[\s\S]*> \/undo[\s\S]*Undid changes to 1 file\.[\s\S]*Redid changes to 1 file\.[\s\S]*That was the demo\. [\s\S]*coder "explain this project"/,
  );
  assert.doesNotMatch(text, /--resume|\*\*Fixed/);
  const [, folder = ''] = /failing test: (\S+)/.exec(text) ?? [];
  assert.ok(folder !== '' && !existsSync(folder), 'the scratch project is gone');
});

test('CLI-7 ESC-3 leaving the demo with Ctrl+C twice, or by closing the window, leaves nothing behind', {
  skip,
}, async (t) => {
  assert.ok(pty);
  for (const leave of ['ctrl+c', 'close'] as const) {
    const place = scratch(t);
    const program = startInTerminal(pty, process.execPath, [CLI, 'demo'], {
      cwd: place.path,
      columns: 120,
      env: coderEnv({ cwd: place.path, home: place.home, env: { TERM: 'xterm-256color', CODER_STYLE: 'full' } }),
    });
    t.after(() => program.hangUp());
    await program.until(() => program.text().includes('Allow?'), 'the first approval');
    const [, folder = ''] = /failing test: (\S+)/.exec(program.text()) ?? [];
    if (leave === 'close') program.hangUp();
    else program.write('\x03\x03');
    const code = await program.exited;
    if (leave === 'ctrl+c') assert.equal(code, 130);
    await program.until(() => !existsSync(folder), `${folder} to go after ${leave}`);
  }
});
