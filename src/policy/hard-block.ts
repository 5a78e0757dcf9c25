/** The last guard, asked by whoever runs a command, in every mode and whatever was approved. */

import type { Reason } from '../protocol/policy.ts';
import { analyseShell } from './shell/analyse.ts';
import type { ShellContext } from './shell/places.ts';

/** Why the line must never run; `undefined` where it may, once it is allowed. */
export function findHardBlock(line: string, context: ShellContext): Reason | undefined {
  return analyseShell(line, context).reasons.find((reason) => reason.code === 'hard-block');
}
