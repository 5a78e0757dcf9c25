/** Milliseconds of a monotonic clock. Equivalent to `performance.now()`, without the dozen modules that Node loads for it. */

export function elapsedMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
