/** The workspace that the labelled lines assume: a look at a disk that exists only here. */

import { readFileSync } from 'node:fs';
import type { ShellClass } from '../../src/policy/shell/judge/analyse.ts';
import type { ShellContext } from '../../src/policy/shell/places.ts';
import type { DiskView, Facts, Grant, Preset } from '../../src/protocol/policy.ts';

export const HOME = '/home/dev';
export const ROOT = '/home/dev/proj';

export const FILES = [
  'README.md',
  'notes.txt',
  'package.json',
  'data.csv',
  'app.log',
  '.env',
  'archive.tar',
  'evil.sh',
  'src/index.ts',
  'src/util.ts',
  'docs/guide.md',
  'docs/reboot.md',
  'scripts/run.sh',
  'test/a.test.ts',
  'build/out.o',
  '.coder/config.json',
  '.git/config',
  '.git/HEAD',
];

/** Files at these absolute paths, with the folders above them; links by name. */
export function diskWith(files: readonly string[], links: Readonly<Record<string, string>> = {}): DiskView {
  const folders = new Set<string>(['/']);
  for (const file of files) {
    for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1)) folders.add(file.slice(0, at));
  }
  const known = new Set(files);
  const real = (path: string): string => {
    const link = Object.keys(links).find((name) => path === name || path.startsWith(`${name}/`));
    return link === undefined ? path : real((links[link] ?? '') + path.slice(link.length));
  };
  return {
    kind(path) {
      const target = real(path);
      if (known.has(target)) return 'file';
      if (folders.has(target)) return 'folder';
      return target.startsWith('/dev/') ? 'other' : 'missing';
    },
    real,
  };
}

const disk = diskWith([
  ...FILES.map((file) => `${ROOT}/${file}`),
  '/home/dev/.bashrc',
  '/etc/passwd',
  '/etc/hosts',
  '/tmp/x/ls',
  '/usr/bin/ls',
  '/home/dev/other/.git/config',
]);

export const context: ShellContext = { cwd: ROOT, root: ROOT, roots: [ROOT], home: HOME, disk };

const RULES = { '*': 'allow', edit: 'ask', bash: 'ask' } as const;

export const presets = {
  build: { name: 'build', rules: RULES, bash: { '*': 'ask' }, readOnlyRuns: true },
  plan: { name: 'plan', rules: RULES, bash: { '*': 'ask' }, readOnlyRuns: true },
  balanced: { name: 'balanced', rules: RULES, bash: { '*': 'ask' }, readOnlyRuns: true },
  strict: { name: 'strict', rules: { '*': 'ask', read: 'allow' }, bash: { '*': 'ask' }, readOnlyRuns: true },
  'auto-edit': { name: 'auto-edit', rules: { ...RULES, edit: 'allow' }, bash: { '*': 'ask' }, readOnlyRuns: true },
  yolo: { name: 'yolo', rules: { '*': 'allow' }, bash: { '*': 'allow' }, readOnlyRuns: true, bashSkipsChecks: true },
} satisfies Record<string, Preset>;

export function factsWith(changes: Partial<Facts> = {}): Facts {
  return {
    root: ROOT,
    roots: [ROOT],
    home: HOME,
    preset: presets.build,
    grants: [],
    hardBlockInYolo: true,
    disk,
    ...changes,
  };
}

export function grant(pattern: string): Grant {
  return { permission: 'bash', pattern, lifetime: 'project', at: 0 };
}

export interface Row {
  id: string;
  cmd: string;
  class: ShellClass;
  technique: string;
  accept?: ShellClass[];
}

export function labelledLines(): Row[] {
  const text = readFileSync(new URL('../data/shell-cases.jsonl', import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

/** Includes the lines that were labelled later. */
export function allLabelledLines(): string[] {
  const later = readFileSync(new URL('../data/more-shell-cases.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return [...labelledLines(), ...later.map((line) => JSON.parse(line) as Pick<Row, 'cmd'>)].map(({ cmd }) => cmd);
}

export const ORDER: readonly ShellClass[] = ['readonly', 'needs-approval', 'dangerous', 'hard-block'];
