/** Converts another agent's MCP servers to coder's settings: never with a secret, only with the name of a variable that holds it. */

import { isPlainObject } from '../../base/schema.ts';
import { isWorthHiding } from '../../base/secrets/secret-value.ts';
import type { Fault } from '../../protocol/fault.ts';
import { type FoundKey, leave, take } from './found-key.ts';
import { objectIn } from './read-files.ts';
import { why } from './why.ts';

/** Values that reveal nothing. */
const HARMLESS = /^(?:true|false|yes|no|on|off|\d{1,5}|info|debug|warn|error|trace|production|development|test)$/i;
const REFERENCE = /^\$\{[A-Za-z_]\w*(?::-[^}]*)?\}$/;

export function importServers(file: string, key: string, servers: unknown, note?: Fault): FoundKey[] {
  return Object.entries(objectIn(servers)).map(([name, entry]) => {
    const at = `${key}.${name}`;
    if (!isPlainObject(entry)) return leave(file, at, why('isNoObject'));
    if (!/^[^\s/:]{1,100}$/.test(name)) return leave(file, at, why('serverNames'));
    const secret = secretIn(entry);
    if (secret !== undefined) return leave(file, at, why('mayBeSecret', secret));
    const variables: string[] = [];
    const value = withoutSecrets(name, entry, variables);
    const set = variables.length > 0 ? why('setVariables', variables.join(', ')) : undefined;
    return take(file, at, ['mcpServers', name], value, note && set ? why('bothNotes', note, set) : (note ?? set));
  });
}

/** Names the place of a secret that a variable cannot replace: an address or an argument. */
function secretIn(entry: Readonly<Record<string, unknown>>): Fault | undefined {
  const address = [entry.url, entry.httpUrl].find((each) => typeof each === 'string');
  if (address !== undefined && holdsSecret(address)) return why('itsAddress');
  const words = [entry.command, entry.args].flat().filter((each) => typeof each === 'string');
  const isSecret = words.some((word, index) => {
    const before = words[index - 1] ?? '';
    const isNamed = /(?:key|token|secret|password)$/i.test(before) && before.startsWith('-') && !word.startsWith('$');
    const isAssigned = /(?:key|token|secret|password)=[^$]/i.test(word);
    return isNamed || isAssigned || (isWorthHiding(word) && !/[/@]/.test(word));
  });
  return isSecret ? why('anArgument') : undefined;
}

function holdsSecret(address: string): boolean {
  const url = URL.parse(address);
  if (!url) return true; // unknown, so assume the worst
  const isNamed = [...url.searchParams.keys()].some((name) => /key|token|secret|password/i.test(name));
  return isNamed || url.username !== '' || url.password !== '';
}

function withoutSecrets(
  server: string,
  entry: Readonly<Record<string, unknown>>,
  variables: string[],
): Record<string, unknown> {
  const named = (name: string, value: unknown): unknown => {
    const text = String(value).replace(/\{env:(\w+)\}/g, '$${$1}');
    if (HARMLESS.test(text) || REFERENCE.test(text)) return text;
    if (/^Bearer \$\{\w+\}$/.test(text)) return text;
    variables.push(name);
    return `\${${name}}`;
  };
  return Object.fromEntries(
    Object.entries(entry)
      .filter(([key]) => key !== 'trust') // only the person can decide that here
      .map(([key, value]) => {
        if (key === 'env' || key === 'environment') return [key, mapped(value, (name, of) => named(name, of))];
        if (key === 'headers' || key === 'http_headers')
          return [key, mapped(value, (name, of) => named(variableFor(server, name), of))];
        return [key, value];
      }),
  );
}

function mapped(value: unknown, how: (name: string, value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(objectIn(value)).map(([name, of]) => [name, how(name, of)]));
}

function variableFor(server: string, header: string): string {
  return `${server}_${header}`
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replace(/^(?=\d)/, '_')
    .toUpperCase();
}
