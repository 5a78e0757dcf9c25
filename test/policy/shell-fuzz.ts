/** Random words and lines, read by coder and by real shells: where coder is sure of a word, the shell must agree. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyseShell } from '../../src/policy/shell/judge/analyse.ts';
import { isReadDifferently } from '../../src/policy/shell/read/foreign-shell.ts';
import { pick, type Random, seeded } from './mutate.ts';
import { realDisk } from './real-disk.ts';

const WORDS = [
  'a',
  'b',
  'x',
  '1',
  '-',
  '=',
  '.',
  '/',
  ',',
  '#',
  '!',
  '^',
  '%',
  '@',
  ':',
  '+',
  'é',
  '[',
  ']',
  '~',
  '*',
  '?',
  '{',
  '}',
  '{a,b}',
  '{1..3}',
  '{,x}',
  '{a}',
  '{x},y}',
  '{a}b,c}',
  '{01..03}',
  '{a..c}',
  '{1..3..2}',
  '${',
  '{{',
  '}}',
  '..',
  '{}',
  '\\',
  '\\\\',
  "'",
  '"',
  "$'",
  '$"',
  '\\n',
  '\\x41',
  '\\x{41}',
  '\\101',
  '\\u0041',
  '\\e',
  '\\"',
  "\\'",
  '\\$',
  '\\`',
  '\\c',
  '\\0',
  '\\x',
  '$',
  '$HOME',
  '"$HOME"',
  '$PWD',
  '${HOME}',
  '${PWD}',
  '$x',
  '$?',
  '$((1+2))',
  '$((',
  '))',
  '\\\n',
  '\\ ',
  ' ',
  '  ',
  '\t',
];
const SEPARATORS = [
  '; ',
  '\n',
  ' && ',
  ';',
  ' # c\n',
  ' #',
  '\\\n',
  ' & ',
  ' || ',
  ' | ',
  '(',
  ')',
  '{ ',
  '; }',
  '! ',
  ' |& ',
  ' &> ',
  ' <<< ',
  ' <<E\n',
  '\nE\n',
  '[[ ',
  ' ]]',
  'for i in ',
  '; do ',
  '; done',
  '"$i"',
  'if ',
  '; then ',
  '; fi',
  'time ',
  'function ',
  '()',
];
const COMMAND = 'printf %s\\\\0';

export interface Divergence {
  line: string;
  coder: string;
  shell: string | undefined;
}

/** With `lines`, also separators and keywords between the words. */
export function fuzz(
  count: number,
  seed: number,
  shell: 'bash' | 'dash',
  lines: boolean,
): { compared: number; wrong: Divergence[] } {
  const folder = mkdtempSync(join(tmpdir(), 'coder-fuzz-'));
  try {
    const random = seeded(seed);
    const sure = new Map<string, string>();
    for (let tried = 0; tried < count; tried++) {
      const line = lines ? randomLine(random) : `${COMMAND} ${randomWord(random)}`;
      const said = whatCoderReads(line, folder, shell);
      if (said !== undefined) sure.set(line, said);
    }
    const printed = whatShellPrints([...sure.keys()], folder, shell);
    const wrong = [...sure].flatMap(([line, coder], index) =>
      printed[index] === coder ? [] : [{ line, coder, shell: printed[index] }],
    );
    return { compared: sure.size, wrong };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function randomWord(random: Random): string {
  return Array.from({ length: 1 + Math.floor(random() * 9) }, () => pick(random, WORDS)).join('');
}

function randomLine(random: Random): string {
  const parts = Array.from({ length: 1 + Math.floor(random() * 5) }, () => {
    const roll = random();
    if (roll < 0.55) return `${COMMAND} ${randomWord(random)}`;
    return roll < 0.9 ? pick(random, SEPARATORS) : randomWord(random);
  });
  return parts.join('');
}

/** What the line prints if coder reads it correctly; `undefined` if it would ask, or if its output is left to chance. */
function whatCoderReads(line: string, folder: string, shell: 'bash' | 'dash'): string | undefined {
  if (shell === 'dash' && isReadDifferently(line)) return undefined;
  const context = { cwd: folder, root: folder, roots: [folder], home: '/HOME', disk: realDisk };
  const { class: found, commands } = analyseShell(line, context);
  if (found !== 'readonly' || commands.length === 0) return undefined;
  const isPlain = !/[|<>!]|\bif\b|(?<!&)&(?!&)/.test(line); // all of it runs, in this order
  const words = commands.map((command) =>
    command.words.map(({ kind, value }) => (kind === 'literal' ? value : undefined)),
  );
  if (!isPlain || words.some(([name, ...rest]) => name !== 'printf' || rest[0] !== '%s\\0' || rest.includes(undefined)))
    return undefined;
  if (commands.some(({ words: [, , ...rest] }) => rest.some(({ kind }) => kind !== 'literal'))) return undefined;
  return words.map(([, , ...rest]) => (rest.length === 0 ? '\0' : rest.map((word) => `${word}\0`).join(''))).join('');
}

function whatShellPrints(lines: readonly string[], folder: string, shell: 'bash' | 'dash'): string[] {
  const printed: string[] = [];
  const script = 'for line in "$@"; do (eval "$line"; wait) </dev/null 2>/dev/null; printf "\\001\\n"; done';
  const flags = shell === 'bash' ? ['--norc', '--noprofile'] : [];
  for (let at = 0; at < lines.length; at += 500) {
    const { stdout } = spawnSync(`/bin/${shell}`, [...flags, '-c', script, '_', ...lines.slice(at, at + 500)], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', HOME: '/HOME' },
    });
    printed.push(...stdout.split('\u0001\n').slice(0, -1));
  }
  return printed;
}
