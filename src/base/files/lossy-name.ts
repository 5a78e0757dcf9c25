/**
 * Names that are not UTF-8. Node gives them with U+FFFD in place of the bytes it cannot decode, and nothing is found under that name: to
 * leave them out would say that they do not exist.
 */

/** True if nothing was found under `path` because its name is not UTF-8. */
export function isLossy(path: string): boolean {
  return path.includes('\ufffd');
}
