/** Makes or loads something on first use and keeps it. Asking Node again for a loaded module would take half a millisecond. */

export function late<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
