/** Pseudo-random numbers that are the same at each run. */

export type Random = (below: number) => number;

export function randomFrom(start: number): Random {
  let seed = (Math.imul(start + 1, 2654435761) >>> 1) & 0x7fffffff;
  return (below) => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return (seed >> 8) % Math.max(1, below);
  };
}
