/** The sandbox's resolver, packet by packet: it answers each name with a separate local address and never asks another server. Pure. */

export interface DnsQuestion {
  /** Lower-case name without the final dot. */
  name: string;
  type: number;
  /** Offset in the packet at which the question ends. */
  end: number;
}

type DnsReply = { address: string } | 'nothing' | 'no-such-name';

const HEADER = 12;
const TYPE_A = 1;
const MAX_NAME = 253;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const NO_SUCH_NAME = 3;
const TTL_SECONDS = 1;

/** `undefined` if the packet is not exactly one question that can be answered. */
export function readQuestion(packet: Buffer): DnsQuestion | undefined {
  if (packet.length < HEADER + 5 || packet.readUInt16BE(4) !== 1 || (packet.readUInt8(2) & 0x80) !== 0)
    return undefined;
  const labels: string[] = [];
  let at = HEADER;
  for (;;) {
    const length = packet[at];
    if (length === undefined || length > 63) return undefined;
    if (length === 0) break;
    labels.push(packet.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  if (at + 5 > packet.length) return undefined;
  return { name: labels.join('.').toLowerCase(), type: packet.readUInt16BE(at + 1), end: at + 5 };
}

/** True if a host can have this name; nothing else is shown to a person. */
export function isHostName(name: string): boolean {
  return name.length <= MAX_NAME && name.split('.').every((label) => LABEL.test(label));
}

export function asksForAddress({ type }: DnsQuestion): boolean {
  return type === TYPE_A;
}

export function dnsAnswer(packet: Buffer, { end }: DnsQuestion, reply: DnsReply): Buffer {
  const head = Buffer.from(packet.subarray(0, HEADER));
  const isFound = typeof reply === 'object';
  head.writeUInt16BE(0x8180 | (reply === 'no-such-name' ? NO_SUCH_NAME : 0), 2);
  head.writeUInt16BE(isFound ? 1 : 0, 6);
  head.writeUInt32BE(0, 8); // no authority or additional records
  const found = isFound ? [recordOf(reply.address)] : [];
  return Buffer.concat([head, packet.subarray(HEADER, end), ...found]);
}

function recordOf(address: string): Buffer {
  const toName = [0xc0, HEADER];
  return Buffer.from([...toName, 0, TYPE_A, 0, 1, 0, 0, 0, TTL_SECONDS, 0, 4, ...address.split('.').map(Number)]);
}
