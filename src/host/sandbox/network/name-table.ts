/** Assigns one address of the session's loopback to each name that is looked up, so that a connection's address tells the name. */

export interface NameTable {
  addressOf(name: string): string;
  /** `undefined` if no name has this address. */
  nameAt(address: string): string | undefined;
  has(name: string): boolean;
}

/** 127.200.0.1 to 127.200.255.254; after that, the address of the oldest name is reused. */
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
