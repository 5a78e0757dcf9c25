/** Reads the `oauth` of a server's entry: a client that was registered beforehand, and how a machine logs in without a person. */

import { isPlainObject } from '../../base/schema.ts';
import { nearest } from '../../base/text/nearest.ts';

export interface OauthEntry {
  /** Absent if a person logs in. */
  grant?: Grant;
  clientId?: string;
  clientSecret?: string;
  /** The only issuer that may get the secret: any other that a server names gets nothing. */
  issuer?: string;
  scope?: string;
  callbackPort?: number;
  privateKey?: string;
  privateKeyFile?: string;
  algorithm?: string;
  assertion?: string;
  assertionFile?: string;
  idp?: IdentityProvider;
}

/** A client's secret or key; a token that the machine was given; a grant from the company's identity provider. */
type Grant = 'client_credentials' | 'jwt_bearer' | 'cross_app';

interface IdentityProvider {
  tokenEndpoint: string;
  clientId: string;
  clientSecret?: string;
  idToken?: string;
  idTokenFile?: string;
}

const TEXTS = [
  'grant',
  'clientId',
  'clientSecret',
  'issuer',
  'scope',
  'privateKey',
  'privateKeyFile',
  'algorithm',
  'assertion',
  'assertionFile',
];
const KEYS = [...TEXTS, 'scopes', 'callbackPort', 'idp'];
const IDP_KEYS = ['tokenEndpoint', 'clientId', 'clientSecret', 'idToken', 'idTokenFile'];
const FILES = ['privateKeyFile', 'assertionFile'];
/** Keys of other agents; here the protocol itself discovers their values. */
const WITHOUT_MEANING = new Set([
  'enabled',
  'authorizationUrl',
  'tokenUrl',
  'audiences',
  'redirectUri',
  'tokenParamName',
  'registrationUrl',
  'authServerMetadataUrl',
]);
const NEEDS: Record<Grant, (oauth: Readonly<Record<string, unknown>>) => string | undefined> = {
  client_credentials: (oauth) =>
    (oauth.clientSecret ?? oauth.privateKey ?? oauth.privateKeyFile)
      ? undefined
      : '"clientSecret", "privateKey" or "privateKeyFile"',
  jwt_bearer: (oauth) => ((oauth.assertion ?? oauth.assertionFile) ? undefined : '"assertion" or "assertionFile"'),
  cross_app: ({ clientSecret, idp }) =>
    clientSecret === undefined || idp === undefined ? '"clientSecret" and "idp"' : undefined,
};

/** What is wrong with the value, and at which key; `undefined` if it is valid. */
export function oauthProblem(value: unknown, isUsers: boolean): string | undefined {
  if (value === false) return undefined;
  if (!isPlainObject(value)) return 'expected an object';
  for (const [key, part] of Object.entries(value)) {
    if (WITHOUT_MEANING.has(key) || part === null) continue;
    if (!KEYS.includes(key)) return unknownKey(key, KEYS);
    if (TEXTS.includes(key) && typeof part !== 'string') return `${JSON.stringify(key)}: expected a text`;
  }
  const { grant, scopes, callbackPort, idp } = value;
  if (scopes !== undefined && !(Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string')))
    return '"scopes": expected a list of texts';
  if (callbackPort !== undefined && !isPort(callbackPort)) return '"callbackPort": expected a port';
  const files = [...FILES.filter((key) => value[key] !== undefined), ...idpFiles(idp)];
  if (files.length > 0 && !isUsers) return `only your own file can say ${JSON.stringify(files[0])}`;
  const wrong = idp === undefined ? undefined : idpProblem(idp);
  if (wrong !== undefined || grant === undefined) return wrong;
  if (!isGrant(grant)) return `"grant" is ${Object.keys(NEEDS).join(', ')}, not ${JSON.stringify(grant)}`;
  if (typeof value.clientId !== 'string') return `"grant" needs "clientId"`;
  if (typeof value.issuer !== 'string') return `"grant" needs "issuer": who the login may be sent to`;
  const lacks = NEEDS[grant](value);
  return lacks === undefined ? undefined : `${JSON.stringify(grant)} needs ${lacks}`;
}

/** The entry with its variables filled in. */
export function readOauth(raw: unknown, text: (value: unknown) => string): OauthEntry | undefined {
  if (!isPlainObject(raw)) return undefined;
  const filled = (from: Record<string, unknown>, keys: readonly string[]) =>
    Object.fromEntries(keys.flatMap((key) => (typeof from[key] === 'string' ? [[key, text(from[key])]] : [])));
  const { scopes, callbackPort, idp } = raw;
  return {
    ...(filled(raw, TEXTS) as OauthEntry),
    ...(Array.isArray(scopes) && { scope: scopes.map(text).join(' ') }),
    ...(typeof callbackPort === 'number' && { callbackPort }),
    ...(isPlainObject(idp) && { idp: filled(idp, IDP_KEYS) as unknown as IdentityProvider }),
  };
}

/** What is sent where, for a person to approve: never the secrets. */
export function showOauth(raw: unknown): string[] {
  if (!isPlainObject(raw)) return [];
  const idp = isPlainObject(raw.idp) ? raw.idp : {};
  const rows = { grant: raw.grant, client: raw.clientId, issuer: raw.issuer, 'identity provider': idp.tokenEndpoint };
  return Object.entries(rows).flatMap(([name, value]) => (typeof value === 'string' ? [`${name}: ${value}`] : []));
}

function idpProblem(idp: unknown): string | undefined {
  if (!isPlainObject(idp)) return '"idp": expected an object';
  for (const [key, part] of Object.entries(idp)) {
    if (!IDP_KEYS.includes(key)) return `"idp": ${unknownKey(key, IDP_KEYS)}`;
    if (typeof part !== 'string') return `"idp": ${JSON.stringify(key)}: expected a text`;
  }
  if (idp.tokenEndpoint === undefined || idp.clientId === undefined)
    return '"idp" needs "tokenEndpoint" and "clientId"';
  return idp.idToken === undefined && idp.idTokenFile === undefined
    ? '"idp" needs "idToken" or "idTokenFile"'
    : undefined;
}

function idpFiles(idp: unknown): string[] {
  return isPlainObject(idp) && idp.idTokenFile !== undefined ? ['idTokenFile'] : [];
}

function unknownKey(key: string, known: readonly string[]): string {
  const near = nearest(key, known);
  return `unknown key ${JSON.stringify(key)}${near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`}`;
}

function isGrant(value: unknown): value is Grant {
  return typeof value === 'string' && Object.hasOwn(NEEDS, value);
}

function isPort(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 65_536;
}
