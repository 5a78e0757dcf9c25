/** Where the value of a setting comes from. */

import type { Fault } from '../protocol/fault.ts';
import { fault, inTheirWords } from '../words/fault.ts';

export interface Origin {
  source: 'default' | 'user' | 'project' | 'file' | 'env' | 'flag';
  /** `path:line:column`, the variable, or the flag; in English, for programs. */
  where: string;
}

/** The same for a person. */
export function placeOf({ source, where }: Origin): Fault {
  if (source === 'flag') return fault('onCommandLine');
  return source === 'default' ? fault('byDefault') : inTheirWords(where);
}
