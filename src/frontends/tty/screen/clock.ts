/** Monotonic milliseconds. The global `performance` would load its module before the first prompt. */

export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}
