/** Reads the `oauth` of a server's entry: a client that was registered beforehand, and how a machine logs in without a person. */

import { isPlainObject } from '../../base/schema.ts';
import { nearest } from '../../base/text/nearest.ts';
import type { Fault } from '../../protocol/fault.ts';
import { extensionFault } from '../../words/extension-fault.ts';

export interface OauthEntry {
  /** Absent if a person logs in. */
  grant?: GrantType;
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
type GrantType = 'client_credentials' | 'jwt_bearer' | 'cross_app';

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
const NEEDS: Record<GrantType, (oauth: Readonly<Record<string, unknown>>) => Fault | undefined> = {
  client_credentials: (oauth) =>
    (oauth.clientSecret ?? oauth.privateKey ?? oauth.privateKeyFile)
      ? undefined
      : extensionFault('eitherOf', '"clientSecret", "privateKey"', '"privateKeyFile"'),
  jwt_bearer: (oauth) =>
    (oauth.assertion ?? oauth.assertionFile) ? undefined : extensionFault('eitherOf', '"assertion"', '"assertionFile"'),
  cross_app: ({ clientSecret, idp }) =>
    clientSecret === undefined || idp === undefined ? extensionFault('bothOf', '"clientSecret"', '"idp"') : undefined,
};

/** What is wrong with it, and at which key; nothing if it is sound. */
export function oauthProblem(value: unknown, isUsers: boolean): Fault | undefined {
  if (value === false) return undefined;
  if (!isPlainObject(value)) return extensionFault('expected', extensionFault('anObject'));
  for (const [key, part] of Object.entries(value)) {
    if (WITHOUT_MEANING.has(key) || part === null) continue;
    if (!KEYS.includes(key)) return unknownKey(key, KEYS);
    if (TEXTS.includes(key) && typeof part !== 'string')
      return expectedAt(JSON.stringify(key), extensionFault('aString'));
  }
  const { grant, scopes, callbackPort, idp } = value;
  if (scopes !== undefined && !(Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string')))
    return expectedAt('"scopes"', extensionFault('aListOfStrings'));
  if (callbackPort !== undefined && !isPort(callbackPort)) return expectedAt('"callbackPort"', extensionFault('aPort'));
  const files = [...FILES.filter((key) => value[key] !== undefined), ...idpFiles(idp)];
  if (files.length > 0 && !isUsers) return extensionFault('onlyYours', JSON.stringify(files[0]));
  const wrong = idp === undefined ? undefined : idpProblem(idp);
  if (wrong !== undefined || grant === undefined) return wrong;
  if (!isGrant(grant))
    return extensionFault('notOneOf', '"grant"', Object.keys(NEEDS).join(', '), JSON.stringify(grant));
  if (typeof value.clientId !== 'string') return extensionFault('needs', '"grant"', '"clientId"');
  if (typeof value.issuer !== 'string') return extensionFault('serverNeedsIssuer');
  const lacks = NEEDS[grant](value);
  return lacks === undefined ? undefined : extensionFault('needs', JSON.stringify(grant), lacks);
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

function idpProblem(idp: unknown): Fault | undefined {
  if (!isPlainObject(idp)) return expectedAt('"idp"', extensionFault('anObject'));
  for (const [key, part] of Object.entries(idp)) {
    if (!IDP_KEYS.includes(key)) return extensionFault('at', '"idp"', unknownKey(key, IDP_KEYS));
    if (typeof part !== 'string') return expectedAt(`"idp": ${JSON.stringify(key)}`, extensionFault('aString'));
  }
  if (idp.tokenEndpoint === undefined || idp.clientId === undefined)
    return extensionFault('needs', '"idp"', extensionFault('bothOf', '"tokenEndpoint"', '"clientId"'));
  return idp.idToken === undefined && idp.idTokenFile === undefined
    ? extensionFault('needs', '"idp"', extensionFault('eitherOf', '"idToken"', '"idTokenFile"'))
    : undefined;
}

function idpFiles(idp: unknown): string[] {
  return isPlainObject(idp) && idp.idTokenFile !== undefined ? ['idTokenFile'] : [];
}

export function expectedAt(key: string, what: Fault): Fault {
  return extensionFault('at', key, extensionFault('expected', what));
}

export function unknownKey(key: string, known: readonly string[]): Fault {
  const near = nearest(key, known);
  return extensionFault('unknownKey', JSON.stringify(key), near === undefined ? '' : JSON.stringify(near));
}

function isGrant(value: unknown): value is GrantType {
  return typeof value === 'string' && Object.hasOwn(NEEDS, value);
}

function isPort(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 65_536;
}
