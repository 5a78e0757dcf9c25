/** Finds connections that the sandbox refused: by coder's record first, then by kernel counters, and only then by words. */

import type { Blocked } from '../../../protocol/sandbox.ts';
import type { HostReport } from '../network/hosts.ts';
import { type Address, addressesIn, isLoopback, portsIn, remoteOf } from './addresses.ts';
import { codeBefore } from './ends.ts';
import type { Failed, Outside } from './facts.ts';
import { isOffline, offlineBlocked, startsServer } from './offline.ts';
import { bareOf, isCaught, isOneCommand, lastOf } from './paths.ts';
import { isPlainTrouble, isSource, NOT_ALLOWED } from './words.ts';

/** Messages about names that cannot be resolved, because there is no network inside. */
const NO_HOST =
  /could not resolve (?:host(?:name)?:?|proxy:?) ([\w.-]+)|getaddrinfo (?:ENOTFOUND|EAI_AGAIN) ([\w.-]+)|resolve host address [‘'"]([\w.-]+)|lookup ([\w.-]+)(?: on \S+)?: (?:no such host|Temporary|dial)|hostname ([\w.-]+): (?:Name or service|Temporary failure)|Failed to resolve '([\w.-]+)'|look up ([\w.-]+) \(|([\w-]+(?:\.[\w-]+)+): (?:Temporary failure in name resolution|Name or service not known)|Bad hostname '([\w.-]+)|\(host='([\w.-]+)', port=\d+\): Max retries/i;
const NOT_CONNECTED =
  /refused|could not connect|unreachable|couldn.t connect|failed to connect|cannot connect|unable to connect|can't connect/i;
const NOT_THERE = /connection refused|ECONNREFUSED|errno(?:=| |: )111\b|os error 111\b|ConnectionRefused/i;
/** Messages that follow when no socket can be created. */
const NO_SOCKET = /\/dev\/tcp\/|connect to host|connect EACCES|could not create socket|can.t create socket/i;
const NOT_REACHED =
  /connection (?:was )?refused|could(?:n.t| not) (?:connect|resolve)|unreachable|(?:failed|failure) to (?:connect|resolve)|can(?:not|'t) (?:connect|resolve)|unable to (?:connect|resolve|access ')|ECONNREFUSED|\[Errno 13\] Permission denied(?:>|\)|$)|connect EACCES|socket\(\d|name resolution|EAI_AGAIN|\bENOTFOUND\b|UnknownHost|fetch failed|could not create socket|socket: |network (?:error|is)|connection (?:error|failed|closed)|socket IO/i;
/** Exit codes of clients that could not get through. */
const ENDS: readonly (readonly [client: RegExp, codes: readonly number[]])[] = [
  [/\bcurl\b/, [5, 6, 7, 35, 52, 56]],
  [/\b(?:wget|wget2)\b/, [4]],
  [/\b(?:ssh|scp|sftp)\b/, [255]],
  [/\bpsql\b/, [2]],
  [/\baria2c\b/, [1, 6, 19]],
  [/\brsync\b/, [10]],
];
/** Clients that print nothing, or exit with 1. */
const QUIET = /\b(?:nc|ncat|netcat|telnet|redis-cli|pg_isready)\b/;
/** Code that connects. */
const CONNECTS =
  /fetch\(|connect\w*\(|create_?connection|urlopen|requests\.|https?\.(?:get|request)|HTTPS?Connection|Socket[\w:]*(?:\.new|\.open|->new|\()|fsockopen|\(["'`]https?:\/\/|HTTP::Tiny|Net::HTTP|java\.net|\/dev\/tcp\/|\bsocket (?:localhost|127\.)/i;
/** Programs that connect. */
const CLIENT =
  /\b(?:curl|wget|aria2c|ssh|scp|pg_isready|openssl s_client|sftp|nc|ncat|socat|telnet|ping|psql|mysql|redis-cli|mongosh|git (?:clone|fetch|pull|push|ls-remote)|pip3? (?:install|download)|npm (?:i|install|ci|view|ping|publish)|go (?:get|install)|gem install)\b/;
/** Messages of programs that read from a client that got nothing. */
const STARVED =
  /unexpected end|premature end|end of file|\bEOF\b|expecting value|empty (?:input|file)|no json|nothing to|\b000\b/i;
const LOOKS =
  /^(?:\[|test\b|grep\b|jq\b|echo\b|printf\b|exit\b|true\b|false\b|head\b|tail\b|cat\b|wc\b|cut\b|sleep\b|set\b|local\b|return\b|while\b|until\b|for\b|\d|\w+=|""|\$|$)/;
const WITHOUT_NETWORK = /--no-index|--offline|--prefer-offline/;

export interface Reached {
  spoken: readonly string[];
  /** The lines the command printed, except those that its own line or code could have produced. */
  said: readonly string[];
  /** True if the command printed nothing, or no other lines than those. */
  isSilent: boolean;
  told: string;
  failed: Failed;
  outside: Outside;
}

export function networkBlocked(reached: Reached): Blocked[] {
  const { hosts, hasSockets = false, line = '' } = reached.failed;
  if (/--(?:abstract-)?unix-socket\b/.test(line)) return []; // with a Unix socket, the host in the URL is only a name
  const found = isLooking(reached)
    ? servedIn(reached.failed.line ?? '', reached.outside)
    : hosts?.counted
      ? byCount(reached, hosts)
      : isOffline(reached.said)
        ? offlineBlocked(reached, reached.outside)
        : isElsewhere(reached)
          ? []
          : byWords(withoutSockets(reached), hasSockets);
  const isThere = (what: string) => !/\.invalid$/i.test(what) && reached.outside.hasRoute?.(what) !== false;
  return [...new Set(found)].filter(isThere).map((what) => ({ kind: 'host', what }));
}

/** True if no internet socket can be created, which has a distinct error. */
function hasNoSockets({ hosts, hasSockets, deniesReads }: Failed): boolean {
  return !hosts && !hasSockets && deniesReads === true;
}

/** True if the failure is about something else: without sockets none can be refused, and "not allowed" is about a socket with a path. */
function isElsewhere({ spoken, failed }: Reached): boolean {
  return (
    hasNoSockets(failed) &&
    spoken.some((each) => NOT_THERE.test(each) || (NOT_ALLOWED.test(each) && /\bsocket\b/i.test(each)))
  );
}

function withoutSockets(reached: Reached): Reached {
  if (!hasNoSockets(reached.failed)) return reached;
  return { ...reached, said: reached.said.filter((each) => !NOT_ALLOWED.test(each)) };
}

/** True if the command lists listeners and finds none. */
function isLooking({ isSilent, failed: { line = '', deniesReads = false } }: Reached): boolean {
  return isSilent && !deniesReads && /\b(?:ss|netstat|lsof|fuser) /.test(line) && !CONNECTS.test(line);
}

/** By kernel counters, which count refusals and missing routes whatever a client makes of them. */
function byCount(reached: Reached, { counted, asked, reached: got, unreachable }: HostReport): string[] {
  const { said, told, outside } = reached;
  const { refused = 0, unrouted = 0 } = counted ?? {};
  const printed = said.join('\n');
  if (refused > 0) {
    const servers = servedIn(said.filter((line) => !isSource(line)).join('\n'), outside);
    if (servers.length > 0) return servers;
    const isOther = said.some((line) => NOT_CONNECTED.test(line) && loopbackIn(line).length > 0);
    const named = isOther ? [] : servedIn(told, outside, true);
    if (named.length > 0) return named.slice(0, 1);
    const known = [...got, ...unreachable].join('\n');
    const names = (asked ?? []).filter((name) => !known.includes(`${name}:`));
    if (!isOther && names.length > 0) return names;
  }
  const address = unrouted > 0 ? (remoteIn(printed) ?? remoteIn(told)) : undefined;
  return address === undefined || !/^[\d.]+$|:/.test(address) ? [] : [address];
}

function byWords(reached: Reached, hasSockets: boolean): string[] {
  const { said, isSilent, told, failed, outside } = reached;
  const { line = '', hosts } = failed;
  const hasNone = !hosts && !hasSockets;
  const found: string[] = [];
  for (const each of said) {
    const isAbout = NOT_CONNECTED.test(each) || NO_SOCKET.test(each);
    if (isAbout && loopbackIn(each).length > 0) found.push(...servedIn(each, outside));
    const host = hosts ? portOf(each, hosts) : hasNone ? unreachedIn(each) : undefined;
    if (host !== undefined) found.push(host);
  }
  if (found.length > 0) return found;
  const isEnd = endsByNetwork(failed) || (isSilent && QUIET.test(lastOf(line)) && isOneCommand(lastOf(line)));
  const about = said.filter((each) => NOT_REACHED.test(each) && !isSource(each));
  const isOfNetwork = about.length > 0;
  const isToConnect = CONNECTS.test(told) || CLIENT.test(runBy(line, told));
  const isCertain = hasNone && (isOneCommand(line) || isOnlyClient(line)); // anything that needs the network fails there
  const isUnnamed = said.some((each) => NOT_ALLOWED.test(each)) && said.every((each) => !/['"‘]\/|: \/|^\//.test(each));
  const isOther = isCoded(line) && !isEnd; // its exit code shows another reason
  const isVague =
    isCertain && isToConnect && !isOther && isNear(reached) && (isSilent || isUnnamed || isPlainTrouble(said));
  const isStarved =
    hasNone &&
    (isFed(line) || isFed(told)) &&
    (isSilent || isPlainTrouble(said) || said.some((each) => STARVED.test(each)));
  const isEnded = isEnd && (isSilent || isOfNetwork || said.length === 0 || startsServer(line));
  if (!isOfNetwork && !isEnded && !isVague && !isStarved) return [];
  const servers = servedIn(told, outside, true);
  if (servers.length > 0) return servers.slice(0, 1);
  if (!hasNone || WITHOUT_NETWORK.test(line)) return [];
  if (startsServer(line)) return ['localhost'];
  const remote =
    remoteIn(about.join('\n')) ?? remoteIn(line) ?? (isCaught(told) && isToConnect ? remoteIn(told) : undefined);
  return remote === undefined ? [] : [remote];
}

/** True if the code that gave up is about a connection, or that place is unknown. */
function isNear({ told, spoken }: Reached): boolean {
  const before = codeBefore(told, spoken);
  return before === undefined || CONNECTS.test(before) || CLIENT.test(before);
}

/** True if the line is a single client whose exit code is visible. */
function isCoded(line: string): boolean {
  return !line.includes('|') && isOneCommand(line) && ENDS.some(([client]) => client.test(bareOf(line)));
}

/** True if everything else in the line only examines what the client brought. */
function isOnlyClient(line: string): boolean {
  const parts = bareOf(line)
    .replace(/\d?>&\d|&>|\$\(\w+\)/g, '')
    .replace(/\b(\w{1,40}) ?\(\) ?\{(.{0,2000})\}(.{0,200})\b\1\b/s, '$2$3') // a function and its call
    .split(/[;|&\n(){}]+|\b(?:if|then|else|fi|do|done|in)\b|(?:^|\s)!\s/)
    .map((part) => part.trim());
  return parts.every((part) => CLIENT.test(part) || LOOKS.test(part));
}

/** True if another program waits for the client's output. */
function isFed(line: string): boolean {
  const isFirst = /^[^;&]{0,400}[^|]\|[^|]/.test(line) && CLIENT.test(line.slice(0, line.lastIndexOf('|')));
  return isFirst || new RegExp(`\\$\\(\\s?${CLIENT.source}`).test(line);
}

/** The line without quoted parts (kept if a shell runs them), followed by the scripts that it names. */
function runBy(line: string, told: string): string {
  return (/\bsh -c\b|\bbash -l?c\b|\bexecute\(|\bsystem\(/.test(line) ? line : bareOf(line)) + told.slice(line.length);
}

/** True if a client ended with an exit code it uses when it cannot get through. */
export function endsByNetwork({ line = '', exitCode }: Failed): boolean {
  const last = /\bpipefail\b/.test(line) ? line : lastOf(line);
  const isSeen = isOneCommand(last) || /\bpipefail\b/.test(line);
  const parts = bareOf(line).split('&&'); // a distinctive exit code shows which part failed
  return ENDS.some(
    ([client, codes]) =>
      codes.includes(exitCode) &&
      ((isSeen && client.test(bareOf(last))) ||
        (exitCode > 3 && parts.some((part) => client.test(part) && !part.includes('|')))),
  );
}

function unreachedIn(line: string): string | undefined {
  const name = NO_HOST.exec(line)?.slice(1).find(Boolean);
  if (name !== undefined) return isLoopback(name) ? undefined : name;
  if (!NOT_CONNECTED.test(line) && !NO_SOCKET.test(line)) return undefined;
  const named = /connect to ([\w-]+(?:\.[\w-]+)+) port/i.exec(line)?.[1];
  return addressIn(line) ?? (named === undefined || isLoopback(named) ? undefined : named);
}

/** The first IP address that is not this machine's. */
function addressIn(line: string): string | undefined {
  return line.match(/\d{1,3}(?:\.\d{1,3}){3}/g)?.find((word) => !/^(?:127|0)\./.test(word));
}

/** A name at a port where nothing listens, as only the usual ports lead out; or an address without a name, which leads nowhere. */
function portOf(line: string, { nameOf }: HostReport): string | undefined {
  if (!NOT_CONNECTED.test(line)) return undefined;
  const words = line.match(/[a-z0-9](?:[a-z0-9_.-]{0,250}[a-z0-9])?/gi) ?? [];
  return words.map(nameOf).find(Boolean) ?? addressIn(line);
}

/** Servers of this machine that the text names; commands cannot reach them, as they have a separate loopback. */
function servedIn(text: string, { isServed }: Outside, isCommand = false): string[] {
  if (!isServed || (isCommand && /-unix-socket\b/.test(text))) return [];
  const ports = portsIn(text, isCommand).filter((port) => isServed(port));
  const loose = ports.length === 0 && isCommand ? looseIn(text).filter((port) => isServed(port)) : [];
  return [...new Set([...ports, ...loose])].map((port) => `localhost:${port}`);
}

/** Numbers that can only be ports, if none is named as a port. */
function looseIn(text: string): number[] {
  if (portsIn(text, true).length > 0) return [];
  return [...text.slice(0, 20_000).matchAll(/(?<![\w.])(\d{4,5})(?![\w.])/g)].map(([, port]) => Number(port));
}

function loopbackIn(line: string): Address[] {
  return addressesIn(line).filter(({ host }) => isLoopback(host));
}

function remoteIn(text: string): string | undefined {
  return remoteOf(addressesIn(text));
}
