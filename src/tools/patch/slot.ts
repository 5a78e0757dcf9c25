/** A file that a plan changes, as it is on disk and as it will be. */

import type { FileState } from '../seen-files.ts';
/** A file before (`undefined` if absent) and after (`null` if absent). */
export interface Slot {
  absolute: string;
  display: string;
  before: (FileState & { mode: number }) | undefined;
  after: Buffer | null;
  mode: number | undefined;
  /** True if one of the model's commands changed the file since it was read; then only exact matches may be changed. */
  isOwn?: boolean;
}

export function changes({ before, after, mode }: Slot): boolean {
  if (!before || after === null) return before !== undefined || after !== null;
  return !before.bytes.equals(after) || before.mode !== mode;
}

/** What the person was shown of a plan: the files as they were. */
export function shownFiles(slots: readonly Slot[]): { absolute: string; file: Slot['before'] }[] {
  return slots.map(({ absolute, before }) => ({ absolute, file: before }));
}
