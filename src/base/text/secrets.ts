/** Finds secrets in text by value and by shape, and puts a placeholder in their place. */

import { secretShapes } from './secret-shapes.ts';

/** A value that must not be stored, and the name its placeholder carries. */
export interface Secret {
  name: string;
  value: string;
}

const SECRET_NAME =
  /TOKEN|SECRET|PASSW(?:OR)?D|PASSPHRASE|CREDENTIAL|API_?KEY|PRIVATE_?KEY|(?:^|_)(?:KEY|PASS|PWD|AUTH|PAT)(?:_|$)|KEY$/i;
const NOT_SECRET_NAME = /^(?:OLD)?PWD$|^SSH_AUTH_SOCK$|^GPG_KEY$/;
const MIN_LENGTH = 8;

/** The secrets among the variables of an environment, those in addresses (`postgres://user:password@host`) included. */
export function secretValuesFrom(env: Readonly<Record<string, string | undefined>>): Secret[] {
  const secrets: Secret[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (!value) continue;
    if (SECRET_NAME.test(name) && !NOT_SECRET_NAME.test(name) && looksSecret(value)) secrets.push({ name, value });
    const password = /^[a-z][a-z0-9+.-]*:\/\/[^\s:/@]*:([^\s/@]+)@/i.exec(value)?.[1];
    if (password && password.length >= MIN_LENGTH) secrets.push({ name, value: password });
  }
  return secrets;
}

/** The same string if nothing matches. Text may be serialised: values are also found as JSON writes them. */
export function createMasker(secrets: readonly (Secret | string)[]): (text: string) => string {
  const names = new Map<string, string>();
  for (const secret of secrets) {
    const { name, value } = typeof secret === 'string' ? { name: '', value: secret } : secret;
    if (value.length < MIN_LENGTH) continue;
    for (const form of formsOf(value)) if (!names.has(form)) names.set(form, name);
  }
  const longestFirst = [...names.keys()].sort((a, b) => b.length - a.length); // one value may begin another
  const known = longestFirst.length > 0 ? new RegExp(longestFirst.map(quoted).join('|'), 'g') : undefined;
  const shapes = secretShapes();
  return (text) => {
    let masked = known ? text.replace(known, (value) => placeholder(names.get(value))) : text;
    for (const { marks, pattern } of shapes) {
      if (marks.some((mark) => masked.includes(mark))) masked = masked.replace(pattern, placeholder());
    }
    return masked;
  };
}

function quoted(value: string): string {
  return value.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function placeholder(name?: string): string {
  return name ? `[secret:${name}]` : '[secret]';
}

/** Short, plain words are ordinary text as well: hiding `postgres` everywhere would spoil every log. */
function looksSecret(value: string): boolean {
  if (value.length < MIN_LENGTH || /^(?:\/|~|\.{1,2}\/|[A-Za-z]:\\)/.test(value)) return false;
  return value.length >= 16 || !/^(?:[A-Za-z]+|\d+|[A-Za-z]+(?:[-_ ][A-Za-z]+)*)$/.test(value);
}

/** As it is, and as JSON writes it: once in a line of a log, twice where that line holds JSON text again. */
function formsOf(value: string): Set<string> {
  const forms = new Set([value]);
  let form = value;
  for (let depth = 0; depth < 3; depth += 1) {
    form = JSON.stringify(form).slice(1, -1);
    forms.add(form);
  }
  return forms;
}
