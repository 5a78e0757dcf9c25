/** One address of the session's loopback for each name that was asked for: whoever connects there means that name. */

export interface NameTable {
  addressOf(name: string): string;
  /** `undefined`: no name has it. */
  nameAt(address: string): string | undefined;
  has(name: string): boolean;
}

/** 127.200.0.1 to 127.200.255.254; then the oldest name gives up its own. */
const MOST_NAMES = 0xfffe;

export function createNameTable(most = MOST_NAMES): NameTable {
  const byName = new Map<string, string>();
  const byAddress = new Map<string, string>();

  function nextAddress(): string {
    const number = byName.size + 1;
    if (number <= most) return `127.200.${number >> 8}.${number & 255}`;
    const [name, address] = byName.entries().next().value as [string, string];
    byName.delete(name);
    return address;
  }

  return {
    addressOf(name) {
      const known = byName.get(name);
      if (known !== undefined) return known;
      const address = nextAddress();
      byName.set(name, address);
      byAddress.set(address, name);
      return address;
    },
    nameAt: (address) => byAddress.get(address),
    has: (name) => byName.has(name),
  };
}
