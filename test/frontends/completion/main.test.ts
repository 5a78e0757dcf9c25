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
import { VENDORS } from '../../../src/providers/catalogue/table.ts';
import { en } from '../../../src/words/en.ts';
import { lacks } from '../../fixtures/programs.ts';
import { loadPty, type NodePty, type Program, startInTerminal } from '../../fixtures/terminal.ts';

const grammar = commandLineGrammar(en.completion);
const HOSTED = VENDORS.flatMap(({ id, keyVariable }) => (keyVariable === undefined ? [] : [id]));

/** What can be typed after each command. */
const FOLLOWING = {
  login: HOSTED,
  logout: HOSTED,
  auth: HOSTED,
  config: ['path', 'edit', 'get', 'set'],
  policy: ['check'],
  trust: ['show', 'diff', 'add', 'revoke'],
  mcp: ['add', 'list', 'get', 'remove', 'test', 'login', 'logout'],
  plugin: ['install', 'link', 'list', 'update', 'remove', 'validate'],
  hooks: ['list', 'test'],
  import: ['claude', 'codex', 'gemini', 'qwen', 'opencode'],
  completion: ['bash', 'zsh', 'fish'],
  fleet: ['run', 'show', 'diff', 'apply'],
  worktrees: ['list', 'clean', 'remove'],
} as const;

function inBash(words: readonly string[]): string[] {
  const list = words.map((word) => `'${word}'`).join(' ');
  const ask = `COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _coder; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', `${bashCompletion(grammar)}\n${ask}`], {
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  return stdout.trim().split('\n');
}

test('CLI-11 bash completes commands, options by command, and values', { skip: lacks('bash') }, () => {
  for (const [words, wanted, unwanted] of [
    [['coder', 'lo'], ['login', 'logout'], ['sessions']],
    [['coder', '--mo'], ['--mode', '--model'], []],
    [['coder', '--mode', 'auto'], ['auto-edit'], ['build']],
    [['coder', 'export', '--h'], ['--help', '--html'], []],
    [['coder', 'run', '--spec', 'package.js'], ['package.json'], []],
    [['coder', 'completion', ''], ['bash', 'zsh', 'fish'], ['--html']],
  ] as const) {
    const found = inBash(words);
    for (const word of wanted) assert.ok(found.includes(word), `${words.join(' ')}: ${found.join(' ')}`);
    for (const word of unwanted) assert.ok(!found.includes(word), `${words.join(' ')}: ${found.join(' ')}`);
  }
});

test('CLI-11 bash completes the words after each command', { skip: lacks('bash') }, () => {
  for (const [command, words] of Object.entries(FOLLOWING)) {
    const found = inBash(['coder', command, '']);
    assert.deepEqual(
      found.filter((word) => !word.startsWith('-')),
      words,
    );
  }
  assert.deepEqual(
    inBash(['coder', 'mcp', 'add', 'l']).filter((word) => !word.startsWith('-')),
    [''],
    'only one such word follows',
  );
});

function openFish(): { complete(line: string): string[]; [Symbol.dispose](): void } {
  const home = mkdtempSync(join(tmpdir(), 'coder-fish-'));
  const script = join(home, 'coder.fish');
  writeFileSync(script, fishCompletion(grammar));
  const env = { PATH: process.env.PATH, HOME: home };
  return {
    complete(line) {
      const { stdout } = spawnSync('fish', ['-N', '-c', `source ${script}; complete -C '${line}'`], {
        encoding: 'utf8',
        env,
      });
      return stdout
        .trim()
        .split('\n')
        .map((row) => row.split('\t')[0] ?? '');
    },
    [Symbol.dispose]: () => rmSync(home, { recursive: true, force: true }),
  };
}

test('CLI-11 fish completes commands, options by command, and values', { skip: lacks('fish') }, () => {
  using fish = openFish();
  for (const [line, wanted] of [
    ['coder lo', ['login', 'logout']],
    ['coder --mode auto', ['auto-edit']],
    ['coder export --h', ['--html']],
    ['coder completion ', ['bash', 'zsh', 'fish']],
  ] as const) {
    const found = fish.complete(line);
    for (const word of wanted) assert.ok(found.includes(word), `${line}: ${found.join(' ')}`);
  }
});

test('CLI-11 fish completes the words after each command', { skip: lacks('fish') }, () => {
  using fish = openFish();
  for (const [command, words] of Object.entries(FOLLOWING))
    assert.deepEqual(fish.complete(`coder ${command} `).toSorted(), words.toSorted(), command);
  assert.deepEqual(fish.complete('coder mcp add l'), [''], 'only one such word follows');
});

async function openZsh(pty: NodePty): Promise<Program & AsyncDisposable> {
  const home = mkdtempSync(join(tmpdir(), 'coder-zsh-'));
  writeFileSync(join(home, '_coder'), zshCompletion(grammar));
  writeFileSync(join(home, '.zshrc'), `fpath=(${home} $fpath); autoload -U compinit; compinit -D -u; PS1='ready> '\n`);
  symlinkSync('/bin/true', join(home, 'coder'));
  const env = { PATH: `${home}:${process.env.PATH}`, HOME: home, ZDOTDIR: home, TERM: 'xterm' };
  const shell = startInTerminal(pty, 'zsh', ['-d', '-i'], { env, cwd: home });
  const dispose = async () => {
    shell.hangUp();
    await shell.exited;
    rmSync(home, { recursive: true, force: true });
  };
  await shell.until(() => shell.text().endsWith('ready> '), 'the prompt of zsh');
  return Object.assign(shell, { [Symbol.asyncDispose]: dispose });
}

test('CLI-11 zsh completes commands and values at an interactive prompt', { skip: lacks('zsh') }, async (t) => {
  const pty = await loadPty();
  if (!pty) return t.skip('no pseudo-terminal');
  await using shell = await openZsh(pty);
  shell.write('coder sess\t');
  await shell.until(() => shell.text().includes('coder sessions'), 'a command');
  shell.write('\x15coder --mode aut\t');
  await shell.until(() => shell.text().includes('--mode auto-edit'), 'a value');
  shell.write('\x15coder lo\t\t');
  await shell.until(() => /login +-- connect a model/.test(shell.text()), 'the list');
});

test('CLI-11 zsh completes the words after each command', { skip: lacks('zsh') }, async (t) => {
  const pty = await loadPty();
  if (!pty) return t.skip('no pseudo-terminal');
  await using shell = await openZsh(pty);
  for (const [command, words] of Object.entries(FOLLOWING)) {
    for (const word of words) {
      const typed = prefixesOf(word).find((prefix) => words.filter((each) => each.startsWith(prefix)).length === 1);
      shell.write(`\x15coder ${command} ${typed}\t`);
      await shell.until(() => shell.text().trimEnd().endsWith(`coder ${command} ${word}`), `${command} ${word}`);
    }
  }
});

/** From the shortest to the whole word. */
function prefixesOf(word: string): string[] {
  return Array.from(word, (_, index) => word.slice(0, index + 1));
}
