/** What a line of input means: `!` runs a command, `/` is a built-in, anything else is for the model. The same in every front end. */

export type Input =
  | { kind: 'shell'; command: string }
  | { kind: 'command'; name: string; args: string }
  | { kind: 'prompt'; text: string }
  | { kind: 'blank' };

/** The names of the command that leaves coder. */
export const LEAVING: readonly string[] = ['exit', 'quit'];

export function readInput(line: string): Input {
  const text = line.trim();
  if (text === '') return { kind: 'blank' };
  if (startsShell(text)) return { kind: 'shell', command: text.slice(1).trim() };
  if (!text.startsWith('/')) return { kind: 'prompt', text: line };
  const [, name = '', args = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
  return { kind: 'command', name, args: args.trim() };
}

/** True if the text begins with the mark of a shell command, one character; Chinese input methods write it `！`. */
export function startsShell(text: string): boolean {
  return text.startsWith('!') || text.startsWith('！');
}

/** True for `/exit` and `/quit`, which the front end handles itself. */
export function isLeaving(line: string): boolean {
  const input = readInput(line);
  return input.kind === 'command' && LEAVING.includes(input.name) && input.args === '';
}

/** True for `exit` and `quit` alone, which people type by habit to leave a program. */
export function isLeavingWord(line: string): boolean {
  return LEAVING.includes(line.trim());
}
