/** What a line means: `!` runs a command, `/` is a built-in, anything else is for the model. */

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
