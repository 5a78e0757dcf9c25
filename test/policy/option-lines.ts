/** Lines for every flag of every row that only reads: alone, combined, attached, with values and operands of each kind. */

import { gitReads } from '../../src/policy/programs/git.ts';
import type { Kind, Reads } from '../../src/policy/programs/program.ts';
import { allPrograms } from '../../src/policy/programs/table.ts';
import { pick, type Random } from './mutate.ts';

const VALUES: Partial<Record<Kind, readonly string[]>> = {
  path: ['a.txt', 'src', '.', 'b.csv', 'link-in', '-'],
  text: ['x', 'out.new', 'a.txt', '-o', '1', '%', '/tmp', 'a b'],
  number: ['1', '3', '0'],
  filter: ['*.ts'],
  sed: ['p', 's/a/b/', '1q', '/a/d'],
  awk: ['{print $1}', 'NR==1'],
  jq: ['.', '.a'],
  printf: ['%s', 'x'],
  gitFormat: ['%h', 'oneline'],
  revision: ['HEAD', 'HEAD~0', 'a.txt', 'main', '.'],
  dateFormat: ['+%s'],
};

/** Programs that wait for input or a clock, or end the shell. */
const LEFT_OUT = new Set(['sleep', 'wait', 'exit', 'tail', 'w', 'vmstat', 'read', 'break', 'continue']);

export function optionLine(random: Random): string {
  const isGit = random() < 0.4;
  const names = Object.keys(isGit ? gitReads() : allPrograms()).filter(
    (name) => isGit || (allPrograms()[name]?.reads && !LEFT_OUT.has(name)),
  );
  const name = pick(random, names);
  const row = (isGit ? gitReads()[name] : allPrograms()[name]?.reads) ?? {};
  const flags = Array.from({ length: Math.floor(random() * 4) }, () => flagOf(row, random));
  const operands = (row.operands ?? []).flatMap((spec) => {
    const times = spec.endsWith('*') ? Math.floor(random() * 3) : spec.endsWith('?') && random() < 0.5 ? 0 : 1;
    return Array.from({ length: times }, () => quoted(valueOf(spec.replace(/[*?]$/, '') as Kind, random)));
  });
  const extra =
    random() < 0.15
      ? [
          quoted(
            pick(random, [
              '-o',
              'out.new',
              '--output=out.new',
              '-i',
              '-w',
              '-O',
              '--pre=./evil.sh',
              '-f',
              '-s',
              '--help',
            ]),
          ),
        ]
      : [];
  const words = random() < 0.3 ? [...operands, ...flags, ...extra] : [...flags, ...extra, ...operands];
  return [isGit ? `git ${name}` : name, ...words].join(' ');
}

function flagOf(row: Reads, random: Random): string {
  const short = [...Array.from(row.short ?? ''), ...Array.from(row.shortMaybe ?? '')];
  const valued = Object.entries(row.shortValue ?? {});
  const long = row.long?.split(' ') ?? [];
  const longValued = [...Object.entries(row.longValue ?? {}), ...Object.entries(row.longMaybe ?? {})];
  const roll = random();
  if (roll < 0.3 && short.length > 0)
    return `-${Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(random, short)).join('')}`;
  if (roll < 0.55 && valued.length > 0) {
    const [flag, kind] = pick(random, valued);
    const cluster = random() < 0.3 && short.length > 0 ? pick(random, short) : '';
    return `-${cluster}${flag}${random() < 0.4 ? '' : ' '}${quoted(valueOf(kind, random))}`;
  }
  if (roll < 0.8 && long.length > 0) return `--${pick(random, long)}`;
  if (longValued.length > 0) {
    const [flag, kind] = pick(random, longValued);
    return `--${flag}${random() < 0.6 ? '=' : ' '}${quoted(valueOf(kind, random))}`;
  }
  return row.numeric ? '-3' : '';
}

function valueOf(kind: Kind, random: Random): string {
  return pick(random, VALUES[kind] ?? ['x']);
}

function quoted(text: string): string {
  return /^[\w./=+-]+$/.test(text) ? text : `'${text}'`;
}
