/** Ways to write the same danger differently; seeded, so that a failure can be reproduced. */

export type Random = () => number;

/** mulberry32. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function pick<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)] as T;
}

type Mutator = (line: string, random: Random) => string;

/** Applies one to three changes in sequence. */
export function mutate(line: string, random: Random): string {
  let mutated = line;
  for (let times = 1 + Math.floor(random() * 3); times > 0; times--) mutated = pick(random, MUTATORS)(mutated, random);
  return mutated;
}

const quote = (line: string): string => `'${line.replaceAll("'", `'\\''`)}'`;
const isSimple = (line: string): boolean => /^[A-Za-z./]/.test(line) && !/[;&|\n<>(){}`#=]/.test(line);
const hasHereDoc = (line: string): boolean => line.includes('<<');

/** Positions of letters outside quotes, in words without an expansion. */
function plainLetters(line: string): number[] {
  const found: number[] = [];
  let quoteMark = '';
  for (let index = 0; index < line.length; index++) {
    const character = line.charAt(index);
    if (quoteMark !== '') {
      if (character === '\\' && quoteMark === '"') index++;
      else if (character === quoteMark) quoteMark = '';
    } else if (character === "'" || character === '"') quoteMark = character;
    else if (character === '\\' || character === '$') index++;
    else if (/[a-zA-Z]/.test(character) && !/[$\\{@!]/.test(line.slice(Math.max(0, index - 12), index)))
      found.push(index);
  }
  return hasHereDoc(line) ? found.filter((index) => index < line.indexOf('<<')) : found;
}

function atLetter(line: string, random: Random, change: (letter: string) => string): string {
  const letters = plainLetters(line);
  if (letters.length === 0) return line;
  const at = random() < 0.5 ? (letters[0] as number) : pick(random, letters);
  return line.slice(0, at) + change(line.charAt(at)) + line.slice(at + 1);
}

function firstName(line: string, change: (name: string) => string): string {
  return isSimple(line) ? line.replace(/^[\w.+-]+(?=\s|$)/, change) : line;
}

const MUTATORS: readonly Mutator[] = [
  (line, random) => atLetter(line, random, (letter) => pick(random, [`'${letter}'`, `"${letter}"`])),
  (line, random) => atLetter(line, random, (letter) => `\\${letter}`),
  (line, random) => atLetter(line, random, (letter) => `${letter}''`),
  (line) => firstName(line, (name) => `${name.slice(0, 1)}$@${name.slice(1)}`),
  (line, random) => (isSimple(line) ? `${pick(random, WRAPPERS)} ${line}` : `sh -c ${quote(line)}`),
  (line, random) => `${pick(random, ['sh', 'bash', '/bin/sh'])} -c ${quote(line)}`,
  (line, random) => `${pick(random, ['ls', 'pwd', 'true', 'echo hi'])}${pick(random, SEPARATORS)}${line}`,
  (line, random) =>
    `${line}${hasHereDoc(line) ? '\n' : pick(random, SEPARATORS)}${pick(random, ['ls', 'pwd', 'true', 'echo hi'])}`,
  (line, random) =>
    isSimple(line) ? `${pick(random, ['A=1', 'LC_ALL=C', 'NO_COLOR=1', 'PATH=.', 'x='])} ${line}` : line,
  (line, random) => firstName(line, (name) => `${pick(random, ['/usr/bin/', '/bin/', './', '/tmp/x/'])}${name}`),
  (line) => firstName(line, (name) => (name.length > 1 ? `/usr/bin/${name.slice(0, -1)}[${name.slice(-1)}]` : name)),
  (line) =>
    isSimple(line) && !/['"\\$*?~]/.test(line) && line.includes(' ') ? `{${line.trim().split(/\s+/).join(',')}}` : line,
  (line) => (hasHereDoc(line) ? line : `cat <<EOF\n$(${line}\n)\nEOF`),
  (line) => `echo $(${line}\n)`,
  (line) => `cat <(${line}\n)`,
  (line) => `f() {\n${line}\n}; f`,
  (line) => (hasHereDoc(line) ? line : `trap ${quote(line)} EXIT`),
  (line, random) =>
    `${pick(random, [' ', '\n', '   ', '\t'])}${line}${hasHereDoc(line) ? '\n' : pick(random, [' ', '\n', ' # x', '    '])}`,
  (line) => `# harmless\n${line}`,
  (line) => `(${line}\n)`,
  (line) => `{ ${line}\n}`,
  (line) => `if true; then\n${line}\nfi`,
  (line) => `for i in 1 2; do\n${line}\ndone`,
  (line) => (hasHereDoc(line) ? line : `eval ${quote(line)}`),
  (line) => `! ${line}`,
  (line) => `time ${line}`,
  (line) => (hasHereDoc(line) ? line : `bash <<'X'\n${line}\nX`),
  (line) => `case x in x)\n${line}\n;; esac`,
  (line) => `[[ -n "$(${line}\n)" ]]`,
  (line) => `: "\${x:-$(${line}\n)}"`,
  (line) => `x=(a $(${line}\n))`,
  (line) => `cat < <(${line}\n)`,
  (line) => `ls > >(${line}\n)`,
  (line) => (hasHereDoc(line) ? line : `bash <<< ${quote(line)}`),
  (line) => (hasHereDoc(line) ? line : `printf '%s' ${quote(line)} | bash`),
  (line) => (hasHereDoc(line) ? line : `echo ${quote(line)} > new.sh; sh new.sh`),
  (line) => (hasHereDoc(line) ? line : `env -S ${quote(`bash -c ${quote(line)}`)}`),
  (line) => (hasHereDoc(line) ? line : `find . -maxdepth 0 -exec sh -c ${quote(line)} \\;`),
  (line) => (hasHereDoc(line) ? line : `git -c alias.x=${quote(`!${line}`)} x`),
  (line) => `ls() {\n${line}\n}; ls`,
  (line) => `coproc {\n${line}\n}`,
  (line) => `ls | while read -r x; do\n${line}\ndone`,
  (line) => `echo $'a\\\\'; ${line}`,
  (line) => `echo "$(echo ")")"; ${line}`,
  (line) => `cat <<E <<F\nx\nE\ny\nF\n${line}`,
  (line) => firstName(line, (name) => `${name.slice(0, 1)}\\\n${name.slice(1)}`),
  (line) => firstName(line, (name) => `"$(echo ${name})"`),
  (line) => (isSimple(line) ? line.replaceAll(' ', '${IFS}') : line),
];

const WRAPPERS = [
  'env',
  'timeout 5',
  'nice',
  'command',
  'xargs',
  'nohup',
  'env -i',
  'nice -n 3',
  'timeout -k 1 5',
  'stdbuf -oL',
  'exec',
  'setsid',
  'ionice -c3',
  'busybox',
  'sudo',
];
const SEPARATORS = ['; ', ';', ' & ', '\n', '\r\n', ' && ', ' || ', ' | ', ' |& ', '\n\n\n'];
