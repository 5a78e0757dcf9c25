/** Chooses the proxy for a URL from the environment variables that other programs use too. */

import { named, namedError } from '../named-text.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** `undefined` if the URL is to be reached directly. Loopback never goes through a proxy. */
export function proxyFor(url: URL, env: Environment): URL | undefined {
  const scheme = url.protocol === 'https:' ? 'https' : 'http';
  const name = [`${scheme}_proxy`, `${scheme}_proxy`.toUpperCase(), 'all_proxy', 'ALL_PROXY'].find((key) => env[key]);
  if (!name || isLoopback(url.hostname) || isExcepted(url, env['no_proxy'] || env['NO_PROXY'] || '')) return undefined;
  const value = env[name] ?? '';
  const proxy = URL.parse(value.includes('://') ? value : `http://${value}`);
  if (proxy?.protocol === 'http:' || proxy?.protocol === 'https:') return proxy;
  const what = `${name} does not name an http:// or https:// proxy. Correct it or add the host to NO_PROXY.`;
  throw namedError('bad-proxy', named('proxyBad', what, name));
}

/** The `Proxy-Authorization` header for a proxy URL with user and password. */
export function proxyAuthorization(proxy: URL): string | undefined {
  if (!proxy.username && !proxy.password) return undefined;
  const plain = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return `Basic ${Buffer.from(plain).toString('base64')}`;
}

/** True if `NO_PROXY` covers the URL. Entries: `*`, `host`, `.suffix`, `*.suffix`, each with an optional port. */
function isExcepted(url: URL, list: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === '*') return true;
    const [, name = '', wanted] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    const suffix = name.replace(/^\*?\./, '');
    if (!suffix || (wanted && wanted !== port)) return false;
    return host === suffix || host.endsWith(`.${suffix}`);
  });
}

export function isLoopback(hostname: string): boolean {
  return /^(localhost\.?|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(hostname);
}
