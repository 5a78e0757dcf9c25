/** What can be known about a loop before walking it: its values, and whether it ends. */

import type { CompoundList } from '../read/parse.ts';
import type { Certain, Word } from '../read/words.ts';

/** The most rounds that are walked value by value, for one loop or for nested loops multiplied. */
export const MAX_ROUNDS = 8;

/** The values a loop iterates over, if certain and few: texts, or names that match a pattern. */
export function certainValues(words: readonly Word[]): Certain[] | undefined {
  if (words.length === 0 || words.length > MAX_ROUNDS) return undefined;
  const values = words.map(({ kind, value }) => (kind === 'opaque' ? undefined : { kind, value }));
  return values.every((value) => value !== undefined) ? values : undefined;
}

/** `while read -r line`, which ends with its input. */
export function isReadClause({ commands: [statement, ...others] }: CompoundList): boolean {
  const command = statement?.command;
  return others.length === 0 && command?.type === 'Command' && command.name?.value === 'read';
}

/** True for `while true` and its like. */
export function isEndless({ clause, kind }: { clause: CompoundList; kind: 'while' | 'until' }): boolean {
  const [statement] = clause.commands;
  if (clause.commands.length !== 1 || !statement) return false;
  const command = statement.command;
  if (command.type === 'ArithmeticCommand') return /^\s*[1-9]\d*\s*$/.test(command.body);
  if (command.type !== 'Command') return false;
  const name = command.name?.value;
  return kind === 'while' ? name === 'true' || name === ':' : name === 'false';
}
