/** Whether this Node is too old to run coder. */

/** The first with `process.getBuiltinModule`, by which the bundle gets Node's own modules. */
const OLDEST = { major: 22, minor: 3 };

/** The oldest that would do, if this one is older. */
export function nodeNeeded(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor);
  return isEnough ? undefined : `${OLDEST.major}.${OLDEST.minor}`;
}
