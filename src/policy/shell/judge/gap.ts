/** What is missing from a proof that a command only reads. */

import type { Said } from '../../../protocol/policy.ts';

/**
 * `outside` and `secret` are still reads, and `repository` is one as long as git's environment confines it to reading; the others may be
 * anything.
 */
export interface Gap extends Said {
  kind: 'unknown' | 'flag' | 'operand' | 'outside' | 'secret' | 'repository' | 'planted';
}
