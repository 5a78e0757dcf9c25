/** What becomes of one key of another agent's settings. */

import type { Fault } from '../../protocol/fault.ts';
import { why } from './why.ts';

export interface FoundKey {
  /** The file's path, as shown to the person. */
  file: string;
  /** The key in that file, dotted. */
  key: string;
  /** Where the key goes in coder's settings; absent if it is left out. */
  to?: readonly string[];
  value?: unknown;
  /** Why the key is left out, or what the person should know about it. */
  why?: Fault;
}

/** The settings found in another agent's home. */
export interface FoundSettings {
  keys: FoundKey[];
  /** Files that cannot be read, with the line. */
  problems: Fault[];
}

export const take = (file: string, key: string, to: readonly string[], value: unknown, note?: Fault): FoundKey => ({
  file,
  key,
  to,
  value,
  ...(note !== undefined && { why: note }),
});

export const leave = (file: string, key: string, because = why('noSuchSetting')): FoundKey => ({
  file,
  key,
  why: because,
});
