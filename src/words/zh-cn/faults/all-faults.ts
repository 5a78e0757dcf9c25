/** Everything that can go wrong, in Chinese. */

import { late } from '../../../base/late.ts';
import { gatherFaults } from '../../gather-faults.ts';
import { extensionFaults } from './extension-faults.ts';
import { faults } from './faults.ts';
import { jobFaults } from './job-faults.ts';
import { machineFaults } from './machine-faults.ts';

export const allFaults = late(() => gatherFaults(faults(), extensionFaults(), jobFaults(), machineFaults()));
