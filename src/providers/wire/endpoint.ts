/** An endpoint: its addresses, and what an error may reveal of it. */

/** How an endpoint is reached. */
export interface Access {
  baseUrl: string;
  key?: string;
  keyFrom?: string;
  headers?: Readonly<Record<string, string>>;
}

/** The parts of a request's target that an error may reveal. */
export interface Endpoint {
  /** Host and port; never the path, the query or a key. */
  host: string;
  /** Where the key came from: `OPENAI_API_KEY`, `auth.json`. */
  keyFrom?: string;
  /** Values that must not show up in any text: the key, secret headers. */
  secrets: readonly string[];
}

/** Shorter values are not secrets, and masking them would garble any text. */
const LEAST_SECRET = 8;

export function endpointOf({ baseUrl, key = '', keyFrom, headers = {} }: Access): Endpoint {
  const secrets = [key, ...Object.values(headers)].filter((value) => value.length >= LEAST_SECRET);
  return { host: new URL(baseUrl).host, keyFrom, secrets };
}

/** `path` begins with a slash; the base URL may end with slashes. */
export function urlBelow(baseUrl: string, path: string): URL {
  return new URL(baseUrl.replace(/\/+$/, '') + path);
}
