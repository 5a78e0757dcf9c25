/** Finds the stretches of a text that are long enough to be a token, looking at few of its characters. */

export interface Run {
  start: number;
  end: number;
}

/** No token is shorter, whatever its format. */
const SHORTEST_TOKEN = 14;
const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+/=.~';

/** The bytes are the low ones of a text's units: every stretch of tokens is found, and some that are none. */
export function createRunFinder(): (bytes: Uint8Array) => Run[] {
  const isInTokens = new Uint8Array(256);
  for (const unit of Buffer.from(CHARACTERS)) isInTokens[unit] = 1;
  return (bytes) => {
    const runs: Run[] = [];
    let free = 0;
    for (let at = SHORTEST_TOKEN - 1; at < bytes.length; at += SHORTEST_TOKEN) {
      if (isInTokens[bytes[at] as number] === 0) continue;
      let start = at;
      while (start > free && isInTokens[bytes[start - 1] as number] === 1) start -= 1;
      let end = at + 1;
      while (end < bytes.length && isInTokens[bytes[end] as number] === 1) end += 1;
      if (end - start >= SHORTEST_TOKEN) runs.push({ start, end });
      free = end;
      at = end;
    }
    return runs;
  };
}
