/** One opinion about a call; the strictest of all decides. */

import type { Reason, Scope } from '../protocol/policy.ts';
import type { Verdict } from '../protocol/verdict.ts';

export interface Opinion {
  verdict: Verdict;
  reasons: Reason[];
  /** What `always` could cover; only offered where nothing else asks. */
  scopes: Scope[];
}

export const ALLOWED: Opinion = { verdict: 'allow', reasons: [], scopes: [] };
