/** A custom command: its text, with the arguments in it, goes to the model. */

import type { CustomCommand } from '../protocol/custom-command.ts';

/** Arguments take the place of `$ARGUMENTS`; if that does not occur, they follow the text. */
export function expandCommand({ body }: CustomCommand, args: string): string {
  if (body.includes('$ARGUMENTS')) return body.replaceAll('$ARGUMENTS', () => args);
  return args === '' ? body : `${body}\n\n${args}`;
}
