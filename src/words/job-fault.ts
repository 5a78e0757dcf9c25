/** Faults of jobs and of standard input. Apart from the other faults, because only runs without a terminal have them. */

import type { Fault } from '../protocol/fault.ts';
import { type JobFaultWords, jobFaults } from './en/faults/job-faults.ts';
import { faultFrom, type Given } from './fault.ts';

export function jobFault<Name extends keyof JobFaultWords>(
  name: Name,
  ...parameters: Given<Parameters<JobFaultWords[Name]>>
): Fault {
  return faultFrom(jobFaults(), name, parameters);
}
