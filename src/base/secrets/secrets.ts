/** Collects the secrets among environment variables and the entries of a file, each with a name and a value. */

import { isWorthHiding, looksSecret, MIN_SECRET } from './secret-value.ts';

/** A value that must not be stored or sent, and the name in its placeholder. */
export interface Secret {
  name: string;
  value: string;
}

const SECRET_NAME =
  /TOKEN|SECRET|PASSW(?:OR)?D|PASSPHRASE|CREDENTIAL|API_?KEY|PRIVATE_?KEY|(?:^|_)(?:KEY|PASS|PWD|AUTH|PAT)(?:_|$)|KEY$/i;
const NOT_SECRET_NAME = /^(?:OLD)?PWD$|^SSH_AUTH_SOCK$|^GPG_KEY$/;
const PASSWORD_IN_ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/[^\s:/@]*:([^\s/@]+)@/i;

/** Includes passwords in addresses (`postgres://user:password@host`). */
export function secretValuesFrom(env: Readonly<Record<string, string | undefined>>): Secret[] {
  const secrets: Secret[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (!value) continue;
    if (isSecretName(name) && looksSecret(value)) secrets.push({ name, value });
    const password = PASSWORD_IN_ADDRESS.exec(value)?.[1];
    if (password && password.length >= MIN_SECRET) secrets.push({ name, value: password });
  }
  return secrets;
}

/**
 * The secrets in the text of a file: `NAME=value`, `name: value`, `"name": "value"`, and the lines of
 * keys. Nameless values are named after `file`.
 */
export function secretValuesIn(text: string, file: string): Secret[] {
  const secrets: Secret[] = [];
  const add = (name: string, value: string) => void secrets.push({ name: plainName(name || file), value });
  for (const [name, value] of textsIn(parsedJson(text))) {
    if (isSecretName(name) ? looksSecret(value) : isWorthHiding(value)) add(name, value);
  }
  for (const line of text.slice(0, MAX_FILE).split(/\r?\n/)) {
    if (/^[A-Za-z0-9+/=]{40,}$/.test(line)) add('', line); // a line of a key
    const [, name = '', given = ''] = ENTRY.exec(line) ?? [];
    const value = unquoted(given);
    if (isSecretName(name) ? looksSecret(value) : isWorthHiding(value)) add(name, value);
    const password = PASSWORD_IN_ADDRESS.exec(value)?.[1] ?? PASSWORD_IN_ADDRESS.exec(line)?.[1];
    if (password && password.length >= MIN_SECRET) add(name, password);
    for (const [, word = ''] of line.matchAll(/(?:password|passwd|_authToken|token)[ =]+(\S{8,200})/gi))
      if (looksSecret(word)) add('', word);
  }
  return secrets;
}

/** All the strings in a JSON file of keys by name, whatever they look like. */
export function storedKeysIn(text: string): Secret[] {
  return [...textsIn(parsedJson(text))].map(([name, value]) => ({ name: plainName(name), value }));
}

function parsedJson(text: string): unknown {
  try {
    return /^\s*[[{]/.test(text) ? JSON.parse(text) : undefined;
  } catch {
    return undefined; // not JSON, so it is read line by line
  }
}

function* textsIn(value: unknown, name = ''): Generator<[name: string, text: string]> {
  if (typeof value === 'string') yield [name, value];
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item, name);
  else if (typeof value === 'object' && value !== null)
    for (const [key, field] of Object.entries(value)) yield* textsIn(field, key);
}

const MAX_FILE = 256 * 1024;
const ENTRY = /^\s*(?:export\s+|- )?["']?([\w./:@-]{1,100}?)["']?\s*[=:]\s*(\S.{0,8000}?)\s*,?\s*$/;

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) && !NOT_SECRET_NAME.test(name);
}

function unquoted(value: string): string {
  const quote = value[0];
  if (quote !== '"' && quote !== "'") return value.replace(/\s+#.*$/, '');
  const end = value.indexOf(quote, 1);
  return end > 0 ? value.slice(1, end) : value.slice(1);
}

function plainName(name: string): string {
  return name.replace(/[^\w.-]/g, '_').slice(-60);
}
