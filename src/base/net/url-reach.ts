/** Classifies a URL as public, private or forbidden by every address of its host. */

import { elapsedMs } from '../elapsed.ts';
import { CoderError } from '../errors.ts';
import { classifyAddress, classifyAddresses } from './ip-address.ts';

export type UrlReach =
  /** `addresses`: all the addresses that were checked; the connection must use one of them. */
  | { kind: 'public' | 'private'; url: URL; addresses: string[] }
  /** The host name cannot be resolved from here. */
  | { kind: 'unresolved'; url: URL; why: string }
  | { kind: 'forbidden'; why: string };

/** Returns all addresses of a host name. */
export type Resolve = (hostname: string) => Promise<string[]>;

const METADATA_NAMES = /^(metadata|metadata\.google\.internal|metadata\.goog|instance-data(\.ec2\.internal)?)$/;
/** Names of this machine and its network, whatever address they resolve to. */
const PRIVATE_NAMES = /^[^.]+$|\.(localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa)$/;

/** The class of a URL judged by its host name alone, without a lookup. */
export type NamedReach = { kind: 'public' | 'private'; url: URL } | { kind: 'forbidden'; why: string };

/** For use before the person has agreed, because looking a name up already reveals it. */
export function classifyName(text: string): NamedReach {
  const url = URL.parse(text.trim());
  if (!url) return forbid(`${text.slice(0, 200)} is not a URL.`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return forbid(`Only http and https URLs can be fetched, not ${url.protocol}`);
  if (url.username || url.password) return forbid('A URL with a user or password in it is not fetched. Use a header.');
  const name = hostName(url);
  if (METADATA_NAMES.test(name)) return forbid(`${name} serves credentials of cloud machines and is never fetched.`);
  if (isAddress(name)) return judge(url, [name], false);
  return { kind: PRIVATE_NAMES.test(name) ? 'private' : 'public', url };
}

export async function classifyUrl(text: string, resolve: Resolve): Promise<UrlReach> {
  const named = classifyName(text);
  if (named.kind === 'forbidden') return named;
  const { url } = named;
  const name = hostName(url);
  if (isAddress(name)) return judge(url, [name], false);
  if (name === 'localhost' || name.endsWith('.localhost'))
    return { kind: 'private', url, addresses: ['127.0.0.1', '::1'] };
  try {
    return judge(url, await resolve(name), named.kind === 'private');
  } catch (error) {
    if (!(error instanceof CoderError)) throw error;
    return error.code === 'rebound' ? forbid(error.message) : { kind: 'unresolved', url, why: error.message };
  }
}

function hostName({ hostname }: URL): string {
  return hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.+$/, '')
    .toLowerCase();
}

function isAddress(name: string): boolean {
  return /^[\d.]+$|:/.test(name);
}

function judge(url: URL, addresses: string[], hasPrivateName: boolean): Exclude<UrlReach, { kind: 'unresolved' }> {
  const reach = classifyAddresses(addresses);
  if (reach === 'forbidden') {
    return forbid(`${url.hostname} is a link-local, metadata or reserved address and is never fetched.`);
  }
  return { kind: hasPrivateName ? 'private' : reach, url, addresses };
}

function forbid(why: string): { kind: 'forbidden'; why: string } {
  return { kind: 'forbidden', why };
}

const REMEMBER_MS = 60_000;
const MAX_NAMES = 1_000;

/**
 * The system's resolver with a cache, shared by all requests of a run. A name that was public when
 * checked is not followed to a private address later.
 */
export function createResolver(lookup: Resolve = systemLookup, now: () => number = elapsedMs): Resolve {
  const known = new Map<string, { addresses: string[]; at: number; wasPublic: boolean }>();
  return async (hostname) => {
    const before = known.get(hostname);
    if (before && now() - before.at < REMEMBER_MS) return before.addresses;
    const addresses = await lookup(hostname);
    const isPublic = addresses.every((address) => classifyAddress(address) === 'public');
    if (before?.wasPublic && !isPublic) {
      throw new CoderError('rebound', `${hostname} was public before and now points to a private address.`);
    }
    if (known.size >= MAX_NAMES) known.clear();
    known.set(hostname, { addresses, at: now(), wasPublic: isPublic });
    return addresses;
  };
}

async function systemLookup(hostname: string): Promise<string[]> {
  try {
    const found = await process.getBuiltinModule('node:dns').promises.lookup(hostname, { all: true });
    return found.map(({ address }) => address);
  } catch (error) {
    throw new CoderError('unresolved', `Host ${hostname} not found.`, { cause: error });
  }
}
