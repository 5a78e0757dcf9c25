/** What a text must look like, by the name of the sentence that says so. */

import type { BasicFaultWords } from '../words/en/faults/faults.ts';
import { fault } from '../words/fault.ts';

export function hinted(says: keyof Pick<BasicFaultWords, 'webAddress' | 'secureAddress'>) {
  return { hint: () => fault(says).text, says };
}
