/** What a line of input means: `!` runs a command, `/` is a built-in, anything else is for the model. The same in every front end. */

export type Input =
  | { kind: 'shell'; command: string }
  | { kind: 'command'; name: string; args: string }
  | { kind: 'prompt'; text: string }
  | { kind: 'blank' };

export function readInput(line: string): Input {
  const text = line.trim();
  if (text === '') return { kind: 'blank' };
  if (text.startsWith('!')) return { kind: 'shell', command: text.slice(1).trim() };
  if (!text.startsWith('/')) return { kind: 'prompt', text: line };
  const [, name = '', args = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
  return { kind: 'command', name, args: args.trim() };
}

/** True for `/exit` and `/quit`, which the front end handles itself. */
export function isLeaving(line: string): boolean {
  const input = readInput(line);
  return input.kind === 'command' && (input.name === 'exit' || input.name === 'quit') && input.args === '';
}
