/** Classifies IP addresses: public internet, this machine and its network, or never to be contacted. */

/**
 * `private`: this machine, its network, and addresses not routed on the internet; the person decides.
 * `forbidden`: link-local addresses, where cloud machines serve their credentials, and anything but the address of a single machine.
 */
export type Reach = 'public' | 'private' | 'forbidden';

type Range = readonly [network: string, bits: number, reach: Reach];

/** The first matching range decides. */
const IPV4: readonly Range[] = [
  ['0.0.0.0', 32, 'private'],
  ['0.0.0.0', 8, 'forbidden'],
  ['10.0.0.0', 8, 'private'],
  ['100.100.100.200', 32, 'forbidden'], // Alibaba Cloud metadata
  ['100.64.0.0', 10, 'private'], // carrier-grade NAT
  ['127.0.0.0', 8, 'private'],
  ['168.63.129.16', 32, 'forbidden'], // Azure host agent
  ['169.254.0.0', 16, 'forbidden'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'forbidden'], // protocol assignments; Oracle Cloud metadata
  ['192.0.2.0', 24, 'private'], // documentation, like the next two
  ['198.51.100.0', 24, 'private'],
  ['203.0.113.0', 24, 'private'],
  ['192.88.99.0', 24, 'private'],
  ['192.168.0.0', 16, 'private'],
  ['198.18.0.0', 15, 'private'], // benchmarks
  ['224.0.0.0', 3, 'forbidden'], // multicast, reserved, broadcast
];

const IPV6: readonly Range[] = [
  ['::', 127, 'private'], // unspecified and loopback
  ['fd00:ec2::254', 128, 'forbidden'], // AWS metadata
  ['fd20:ce::254', 128, 'forbidden'], // Google Cloud metadata
  ['fc00::', 7, 'private'],
  ['fec0::', 10, 'private'],
  ['100::', 64, 'private'],
  ['2001::', 32, 'forbidden'], // Teredo, which hides another address
  ['2001::', 23, 'private'],
  ['2001:db8::', 32, 'private'],
  ['3fff::', 20, 'private'],
  ['2000::', 3, 'public'],
];

/** IPv6 forms that embed an IPv4 address, and the index of the 16-bit group where it starts. */
const CARRIERS: readonly (readonly [network: string, bits: number, at: number])[] = [
  ['::ffff:0:0', 96, 6],
  ['::ffff:0:0:0', 96, 6],
  ['64:ff9b::', 96, 6],
  ['::', 96, 6],
  ['2002::', 16, 1],
];

/** Classifies one address; anything that does not parse as an address is forbidden. */
export function classifyAddress(address: string): Reach {
  const four = parseIpv4(address);
  if (four) return classify(four, IPV4, 'public');
  const six = parseIpv6(address);
  if (!six) return 'forbidden';
  const own = IPV6.find(([network, bits]) => bits >= 127 && isWithin(six, groupsOf(network), bits));
  if (own) return own[2];
  const carrier = CARRIERS.find(([network, bits]) => isWithin(six, groupsOf(network), bits));
  if (carrier) return classify(six.slice(carrier[2], carrier[2] + 2), IPV4, 'public');
  return classify(six, IPV6, 'forbidden');
}

/** The strictest class of all the addresses: a name is as private as its most private address. */
export function classifyAddresses(addresses: readonly string[]): Reach {
  const reaches = addresses.map(classifyAddress);
  if (reaches.length === 0 || reaches.includes('forbidden')) return 'forbidden';
  return reaches.includes('private') ? 'private' : 'public';
}

/** Parses an IPv4 address into two groups of 16 bits. */
function parseIpv4(text: string): number[] | undefined {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (!match) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = match.slice(1).map(Number);
  return Math.max(a, b, c, d) > 255 ? undefined : [a * 256 + b, c * 256 + d];
}

/** Parses an IPv6 address into eight groups of 16 bits. An address with a zone (`%eth0`) is link-local in any case and is not parsed. */
function parseIpv6(text: string): number[] | undefined {
  const halves = text.toLowerCase().split('::');
  if (halves.length > 2) return undefined;
  const [head, tail] = [parseGroups(halves[0] ?? ''), parseGroups(halves[1] ?? '')];
  if (!head || !tail) return undefined;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  return [...head, ...Array.from({ length: missing }, () => 0), ...tail];
}

function parseGroups(text: string): number[] | undefined {
  if (text === '') return [];
  const groups = text.split(':').map((group) => {
    const four = parseIpv4(group);
    if (four) return four;
    return /^[0-9a-f]{1,4}$/.test(group) ? [Number.parseInt(group, 16)] : undefined;
  });
  return groups.every((group) => group !== undefined) ? groups.flat() : undefined;
}

function classify(groups: readonly number[], ranges: readonly Range[], otherwise: Reach): Reach {
  const range = ranges.find(([network, bits]) => isWithin(groups, groupsOf(network), bits));
  return range ? range[2] : otherwise;
}

function groupsOf(network: string): number[] {
  return parseIpv4(network) ?? parseIpv6(network) ?? [];
}

function isWithin(groups: readonly number[], network: readonly number[], bits: number): boolean {
  for (let group = 0; group * 16 < bits; group++) {
    const shift = Math.max(0, 16 - (bits - group * 16));
    if ((groups[group] ?? 0) >> shift !== (network[group] ?? 0) >> shift) return false;
  }
  return true;
}
