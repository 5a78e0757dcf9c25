/** Which awk programs only print: no file, no pipe, no command, no environment. */

/** Words of the language and functions that stay within the program. */
const KNOWN_WORDS: ReadonlySet<string> = new Set(
  (
    'BEGIN END if else while for do in next exit print printf delete break continue return ' +
    'length substr index split sub gsub match sprintf toupper tolower int sqrt exp log sin cos atan2 rand srand ' +
    'NR NF FNR FS OFS ORS RS FILENAME SUBSEP RSTART RLENGTH CONVFMT OFMT gensub strftime systime asort asorti'
  ).split(' '),
);

/** True when the program can do nothing but print to its standard output. */
export function isPlainAwkProgram(program: string): boolean {
  const bare = withoutText(program);
  if (bare === undefined) return false;
  if (/[|@`\\#]|\bgetline\b/.test(bare.replace(/\|\|/g, ' '))) return false;
  if (hasOutputRedirect(bare)) return false;
  const words = bare.match(/[A-Za-z_]\w*/g) ?? [];
  const calls = bare.match(/[A-Za-z_]\w*(?=\()/g) ?? [];
  if (calls.some((name) => !KNOWN_WORDS.has(name))) return false;
  return (
    words.every((name) => KNOWN_WORDS.has(name) || /^[a-z]\w{0,15}$/.test(name)) &&
    !words.some((name) => FORBIDDEN.test(name))
  );
}

const MAX_GROUPS = 20;

const FORBIDDEN = /^(?:system|getline|close|fflush|function|func|include|load|namespace|environ|procinfo|argv|argc)$/i;

/** Why the words of an awk call are dangerous. */
export function awkDanger(words: readonly string[]): string[] {
  for (const text of words) {
    if (/\bsystem\s*\(|\bgetline\b|@(?:load|include)|\/inet[46]?\//.test(text))
      return ['the awk program runs commands or reads elsewhere'];
    if (/\|(?!\|)/.test((withoutText(text) ?? text).replace(/\|\|/g, ' ')))
      return ['the awk program pipes into a command'];
    const bare = withoutText(text) ?? text;
    if (/\bprintf?\b[^;}]*>/.test(withoutGroups(bare))) return ['the awk program may write a file'];
    if (/^(?:-f|--file|-E|--exec|-l|--load|-i|--include)/.test(text) && text.startsWith('-'))
      return ['the awk program comes from a file'];
  }
  return [];
}

/** The program with strings and patterns taken out, so that what is left is code; `undefined` where that is not plain. */
function withoutText(program: string): string | undefined {
  let code = '';
  for (let index = 0; index < program.length; index++) {
    const character = program.charAt(index);
    if (character !== '"' && character !== '/') {
      code += character;
      continue;
    }
    const meaning = character === '"' ? 'text' : slashAfter(code);
    if (meaning === 'unclear') return undefined;
    if (meaning === 'division') {
      code += character;
      continue;
    }
    const end = closing(program, index, character);
    if (end < 0) return undefined;
    code += character === '"' ? ' "" ' : ' 0 ';
    index = end;
  }
  return code;
}

function closing(program: string, from: number, mark: string): number {
  for (let index = from + 1; index < program.length; index++) {
    if (program[index] === '\\') index++;
    else if (program[index] === '\n') return -1;
    else if (program[index] === mark) return index;
  }
  return -1;
}

/** A slash after a value divides, after an opening it begins a pattern; anywhere else it could be either. */
function slashAfter(code: string): 'text' | 'division' | 'unclear' {
  const before = code.trimEnd();
  if (before === '' || /[{};,(!~&|]$/.test(before)) return 'text';
  const word = /[A-Za-z_]\w*$/.exec(before)?.[0];
  if (word !== undefined) return STATEMENTS.test(word) ? 'unclear' : 'division';
  return /[\d\]]$/.test(before) ? 'division' : 'unclear';
}

const STATEMENTS = /^(?:print|printf|return|in|else|do|case|delete|exit|getline|next|BEGIN|END)$/;

/** `>` compares in a condition and writes after `print`; `print a,` may go on in the next line. */
function hasOutputRedirect(bare: string): boolean {
  return /\bprintf?\b[^;{}]*>/.test(withoutGroups(bare));
}

/** Within parentheses `>` always compares. */
function withoutGroups(bare: string): string {
  let text = bare;
  for (let depth = 0; depth < MAX_GROUPS; depth++) {
    const next = text.replace(/\([^()]*\)/g, ' ');
    if (next === text) break;
    text = next;
  }
  return text;
}
