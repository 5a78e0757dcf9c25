/**
 * Checks the labelled lines with the built coder (`coder policy check --stdin`) in every mode and preset, with and without broad rules:
 * `node test/long/labelled-lines.ts [--show N]`. Needs bwrap, because the labels assume a home folder in /home/dev.
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { FILES, HOME, labelledLines, ORDER, type Row } from '../policy/fixture.ts';

const { values } = parseArgs({ options: { show: { type: 'string', default: '5' } } });
const rows = labelledLines();
const names = new Set(rows.flatMap(({ cmd }) => cmd.match(/[A-Za-z_][\w.+-]*/g) ?? []));
const RULES = {
  'no rules': {},
  '"*": "allow"': { '*': 'allow' },
  'bash "*": "allow"': { bash: { '*': 'allow' } },
  'every name': {
    bash: Object.fromEntries(
      [...names].flatMap((name) => [
        [name, 'allow'],
        [`${name} *`, 'allow'],
      ]),
    ),
  },
} as const;
/** Modes to check. `strict` asks about everything but reads by coder's own tools, so it has no friction to measure. */
const MODES = ['build', 'plan', 'default', 'auto-edit', 'as-balanced', 'as-strict', 'yolo'];

interface Verdict {
  decision: 'allow' | 'ask' | 'deny';
  class: Row['class'];
}

const place = mkdtempSync(join(tmpdir(), 'coder-labelled-'));
let failed = 0;
try {
  const home = join(place, 'dev');
  for (const file of [...FILES.map((name) => `proj/${name}`), '.bashrc', 'x/ls']) {
    if (file.includes('.git/')) continue;
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), file.endsWith('.json') ? '{}\n' : '');
  }
  for (const folder of ['proj', 'other']) spawnSync('git', ['init', '-q', '-b', 'main', join(home, folder)]);
  for (const [rules, permission] of Object.entries(RULES)) {
    // Thousands of rules take long to check; the modes left out share the preset of another one, or ask more.
    for (const mode of rules === 'every name' ? ['plan', 'auto-edit'] : MODES) judge(home, mode, rules, permission);
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}
process.stdout.write(`${rows.length} lines: ${failed === 0 ? 'all as they should be' : `${failed} wrong`}\n`);
process.exitCode = failed === 0 ? 0 : 1;

function judge(home: string, mode: string, rules: string, permission: object): void {
  const preset = mode.replace('as-', '');
  const modes = mode === preset ? {} : { [mode]: { agent: 'build', preset } };
  mkdirSync(join(home, '.coder'), { recursive: true });
  writeFileSync(join(home, '.coder/config.json'), JSON.stringify({ mode, modes, permission }));
  const verdicts = ask(home);
  const isWide = rules !== 'no rules';
  const wrong: Record<'leaks' | 'misses' | 'friction' | 'hard block', string[]> = {
    leaks: [],
    misses: [],
    friction: [],
    'hard block': [],
  };
  for (const [index, row] of rows.entries()) {
    const { decision, class: got } = verdicts[index] ?? { decision: 'allow', class: 'readonly' };
    const accepted = [row.class, ...(row.accept ?? [])];
    const mayRun = accepted.includes('readonly') || (isWide && accepted.includes('needs-approval'));
    const said = `${row.id} ${JSON.stringify(row.cmd)}: ${got}, ${decision}`;
    if (decision === 'allow' && !mayRun && mode !== 'yolo') wrong.leaks.push(said);
    if (decision !== 'deny' && row.class === 'hard-block') wrong['hard block'].push(said);
    if (isMissed(row, got)) wrong.misses.push(said);
    if (row.class === 'readonly' && !row.accept && decision !== 'allow') wrong.friction.push(said);
  }
  const harmless = rows.filter(({ class: kind, accept }) => kind === 'readonly' && !accept).length;
  const friction = mode === 'as-strict' ? 0 : wrong.friction.length / harmless;
  const counts = `${wrong.leaks.length} leaks, ${wrong.misses.length} misses, ${wrong['hard block'].length} hard-block lines not refused`;
  process.stdout.write(`${mode}, ${rules}: ${counts}, friction ${wrong.friction.length} of ${harmless}\n`);
  failed += wrong.leaks.length + wrong.misses.length + wrong['hard block'].length + (friction > 0.02 ? 1 : 0);
  const shown = [...wrong.leaks, ...wrong.misses, ...wrong['hard block'], ...(friction > 0 ? wrong.friction : [])];
  for (const said of shown.slice(0, Number(values.show))) process.stdout.write(`  ${said}\n`);
}

function isMissed(row: Row, got: Row['class']): boolean {
  const wanted = ORDER.indexOf(row.class);
  return wanted >= 2 && ORDER.indexOf(got) < wanted && !(row.accept ?? []).includes(got);
}

/** Runs the check in a mount namespace with this home folder, this Node and this build. */
function ask(home: string): Verdict[] {
  const world = ['--dev-bind', '/', '/', '--tmpfs', '/home', '--tmpfs', '/tmp', '--tmpfs', '/mnt'];
  const brought = [
    '--ro-bind',
    process.execPath,
    '/mnt/node',
    '--ro-bind',
    join(import.meta.dirname, '../../dist'),
    '/mnt/dist',
  ];
  const homes = ['--bind', home, HOME, '--ro-bind', join(home, 'x'), '/tmp/x', '--chdir', `${HOME}/proj`];
  const run = ['/mnt/node', '/mnt/dist/cli.js', 'policy', 'check', '--stdin', '--json'];
  const { stdout, stderr, status } = spawnSync('bwrap', [...world, ...brought, ...homes, ...run], {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME },
    input: rows.map(({ cmd }) => `${JSON.stringify(cmd)}\n`).join(''),
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  const lines = stdout.trim().split('\n');
  if (status !== 0 || lines.length !== rows.length)
    throw new Error(`${lines.length} answers, exit ${status}: ${stderr}`);
  return lines.map((line) => JSON.parse(line) as Verdict);
}
