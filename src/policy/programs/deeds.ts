/** The dangerous sub-commands that a call names. */

import { own } from '../../base/own.ts';
import type { Deed, Program } from './program.ts';

/** Flags and their values may come first, so any word may be the sub-command. */
export function deedsOf({ deeds }: Program, operands: readonly { value: string }[]): { name: string; deed: Deed }[] {
  if (!deeds) return [];
  return operands.flatMap(({ value: name }) => {
    const deed = own(deeds, name);
    return deed ? [{ name, deed }] : [];
  });
}
