/** Tells whether the running Node is too old for coder. */

/** The first version with `process.getBuiltinModule`, which the bundle uses to get Node's modules. */
const OLDEST = { major: 22, minor: 3 };

/** The oldest version that works, or `undefined` if `version` is new enough. */
export function nodeNeeded(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor);
  return isEnough ? undefined : `${OLDEST.major}.${OLDEST.minor}`;
}
