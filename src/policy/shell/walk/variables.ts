/** Built-ins that set variables by name: `read`, `printf -v`, `set --`. */

import { readingsOf, type Word } from '../read/words.ts';
import { type ShellState, setVariable } from './shell-state.ts';
import type { SimpleCommand } from './simple-command.ts';

const NAME = /^[A-Za-z_]\w*$/;

export function followVariables(command: SimpleCommand, state: ShellState): void {
  const words = command.words.slice(1);
  switch (command.name) {
    case 'read':
      return followRead(words, command, state);
    case 'printf': {
      const [flag, name, , ...values] = words;
      if (flag?.value !== '-v' || !name || !NAME.test(name.value)) return;
      return setVariable(
        state,
        name.value,
        values.flatMap((word) => readingsOf(word)),
      );
    }
    case 'set':
      return setPositional(
        words.filter((word) => !/^[-+]./.test(word.value)),
        state,
      );
    case 'mapfile':
    case 'readarray':
    case 'unset':
    case 'getopts':
      for (const word of words) if (NAME.test(word.value)) setVariable(state, word.value, textsOf(command));
      return;
    default:
      return;
  }
}

/** Sets `$1` … and `$@`. */
export function setPositional(words: readonly Word[], state: ShellState): void {
  const values = words.map((word) => readingsOf(word));
  for (const [index, readings] of values.entries()) setVariable(state, String(index + 1), readings);
  if (values.length === 0) return;
  for (const name of ['@', '*']) setVariable(state, name, values.flat());
}

/** Standard input, if it can be seen: as a whole, and split into words at any likely separator. */
function textsOf({ stdin }: Pick<SimpleCommand, 'stdin'>): string[] {
  if (stdin.kind !== 'text') return [];
  const text = stdin.text.trim();
  return [...new Set([text, ...text.split(/\s+/), ...text.split(/[\s:;,|]+/)])].slice(0, 12);
}

function followRead(words: readonly Word[], { stdin }: SimpleCommand, state: ShellState): void {
  const names = words.filter((word) => !word.value.startsWith('-')).map((word) => word.value);
  const seen = textsOf({ stdin });
  for (const name of names.length > 0 ? names : ['REPLY']) setVariable(state, name, seen, { kind: 'data' });
}
