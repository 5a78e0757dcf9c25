/** Imports a module on first use and keeps the promise. Asking Node again for a loaded module would take half a millisecond. */

export function late<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}
