/** Decides whether a value is worth hiding, because hiding an ordinary word everywhere would spoil every log. */

export const MIN_SECRET = 8;

/** For a value whose name says that it is a secret. */
export function looksSecret(value: string): boolean {
  if (value.length < MIN_SECRET || /^(?:\/|~|\.{1,2}\/|[A-Za-z]:\\)/.test(value)) return false;
  return value.length >= 16 || !/^(?:[A-Za-z]+|\d+|[A-Za-z]+(?:[-_ ][A-Za-z]+)*)$/.test(value);
}

/** For a value without such a name: a word, a name, a number, an address, a path, a version or a piece of code is not hidden. */
export function isWorthHiding(value: string): boolean {
  if (!looksSecret(value) || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (/^[a-z][a-z0-9+.-]*:\/\/|^[\w.-]+@[\w-]+\.|[()<>{}$*]|\.\.\.|^[\w-]+(?:\.[A-Za-z_][\w-]*)+$/i.test(value))
    return false;
  if (
    /^v?\d+(?:\.\d+)+|^\d{4}-\d\d-\d\d|^[\w.-]+:\d{2,5}(?:\/|$)|^(?:example|changeme|your|test|dummy|fake|placeholder|xxx)/i.test(
      value,
    )
  )
    return false;
  return !/^[A-Za-z]+\d{1,4}$|^(?:[A-Za-z]+\d?[-_ ./])*[A-Za-z]+\d?$/.test(value);
}
