/** A module that is imported when it is first needed. To ask Node again for one that it has takes half a millisecond; this takes none. */

export function late<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}
