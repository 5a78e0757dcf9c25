/** Decides whether and when a failed request is tried again. Pure. */

import type { Settings } from '../config/settings.ts';
import type { ProviderFailure } from '../protocol/provider.ts';

const LONGEST_BACKOFF_MS = 30_000;
const LONGEST_WAIT_MS = 120_000;

/** `waitSeconds` is set if the provider asks for a longer wait than is worthwhile. */
export type RetryPlan = { again: true; delayMs: number } | { again: false; waitSeconds?: number };

/** `attempt` counts from 1; `chance` is a number in [0, 1). */
export function planRetry(
  failure: ProviderFailure,
  attempt: number,
  runtime: Pick<Settings['runtime'], 'max_retries' | 'retry_base_ms'>,
  chance: number,
): RetryPlan {
  const allowed = failure.code === 'empty' ? Math.min(1, runtime.max_retries) : runtime.max_retries;
  if (!failure.retryable || attempt > allowed) return { again: false };

  const asked = failure.retryAfterMs;
  if (asked !== undefined && asked > LONGEST_WAIT_MS) {
    return { again: false, waitSeconds: Math.round(asked / 1000) };
  }
  const jitter = 0.75 + chance / 2;
  const backoff = Math.min(runtime.retry_base_ms * 2 ** (attempt - 1), LONGEST_BACKOFF_MS) * jitter;
  return { again: true, delayMs: Math.round(asked === undefined ? backoff : asked + backoff / 10) };
}
