/** One opinion about a call; the strictest of all decides. */

import type { Reason, Scope, Verdict } from '../protocol/policy.ts';

export interface Opinion {
  verdict: Verdict;
  reasons: Reason[];
  /** What `always` could cover; only offered where nothing else asks. */
  scopes: Scope[];
}

export const ALLOWED: Opinion = { verdict: 'allow', reasons: [], scopes: [] };

const STRICTNESS: readonly Verdict[] = ['allow', 'ask', 'deny'];

export function stricter(a: Verdict, b: Verdict): Verdict {
  return STRICTNESS.indexOf(a) >= STRICTNESS.indexOf(b) ? a : b;
}
