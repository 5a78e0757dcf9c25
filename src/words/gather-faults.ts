/** Puts the sentences for everything that can go wrong into one table. */

import type { ExtensionFaultWords } from './en/faults/extension-faults.ts';
import type { BasicFaultWords } from './en/faults/faults.ts';
import type { JobFaultWords } from './en/faults/job-faults.ts';
import type { MachineFaultWords } from './en/faults/machine-faults.ts';
import type { FaultWords } from './fault.ts';

/** Without a prototype: for an ordinary object of this size V8 would create a hidden class per sentence, which takes two milliseconds. */
export function gatherFaults(
  ...parts: readonly [BasicFaultWords, ExtensionFaultWords, JobFaultWords, MachineFaultWords]
): FaultWords {
  return Object.assign(Object.create(null), ...parts);
}
