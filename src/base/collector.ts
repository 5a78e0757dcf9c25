/** Runs V8's garbage collector on demand, for moments when memory matters more than some 20 ms. */

/**
 * V8 exposes the collector only under a flag. The flag is reset at once, because cached compiled code
 * is only valid for the flags it was compiled with.
 */
export function loadCollector(): () => void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  setFlagsFromString('--expose-gc');
  const collect = process.getBuiltinModule('node:vm').runInNewContext('gc') as NodeJS.GCFunction;
  setFlagsFromString('--no-expose-gc');
  return () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
