/** Numbers that are the same at each run. */
export function randomFrom(start: number): (below: number) => number {
  let seed = (Math.imul(start + 1, 2654435761) >>> 1) & 0x7fffffff;
  return (below) => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return (seed >> 8) % Math.max(1, below);
  };
}
