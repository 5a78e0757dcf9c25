/** A command of one's own: its text, with the arguments in it, goes to the model. */

import type { CustomCommand } from '../protocol/surroundings.ts';

/** Arguments take the place of `$ARGUMENTS`; where that does not occur, they follow the text. */
export function expandCommand({ body }: CustomCommand, args: string): string {
  if (body.includes('$ARGUMENTS')) return body.replaceAll('$ARGUMENTS', () => args);
  return args === '' ? body : `${body}\n\n${args}`;
}
