/** What a person and trust see of a server's entry, checked or not. */

import { isPlainObject } from '../../base/schema.ts';
import type { Fault } from '../../protocol/fault.ts';
import { extensionFault } from '../../words/extension-fault.ts';

/** What a person is shown before they agree to it: the command or the address whole, and the names of variables, never their values. */
export function showEntry(raw: Readonly<Record<string, unknown>>): Fault[] {
  const words = [raw.command].flat().filter((word) => word !== undefined);
  const args = Array.isArray(raw.args) ? raw.args : [];
  const names = (value: unknown) => (isPlainObject(value) ? Object.keys(value) : []);
  const variables = [...names(raw.env), ...names(raw.environment)];
  const headers = [...names(raw.headers), ...names(raw.http_headers), ...names(raw.env_http_headers)];
  return [
    ...(words.length > 0 ? [extensionFault('showsCommand', quoted([...words, ...args]))] : []),
    ...((raw.url ?? raw.httpUrl) ? [extensionFault('showsUrl', String(raw.url ?? raw.httpUrl))] : []),
    ...(raw.cwd === undefined ? [] : [extensionFault('showsFolder', named(raw.cwd))]),
    ...(variables.length > 0 ? [extensionFault('showsVariables', variables.join(', '))] : []),
    ...(headers.length > 0 ? [extensionFault('showsHeaders', headers.join(', '))] : []),
    ...showOauth(raw.oauth),
  ];
}

/** The words of an entry that may name files of the project. */
export function textsOf(raw: Readonly<Record<string, unknown>>): string[] {
  const values = (value: unknown): string[] => {
    if (typeof value === 'string') return [value];
    if (Array.isArray(value)) return value.flatMap(values);
    return isPlainObject(value) ? Object.values(value).flatMap(values) : [];
  };
  return [raw.command, raw.args, raw.env, raw.environment, raw.cwd].flatMap(values);
}

/** Where it sends what, for a person who agrees to it: never the secrets. */
function showOauth(raw: unknown): Fault[] {
  if (!isPlainObject(raw)) return [];
  const idp = isPlainObject(raw.idp) ? raw.idp : {};
  const rows = [
    ['showsGrant', raw.grant],
    ['showsClient', raw.clientId],
    ['showsIssuer', raw.issuer],
    ['showsIdentityProvider', idp.tokenEndpoint],
  ] as const;
  return rows.flatMap(([name, value]) => (typeof value === 'string' ? [extensionFault(name, value)] : []));
}

function quoted(words: readonly unknown[]): string {
  return words.map((word) => JSON.stringify(word)).join(' ');
}

/** A value of a settings file as a message quotes it. */
export function named(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
