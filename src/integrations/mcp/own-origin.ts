/** Keeps the headers of an entry at its own origin: a redirect to another one is not followed with them. */

import { extensionFault } from '../../words/extension-fault.ts';
import { ServerFault } from './fault.ts';

const MOST_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export function fetchAtOwnOrigin(address: URL): Fetch {
  return async (url, init) => {
    let place = new URL(url);
    if (place.origin !== address.origin) return fetch(place, init); // a login's address: nothing of the entry is sent there
    for (let count = 0; count <= MOST_REDIRECTS; count++) {
      const response = await fetch(place, { ...init, redirect: 'manual' });
      const location = response.headers.get('location');
      if (!REDIRECTS.has(response.status) || location === null) return response;
      await response.body?.cancel();
      const next = new URL(location, place);
      if (next.origin !== address.origin)
        throw new ServerFault('refused', extensionFault('serverRedirects', next.origin));
      place = next;
    }
    throw new ServerFault('refused', extensionFault('serverRedirectsOn'));
  };
}
