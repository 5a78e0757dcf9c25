/** One opinion about a call; the strictest of all opinions decides. */

import type { Reason, Scope } from '../protocol/policy.ts';
import type { Verdict } from '../protocol/verdict.ts';

export interface Opinion {
  verdict: Verdict;
  reasons: Reason[];
  /** What `always` could cover; offered only if no other opinion asks. */
  scopes: Scope[];
}

export const ALLOWED: Opinion = { verdict: 'allow', reasons: [], scopes: [] };
