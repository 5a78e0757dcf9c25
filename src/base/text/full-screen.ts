/** Programs that draw on the whole screen and are useless without a terminal. */

export const FULL_SCREEN: ReadonlySet<string> = new Set(
  'vi vim nvim view vimdiff nano emacs micro helix hx less more most man top htop btop atop watch tmux screen mc ranger nnn ncdu tig lazygit gitui fzf dialog whiptail alsamixer nmtui mutt'.split(
    ' ',
  ),
);

/** Programs that print like `cat`, or have work to do, when there is no screen. */
const ALSO_WITHOUT = new Set('view less more most man tmux screen fzf dialog whiptail'.split(' '));

/**
 * The full-screen program started by a plain line (no pipes, no second command) that would only wait for
 * keys. Options rule it out, because they may make the program do something else; `watch` always waits.
 */
export function waitsForScreen(command: string): string | undefined {
  if (/[|;&<>\n]/.test(command)) return undefined;
  const words = command.trim().split(/\s+/);
  const [program = '', ...rest] = words.slice(words.findIndex((word) => !/^\w+=/.test(word)));
  const name = program.slice(program.lastIndexOf('/') + 1);
  if (!FULL_SCREEN.has(name) || ALSO_WITHOUT.has(name)) return undefined;
  const hasOptions = rest.some((word) => /^[-+]/.test(word));
  return hasOptions && name !== 'watch' ? undefined : name;
}
