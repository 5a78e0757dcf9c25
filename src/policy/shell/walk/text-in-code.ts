/** Shell lines inside code of another language, such as `python3 -c 'os.system("rm -rf /")'`, found so that the worst is refused. */

import { shellQuote } from '../../../base/text/shell-quote.ts';
import { mayBeginFatal, mayHoldFatal } from '../../programs/in-text.ts';
import { programLike } from '../../programs/table.ts';
import type { Stdin } from '../read/expand.ts';
import type { Word } from '../read/words.ts';

const MAX_TEXTS = 12;
const MAX_CODE = 8_000;

/** Functions that delete a folder with everything in it, or every file of a list. */
const DELETES =
  /\b(?:rmtree|rmSync|rmdirSync|removeSync|rm_rf?|remove_entry\w*|remove_tree|remove_dir_all|RemoveAll|unlink|unlinkSync|rimraf|delete_tree|rmdir|fs\.rm|fs\.promises\.rm|deleteDir|delete-directory|Remove-Item|file delete|os\.remove)\b|\brm\(/;

/** Expressions that mean the home folder. */
const HOME =
  /\bPath\.home\(\)|\bhomedir\(\)|\$ENV\{HOME\}|\bDir\.home\b|\b(?:environ|ENV|env|getenv)\b(?:\.get)?[.([]{1,2}["']?HOME\b|\bprocess\.env\.HOME\b|\$HOME\b|\buser_home\b|\buser\.home\b|(?:^|[\s("'])~(?=$|[\s)"'/])/g;

/** Text that extends the home folder to a path inside it: `homedir(), '.cache'`, `HOME + "/x"`, `~/x`. */
const GOES_ON = /^["'\])}]{0,4}(?:\/\.?\w|\s{0,3}[+,/]\s{0,3}f?["'`]\/?\.?\w)/;

/** The texts in a call's code that a shell may read, as shell lines. */
export function shellTextIn(program: string, words: readonly Word[], stdin: Stdin): string[] {
  const row = programLike(program);
  if (!row?.runsCode) return [];
  const codes = words.slice(1).flatMap((word) => (word.kind === 'literal' ? [word.value] : word.guesses));
  if (stdin.kind === 'text') codes.push(stdin.text);
  const read = row.shell === undefined ? textsIn : (code: string) => [...textsIn(code), ...fromPowerShell(code)];
  return codes.flatMap((code) => read(code.slice(0, MAX_CODE))).slice(0, MAX_TEXTS);
}

/** PowerShell's commands for deleting, in any case, including their short names. */
const CMDLETS = /(?<![\w-])(?:remove-item|ri|rd|del|erase|rmdir|clear-item|clear-content)(?![\w-])/gi;
const POWERSHELL_HOME = /\$(?:\{?env:(?:userprofile|home)\}?|home\b)/gi;
const PARAMETER = /\s-[a-z]{1,20}(?::\S{0,20})?(?=\s|$)/gi;

/** PowerShell code that deletes, rewritten as a shell line. */
function fromPowerShell(code: string): string[] {
  const plain = decoded(code);
  if (plain.search(CMDLETS) === -1) return [];
  return [plain.replace(POWERSHELL_HOME, '~').replace(PARAMETER, '').replace(CMDLETS, 'rm -rf')];
}

/** `-EncodedCommand` takes UTF-16 in base64. */
function decoded(code: string): string {
  if (!/^[A-Za-z0-9+/]{16,}={0,2}$/.test(code)) return code;
  try {
    return atob(code).replaceAll('\0', '');
  } catch {
    return code; // the word only looks like base64
  }
}

function textsIn(code: string): string[] {
  const literals = literalsIn(code);
  const isHome = namesHome(code);
  if (literals.length === 0 && !isHome) return [];
  // Only text that could be refused is worth checking, because the code itself is asked about anyway.
  const found = literals.map(({ text }) => text).filter(mayHoldFatal);
  for (const list of listsOf(literals, code)) if (mayBeginFatal(list.join(' '))) found.push(list.map(quoted).join(' '));
  // For `"rm -rf " + home`, completes the text with the home folder.
  if (isHome) found.push(...found.filter((text) => /\s$/.test(text)).map((text) => `${text}~`));
  if (!DELETES.test(code)) return found;
  if (isHome) found.push('rm -rf ~');
  const paths = literals.map(({ text }) => text).filter((text) => /^(?:[/~]|\.\.)/.test(text));
  return [...found, ...paths.map((path) => `rm -rf ${quoted(path)}`)];
}

/** True if the code names the home folder itself, not one inside it. */
function namesHome(code: string): boolean {
  return [...code.matchAll(HOME)].some(({ 0: { length }, index }) => !GOES_ON.test(code.slice(index + length)));
}

interface Literal {
  text: string;
  start: number;
  end: number;
}

/** Every quoted text, in one pass. */
function literalsIn(code: string): Literal[] {
  const found: Literal[] = [];
  for (let at = 0; at < code.length; at++) {
    const mark = code.charAt(at);
    if (mark !== '"' && mark !== "'" && mark !== '`') continue;
    const start = at;
    let text = '';
    for (at++; at < code.length && code[at] !== mark; at++) {
      if (code[at] === '\\') at++;
      text += code.charAt(at);
    }
    if (at < code.length) found.push({ text, start, end: at + 1 });
    else at = start; // not a quote after all: `don't`
  }
  return found;
}

/** `['rm', '-rf', '/']`: texts with only commas between them. */
function listsOf(literals: readonly Literal[], code: string): string[][] {
  const lists: string[][] = [];
  for (const [index, { text, start }] of literals.entries()) {
    const before = literals[index - 1];
    const isNext = before !== undefined && /^\s{0,9},\s{0,9}$/.test(code.slice(before.end, start));
    if (isNext) lists.at(-1)?.push(text);
    else lists.push([text]);
  }
  return lists.filter((list) => list.length > 1);
}

/** Quotes a text for the shell; a leading `~` and wildcards keep their meaning. */
function quoted(text: string): string {
  if (/^[\w./~*-]+$/.test(text)) return text;
  return text.startsWith('~') ? `~${shellQuote(text.slice(1))}` : shellQuote(text);
}
