/** Random command lines, harmless and nasty alike, built from the read-only table and from tricks of attackers. */

import { gitReads } from '../../src/policy/programs/git.ts';
import type { Kind, Reads } from '../../src/policy/programs/program.ts';
import { allPrograms } from '../../src/policy/programs/table.ts';
import { pick, type Random } from './mutate.ts';

/** Commands that would wait, or show the whole machine. */
const LEFT_OUT = new Set(['tail', 'sleep', 'ps', 'ss', 'w', 'who', 'exit', 'help', 'wait']);

const PATHS = [
  'a.txt',
  'b.csv',
  'src',
  'src/c.ts',
  '.',
  './a.txt',
  'src/*.ts',
  '*.txt',
  '*',
  './*',
  'missing',
  '-',
  "'with space.txt'",
  'link-in',
  'README.md',
  './-o',
  "'--pre=./evil.sh'",
  '-o',
  './-rf',
  'evil.sh',
  'sub/deep/file',
  '/dev/null',
  'e*',
  '-- a.txt',
  'out.new',
  '{a,b}.txt',
];
const TEXTS = [
  'x',
  "'a b'",
  "'*.ts'",
  '1',
  "','",
  "'%s\\n'",
  'a-z',
  "'$(touch hit)'",
  "'`touch hit`'",
  './evil.sh',
  "'|./evil.sh'",
  "'>out.new'",
  'HEAD',
  'full',
  'always',
  'id',
  "'!touch hit'",
  "'a[$(touch hit)]'",
  'out.new',
  "'\\e[2J'",
];
const NUMBERS = ['1', '5', '10', '0', '3k', '-1', "'1;touch hit'"];
const SCRIPTS: Partial<Record<Kind, readonly string[]>> = {
  sed: [
    "'1,3p'",
    "'s/a/b/'",
    "'s/a/b/g;2d'",
    "'$d'",
    "'1e touch hit'",
    "'w out.new'",
    "'s/a/touch hit/e'",
    "'s/a/b/w out.new'",
    "'/x/,$p'",
    "'1!G;h;$!d'",
    "'y/abc/xyz/'",
    "'s|a|b|;s#c#d#'",
    "'1{p;q}'",
    "'r .env'",
    "'R a.txt'",
    "'s/x/[/]/w/p'",
    "'s/[/]w out.new/x/'",
    "'s/a/\\n/;P;D'",
    "'1i\\\nx'",
    "'a x'",
    "'/a/s//b/w out.new'",
    "'s/./\\/w out.new/'",
    "'#n\nw out.new'",
    "'s,a,b,M'",
    "'s/a/b/;;e'",
    "'{;}'",
    "'}'",
    "'s/a/b/;w'",
    "'\\,x,w out.new'",
    "'1~2p'",
    "'0,/x/p'",
    "'2q5'",
    "'s/a/&/e;p'",
  ],
  awk: [
    "'{print $1}'",
    "'NR>1'",
    "'{s+=$1} END {print s}'",
    '\'BEGIN{system("touch hit")}\'',
    '\'{print > "out.new"}\'',
    '\'{print | "cat"}\'',
    "'$1 > 5'",
    "'length($0) > 3'",
    "'{print $1>$2}'",
    "'{a[$1]++} END {for (k in a) print k, a[k]}'",
    '\'"date" | getline d\'',
    '\'{print "x" > "/dev/stderr"}\'',
    "'{print(1>2)}'",
    "'/a/{print} /b|c/'",
    "'{print $1/2 > 1/1}'",
    '\'{x=1/2; print x "/" }\'',
    '\'{gsub(/a/,"b"); print}\'',
    "'{print substr($0,1,3)}'",
    "'function f(x){return x} {print f($1)}'",
    '\'{printf "%s\\n", $1}\'',
    '\'BEGIN{while(("ls"|getline l)>0) print l}\'',
    "'{print > $1}'",
    '\'{print $1 /2/ 3 > "out.new"}\'',
    "'{if ($1 > 2) print}'",
    '\'NF{print;next}{print "-"}\'',
    '\'@include "x"\'',
    '\'{print $1\n> "out.new"}\'',
    '\'{print $1 # }\n> "out.new" }\'',
  ],
  jq: [
    '.',
    "'.a'",
    "'keys'",
    "'env'",
    "'$ENV'",
    "'input'",
    "'.a | length'",
    "'[.[] | select(.x)]'",
    "'input_filename'",
    "'@sh'",
    "'debug'",
  ],
  printf: ["'%s\\n'", "'x\\n'", "'%d\\n'", "'%n'", "'%b'", "'%q'", "'%(%F)T\\n'", "'%*d'"],
  gitFormat: ['%h', "'%h %s'", 'oneline', "'%G?'", "'%(trailers)'", "'%an%n%b'", "'%GK'"],
  dateFormat: ['+%F', "'+%s %Z'", '12312359', "'+$(touch hit)'"],
  revision: [
    'HEAD',
    'HEAD~1',
    'HEAD -- a.txt',
    'main..HEAD',
    'HEAD:a.txt',
    'src',
    '--output=out.new',
    '-- .',
    'HEAD:.env',
    'README.md',
    '../x',
    "':(glob)*.ts'",
  ],
  filter: ["'*.ts'", "'!*.md'", "'.env'", "'*'"],
};

/** Flags that attackers would like to slip in. */
const NASTY = [
  '-o out.new',
  '-oout.new',
  '--output=out.new',
  '--output out.new',
  '-exec ./evil.sh {} \\;',
  '-delete',
  '-fprint out.new',
  '--pre=./evil.sh',
  '--pre ./evil.sh',
  '-i',
  '-i.bak',
  '--in-place',
  '-w out.new',
  '--compress-program=./evil.sh',
  '-O./evil.sh',
  '--ext-diff',
  '-c core.pager=./evil.sh',
  '--exec=./evil.sh',
  '-I ./evil.sh',
  '--to-command=./evil.sh',
  '-f evil.sh',
  '-T hit',
  '--files0-from=a.txt',
  '-C src',
  '-s',
  '-v x=1',
  '--help',
  '--version',
  '-e 1p',
  '-- -o',
  '--no-index',
  '--textconv',
  '--paginate',
];

/** Flags by command, as the installed programs list them; empty if the programs were not asked. */
export type KnownFlags = ReadonlyMap<string, readonly string[]>;

export function generateLine(random: Random, known: KnownFlags = new Map()): string {
  const parts = [generateCommand(random, known)];
  while (random() < 0.35)
    parts.push(pick(random, [' | ', ' | ', ' && ', '; ', ' || ', '\n', ' |& ']), generateCommand(random, known));
  let line = parts.join('');
  if (random() < 0.1)
    line = `${pick(random, ['time', 'command', 'env', 'nice', 'timeout 5', 'LC_ALL=C', 'NO_COLOR=1', 'exec', 'builtin', 'stdbuf -oL'])} ${line}`;
  if (random() < 0.05) line = `bash -c '${line.replaceAll("'", `'\\''`)}'`;
  if (random() < 0.05) line = `( ${line} )`;
  if (random() < 0.05) line = `cd src && ${line}`;
  if (random() < 0.03) line = `if ${line}; then pwd; fi`;
  return line;
}

function generateCommand(random: Random, known: KnownFlags): string {
  const kind = random();
  if (kind < 0.06) return pick(random, ODD);
  if (kind < 0.15) return generateFind(random);
  if (kind < 0.4) {
    const name = pick(random, Object.keys(gitReads()));
    return `${pick(random, ['git', 'git', 'git', 'git --no-pager', 'git -C src', 'git -P'])} ${withWords(name, gitReads()[name] as Reads, random, known.get('git') ?? [])}`;
  }
  const name = pick(
    random,
    Object.keys(allPrograms()).filter((one) => allPrograms()[one]?.reads && !LEFT_OUT.has(one)),
  );
  return withWords(name, allPrograms()[name]?.reads as Reads, random, known.get(name) ?? []);
}

function withWords(name: string, row: Reads, random: Random, known: readonly string[]): string {
  const words = [name];
  while (random() < 0.45) words.push(generateFlag(row, random, known));
  for (const operand of row.operands ?? []) {
    const kind = operand.replace(/[*?]$/, '') as Kind;
    if (operand.endsWith('?') && random() < 0.6) continue;
    const times = operand.endsWith('*') ? Math.floor(random() * 3) : 1;
    for (let count = 0; count < times; count++) words.push(valueFor(random() < 0.05 ? 'path' : kind, random));
  }
  if (random() < 0.06) words.push(pick(random, NASTY));
  if (random() < 0.05) words.push(pick(random, PATHS));
  if (random() < 0.15)
    words.push(
      pick(random, [
        '2>/dev/null',
        '2>&1',
        '>/dev/null',
        '< a.txt',
        '&>/dev/null',
        '> out.new',
        '<<< x',
        '>&2',
        '0</dev/null',
      ]),
    );
  return words.join(' ');
}

function generateFlag(row: Reads, random: Random, known: readonly string[]): string {
  if (known.length > 0 && random() < 0.4)
    return `${pick(random, known)}${pick(random, ['', '', '=1', '=out.new', ' a.txt', '=./evil.sh'])}`;
  const options: string[] = [];
  if (row.short)
    options.push(
      `-${pick(random, row.short.split(''))}`,
      `-${pick(random, row.short.split(''))}${pick(random, row.short.split(''))}`,
    );
  if (row.long) options.push(`--${pick(random, row.long.split(' '))}`);
  for (const [flag, kind] of Object.entries(row.shortValue ?? {}))
    options.push(`-${flag}${pick(random, ['', ' '])}${valueFor(kind, random)}`);
  for (const [flag, kind] of Object.entries({ ...row.longValue, ...row.longMaybe }))
    options.push(`--${flag}${pick(random, ['=', ' '])}${valueFor(kind, random)}`);
  return options.length === 0 ? '' : pick(random, options);
}

function valueFor(kind: Kind, random: Random): string {
  if (kind === 'path') return pick(random, PATHS);
  if (kind === 'number') return pick(random, NUMBERS);
  return pick(random, SCRIPTS[kind] ?? TEXTS);
}

function generateFind(random: Random): string {
  const words = ['find', pick(random, ['.', 'src', './sub', '. src', '', '-L .'])];
  while (random() < 0.6) words.push(pick(random, FIND));
  return words.join(' ');
}

/** Commands with special rules. */
const ODD = [
  'tar tf a.tar',
  'tar -tvf a.tar a.txt',
  'tar full out.new',
  'tar uf a.tar a.txt',
  'tar xf a.tar',
  'tar -tf a.tar -I ./evil.sh',
  'tar tf a.tar --to-command=./evil.sh',
  '[ -f a.txt ]',
  "[ 'a[$(touch hit)]' ]",
  'test -n x',
  "test -v 'a[$(touch hit)]'",
  '[[ -f a.txt ]]',
  "[[ 'a[$(touch hit)]' -eq 1 ]]",
  '[[ a.txt == *.txt ]]',
  'set -euo pipefail',
  'set -o history',
  'echo $?',
  'echo $HOME',
  'cat *',
  'sort *',
  'uniq *',
  'ls -- *',
  'head -n1 -- *',
  'cat <<EOF\n$(touch hit)\nEOF\n',
  "cat <<'EOF'\n$(touch hit)\nEOF\n",
  'node --version',
  'python3 -V',
  'make --version',
  'xargs ls',
  'ls | xargs -n1 echo',
  'true & pwd',
  'git --version',
  'rg --files',
  'fd x',
  'echo {a,b}{1..3}',
  'type ls cat',
  'find . -exec uniq {} +',
  "sed -n '$='",
];

const FIND = [
  "-name '*.ts'",
  '-type f',
  '-maxdepth 2',
  '-size +1k',
  '-newer a.txt',
  '-print0',
  '-ls',
  "-printf '%p\\n'",
  '-empty',
  '-mtime -1',
  '-not',
  "-path './sub/*' -prune -o -print",
  '-exec grep -l x {} +',
  '-exec cat {} \\;',
  '-exec ./evil.sh {} \\;',
  "-exec sed -n '1p' {} \\;",
  '-exec sh {} \\;',
  "-exec sh -c 'touch hit' \\;",
  '-delete',
  '-fprint out.new',
  '-fls out.new',
  '-execdir wc -l {} +',
  '-exec sed {} a.txt \\;',
  "-exec awk '{}' {} \\;",
  '-ok ls {} \\;',
  '-exec env {} \\;',
  '-exec head -1 {} + -quit',
  "\\( -name 'a*' -o -name 'b*' \\)",
  '-exec {} \\;',
  '-exec cat {} ; ./evil.sh',
  '-files0-from a.txt',
  '-exec sort {} -o out.new \\;',
  '-exec sort -u {} +',
  '-exec uniq {} \\;',
  '-exec uniq {} +',
  '-exec xxd {} +',
  '-exec tree {} +',
  '-exec file {} +',
  '-exec git log {} \\;',
  "-regex '.*x'",
  '-perm 644',
  '-user 0',
  '-exec rg x {} +',
];
