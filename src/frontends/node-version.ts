/** Says what to do where Node is too old to run coder. */

const OLDEST = 22;

export function oldNode(version: string): string | undefined {
  if (Number(version.split('.')[0]) >= OLDEST) return undefined;
  return `needs Node ${OLDEST} or newer, this is ${version}. Install a newer Node, or run it through npm from a checkout.`;
}
