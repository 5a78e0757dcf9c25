/** What becomes of one key of another agent's settings. */

export interface FoundKey {
  /** The file, as it is shown. */
  file: string;
  /** The key in there, dotted. */
  key: string;
  /** Where it goes in coder's settings, and as what; absent: it is left out. */
  to?: readonly string[];
  value?: unknown;
  /** Why it is left out, or what is to be known of it. */
  why?: string;
}

/** One look at another agent's home. */
export interface Found {
  keys: FoundKey[];
  /** Files that cannot be read, with the line. */
  problems: string[];
}

export type Verdict = 'allow' | 'ask' | 'deny';

const NO_COUNTERPART = 'coder has no such setting';

export const take = (file: string, key: string, to: readonly string[], value: unknown, why?: string): FoundKey => ({
  file,
  key,
  to,
  value,
  ...(why !== undefined && { why }),
});

export const leave = (file: string, key: string, why = NO_COUNTERPART): FoundKey => ({ file, key, why });
