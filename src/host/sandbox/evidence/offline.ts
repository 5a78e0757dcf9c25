/** For sandboxes that refuse internet sockets with an error nothing else gives: finds what the command wanted the socket for. */

import { addressesIn, portsIn, remoteOf } from './addresses.ts';
import type { Outside } from './facts.ts';

/** `ENONET`, as C, Python, Node, Go, Rust, Ruby and others pass it on. */
const OFFLINE = /machine is not on the network|\bENONET\b|errno(?:=| |: )-?64\b|os error 64\b/i;
/** Signs of a server: listening would have worked outside, whatever the port. */
const SERVES =
  /\blisten|\bbind|\bserve(?:[sd]|_forever|Forever)?\b|http\.server|TCPServer|Server\w*(?:\(|\.new|::new)|createServer|httptest|\bLISTEN\b|php -S|test_server|live_server/i;

/** A server that keeps running while the rest of the line runs. */
const STARTS =
  /(?:http\.server|\bphp -S|-server\b|\bserve\b|server\.\w{2,4}\b|\buvicorn|\bgunicorn|\bflask\b.{0,40}\brun|\brackup|\bncat? -\w*l)[^;&\n]{0,300}(?:>&\d[^;&\n]{0,40}|&>[^;&\n]{0,40})?[^&>]&(?![&>])/;
/** This machine, at any port. */
const OWN = /\b127\.\d|\blocalhost\b|::1\b|\bconnect\w*\(+\d/i;

export function startsServer(line: string): boolean {
  return STARTS.test(line);
}

export function isOffline(said: readonly string[]): boolean {
  return said.some((line) => OFFLINE.test(line));
}

export function offlineBlocked(
  { said, told }: { said: readonly string[]; told: string },
  { isServed }: Outside,
): string[] {
  const printed = said.join('\n');
  for (const text of [printed, told]) {
    const served = portsIn(text, text === told).filter((port) => isServed?.(port) === true);
    if (served.length > 0) return [`localhost:${served[0]}`];
    const remote = remoteOf(addressesIn(text));
    if (remote !== undefined) return [remote];
  }
  if (SERVES.test(printed) || SERVES.test(told) || startsServer(told)) return ['localhost'];
  return OWN.test(`${printed}\n${told}`) || portsIn(told, true).length > 0 ? [] : ['localhost'];
}
