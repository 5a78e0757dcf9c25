/** Runs V8's garbage collector on demand, for moments when memory matters more than some 20 ms. */

/** More than any address space holds. */
const IMPOSSIBLE_BYTES = 2 ** 52;

/**
 * On Linux, asks for memory that cannot exist: before V8 gives up, it releases all it can. The collector itself is only exposed under a
 * flag and in a new context; with the two modules of Node that takes, it costs 0.7 MB for the rest of the run. Elsewhere that is the
 * way, because an older macOS prints a message when an allocation fails.
 */
export function loadCollector(): () => void {
  return process.platform === 'linux' ? failToAllocate : exposedCollector();
}

function failToAllocate(): void {
  try {
    void new ArrayBuffer(IMPOSSIBLE_BYTES);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}

/** The flag is reset at once, because cached compiled code is only valid for the flags it was compiled with. */
function exposedCollector(): () => void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  setFlagsFromString('--expose-gc');
  const collect = process.getBuiltinModule('node:vm').runInNewContext('gc') as NodeJS.GCFunction;
  setFlagsFromString('--no-expose-gc');
  return () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
