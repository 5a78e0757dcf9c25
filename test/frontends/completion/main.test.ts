import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { bashCompletion } from '../../../src/frontends/completion/bash.ts';
import { fishCompletion } from '../../../src/frontends/completion/fish.ts';
import { commandLineGrammar } from '../../../src/frontends/completion/grammar.ts';
import { zshCompletion } from '../../../src/frontends/completion/zsh.ts';
import { en } from '../../../src/words/en.ts';
import { lacks } from '../../fixtures/programs.ts';
import { loadPty, startInTerminal } from '../../fixtures/terminal.ts';

const grammar = commandLineGrammar(en.completion);

test('CLI-11 bash completes commands, options by command, and values', { skip: lacks('bash') }, () => {
  for (const [words, wanted, unwanted] of [
    [['coder', 'lo'], ['login', 'logout'], ['sessions']],
    [['coder', '--mo'], ['--mode', '--model'], []],
    [['coder', '--mode', 'auto'], ['auto-edit'], ['build']],
    [['coder', 'export', '--h'], ['--help', '--html'], []],
    [['coder', 'completion', ''], ['bash', 'zsh', 'fish'], ['--html']],
  ] as const) {
    const list = words.map((word) => `'${word}'`).join(' ');
    const ask = `COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _coder; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', `${bashCompletion(grammar)}\n${ask}`], {
      encoding: 'utf8',
    });
    const found = stdout.trim().split('\n');
    for (const word of wanted) assert.ok(found.includes(word), `${words.join(' ')}: ${stdout}${stderr}`);
    for (const word of unwanted) assert.ok(!found.includes(word), `${words.join(' ')}: ${stdout}`);
  }
});

test('CLI-11 fish completes commands, options by command, and values', { skip: lacks('fish') }, (t) => {
  const home = mkdtempSync(join(tmpdir(), 'coder-fish-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const script = join(home, 'coder.fish');
  writeFileSync(script, fishCompletion(grammar));
  for (const [line, wanted] of [
    ['coder lo', ['login', 'logout']],
    ['coder --mode auto', ['auto-edit']],
    ['coder export --h', ['--html']],
    ['coder completion ', ['bash', 'zsh', 'fish']],
  ] as const) {
    const env = { PATH: process.env.PATH, HOME: home };
    const { stdout, stderr } = spawnSync('fish', ['-N', '-c', `source ${script}; complete -C '${line}'`], {
      encoding: 'utf8',
      env,
    });
    const found = stdout
      .trim()
      .split('\n')
      .map((row) => row.split('\t')[0]);
    for (const word of wanted) assert.ok(found.includes(word), `${line}: ${stdout}${stderr}`);
  }
});

test('CLI-11 zsh completes commands and values at an interactive prompt', { skip: lacks('zsh') }, async (t) => {
  const pty = await loadPty();
  if (!pty) return t.skip('no pseudo-terminal');
  const home = mkdtempSync(join(tmpdir(), 'coder-zsh-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  writeFileSync(join(home, '_coder'), zshCompletion(grammar));
  writeFileSync(join(home, '.zshrc'), `fpath=(${home} $fpath); autoload -U compinit; compinit -D -u; PS1='ready> '\n`);
  symlinkSync('/bin/true', join(home, 'coder'));
  const env = { PATH: `${home}:${process.env.PATH}`, HOME: home, ZDOTDIR: home, TERM: 'xterm' };
  const shell = startInTerminal(pty, 'zsh', ['-d', '-i'], { env, cwd: home });
  t.after(async () => {
    shell.hangUp();
    await shell.exited;
  });
  await shell.until(() => shell.text().endsWith('ready> '), 'the prompt of zsh');
  shell.write('coder sess\t');
  await shell.until(() => shell.text().includes('coder sessions'), 'a command');
  shell.write('\x15coder --mode aut\t');
  await shell.until(() => shell.text().includes('--mode auto-edit'), 'a value');
  shell.write('\x15coder lo\t\t');
  await shell.until(() => /login +-- connect a model/.test(shell.text()), 'the list');
});
