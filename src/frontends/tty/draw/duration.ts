/** `12ms`, `3.4s`, `2m05s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)}s`;
  return wholeSeconds(ms);
}

/** `3s`, `2m05s`: for something in progress that is redrawn every second. */
export function wholeSeconds(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${String(seconds % 60).padStart(2, '0')}s`;
}

/** `0.4 s`, `12 s`, `2 m 05 s`: for something that is over. */
export function tookTime(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : spacedTime(ms);
}

/** `3 s`, `2 m 05 s`: for use in a sentence. */
export function spacedTime(ms: number): string {
  return wholeSeconds(ms)
    .replace(/(?<=\d)(?=[ms])/g, ' ')
    .replace('m', 'm ');
}
