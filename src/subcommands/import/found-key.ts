/** What becomes of one key of another agent's settings. */

export interface FoundKey {
  /** The file's path, as shown to the person. */
  file: string;
  /** The key in that file, dotted. */
  key: string;
  /** Where the key goes in coder's settings; absent if it is left out. */
  to?: readonly string[];
  value?: unknown;
  /** Why the key is left out, or what the person should know about it. */
  why?: string;
}

/** The settings found in another agent's home. */
export interface FoundSettings {
  keys: FoundKey[];
  /** Files that cannot be read, with the line. */
  problems: string[];
}

const NO_COUNTERPART = 'coder has no such setting';

export const take = (file: string, key: string, to: readonly string[], value: unknown, why?: string): FoundKey => ({
  file,
  key,
  to,
  value,
  ...(why !== undefined && { why }),
});

export const leave = (file: string, key: string, why = NO_COUNTERPART): FoundKey => ({ file, key, why });
