/** V8's collector of what is no longer in use, for a moment before which or after which memory matters more than some 20 ms. */

/** It is not there unless V8 is told to show it. Only for that moment: compiled code that was kept is only good for the flags it was made with. */
export function loadCollector(): () => void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  setFlagsFromString('--expose-gc');
  const collect = process.getBuiltinModule('node:vm').runInNewContext('gc') as NodeJS.GCFunction;
  setFlagsFromString('--no-expose-gc');
  return () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
