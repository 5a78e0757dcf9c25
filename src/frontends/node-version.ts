/** Says what to do where Node is too old to run coder. */

/** The first with `process.getBuiltinModule`, by which the bundle gets Node's own modules. */
const OLDEST = { major: 22, minor: 3 };

export function oldNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return undefined;
  return `needs Node ${OLDEST.major}.${OLDEST.minor} or newer, this is ${version}. Install a newer Node, or run it through npm from a checkout.`;
}
