/** A number of files, in English. */

export function filesOf(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}
