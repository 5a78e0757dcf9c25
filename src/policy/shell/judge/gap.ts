/** What is missing in a proof. */

import type { Said } from '../../../protocol/policy.ts';

/**
 * `outside` and `secret` are still reads, and `repository` is one as long as git is held to it by its environment; the
 * others may be anything.
 */
export interface Gap extends Said {
  kind: 'unknown' | 'flag' | 'operand' | 'outside' | 'secret' | 'repository' | 'planted';
}
