/** Milliseconds of a clock that never goes back. As `performance.now()`, without the dozen modules that Node loads for that. */

export function elapsedMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
