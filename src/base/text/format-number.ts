/** Formats numbers for a reader. */

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** `512 B`, `1.2 kB`, `34 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`;
}

/** `950`, `1.2k`, `3.4M`: for what was counted. */
export function shortCount(count: number): string {
  if (count < 1000) return String(count);
  return count < 1_000_000 ? `${(count / 1000).toFixed(1)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}

/** `950`, `128k`, `1M`, `1.5M`: for a limit, which is mostly a round number. */
export function shortLimit(limit: number): string {
  if (limit < 1000) return String(limit);
  return limit < 999_500 ? `${Math.round(limit / 1000)}k` : `${Math.round(limit / 100_000) / 10}M`;
}
