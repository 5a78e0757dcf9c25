/** Programs that draw on the whole screen and are useless without a terminal. */

export const FULL_SCREEN: ReadonlySet<string> = new Set(
  'vi vim nvim view vimdiff nano emacs micro helix hx less more most man top htop btop atop watch tmux screen mc ranger nnn ncdu tig lazygit gitui fzf dialog whiptail alsamixer nmtui mutt'.split(
    ' ',
  ),
);

/** Programs that print like `cat`, or have work to do, when there is no screen. */
const ALSO_WITHOUT = new Set('view less more most man tmux screen fzf dialog whiptail'.split(' '));

/** Rules out nearly every line at once. */
const NAMED = new RegExp(`\\b(?:${[...FULL_SCREEN].join('|')})\\b`);

/** The program of a plain line, without its folder, and the words after it. */
export interface PlainLine {
  name: string;
  words: readonly string[];
}

/** `undefined` for a line with pipes, redirections or a second command, and for one that only sets variables. */
export function plainLine(line: string): PlainLine | undefined {
  if (/[|;&<>\n]/.test(line)) return undefined;
  const all = line.trim().split(/\s+/);
  const start = all.findIndex((word) => !isAssignment(word));
  const [program, ...words] = start < 0 ? [] : all.slice(start);
  return program === undefined ? undefined : { name: program.slice(program.lastIndexOf('/') + 1), words };
}

/**
 * The full-screen program started by a plain line that would only wait for keys. Options rule it out, because they may make the program do
 * something else; `watch` always waits.
 */
export function waitsForScreen(command: string): string | undefined {
  if (!NAMED.test(command)) return undefined;
  const { name = '', words = [] } = plainLine(command) ?? {};
  if (!FULL_SCREEN.has(name) || ALSO_WITHOUT.has(name)) return undefined;
  const hasOptions = words.some((word) => /^[-+]/.test(word));
  return hasOptions && name !== 'watch' ? undefined : name;
}

function isAssignment(word: string): boolean {
  return /^\w+=/.test(word);
}
