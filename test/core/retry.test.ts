import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planRetry } from '../../src/core/retry.ts';
import type { ProviderFailure } from '../../src/protocol/provider.ts';

const limits = { max_retries: 3, retry_base_ms: 1000 };
const server: ProviderFailure = { code: 'server', message: 'host: 503.', retryable: true };

test('TURN-12 the wait doubles, with jitter, up to a cap', () => {
  const delays = [1, 2, 3].map((attempt) => planRetry(server, attempt, limits, 0.5));
  assert.deepEqual(
    delays,
    [1000, 2000, 4000].map((delayMs) => ({ again: true, delayMs })),
  );
  assert.deepEqual(planRetry(server, 9, { max_retries: 20, retry_base_ms: 1000 }, 0.5), {
    again: true,
    delayMs: 30_000,
  });
  assert.deepEqual(planRetry(server, 1, limits, 0), { again: true, delayMs: 750 });
});

test('TURN-12 stream fault 23: Retry-After is obeyed up to two minutes; beyond that the turn ends', () => {
  assert.deepEqual(planRetry({ ...server, retryAfterMs: 2000 }, 1, limits, 0.5), { again: true, delayMs: 2100 });
  assert.equal(planRetry({ ...server, retryAfterMs: 120_000 }, 1, limits, 0.5).again, true);
  assert.equal(planRetry({ ...server, retryAfterMs: 121_000 }, 1, limits, 0.5).again, false);
  assert.deepEqual(planRetry({ ...server, retryAfterMs: 1e12 }, 1, limits, 0.5), {
    again: false,
    waitSeconds: 1_000_000_000,
  });
});

test('stream fault 25: the fourth failure is the last', () => {
  assert.deepEqual(planRetry(server, 4, limits, 0.5), { again: false });
});

test('stream fault 33 b f: an empty answer is retried once', () => {
  const empty: ProviderFailure = { code: 'empty', message: 'empty answer', retryable: true };
  assert.equal(planRetry(empty, 1, limits, 0.5).again, true);
  assert.equal(planRetry(empty, 2, limits, 0.5).again, false);
});
