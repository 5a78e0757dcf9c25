/** What a line means: `!` runs a command, `/` is a built-in, anything else is for the model. Every front end reads lines by this. */

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

/** `/exit` and `/quit` are for the front end: it leaves. */
export function isLeaving(line: string): boolean {
  const input = readInput(line);
  return input.kind === 'command' && (input.name === 'exit' || input.name === 'quit') && input.args === '';
}
