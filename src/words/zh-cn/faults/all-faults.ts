/** Everything that can go wrong, in Chinese. */

import type { FaultWords } from '../../fault.ts';
import { extensionFaults } from './extension-faults.ts';
import { faults } from './faults.ts';
import { jobFaults } from './job-faults.ts';
import { machineFaults } from './machine-faults.ts';

/** Without a prototype: for an ordinary object of this size V8 would create a hidden class per sentence, which takes two milliseconds. */
export const allFaults: FaultWords = Object.assign(
  Object.create(null),
  faults,
  extensionFaults,
  jobFaults,
  machineFaults,
);
