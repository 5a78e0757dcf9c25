/** Parses the words after `coder mcp add`, as in other agents: `NAME [options] -- COMMAND…`, or `--transport http NAME URL`. */

import type { ServerScope } from '../../app/servers/manage-servers.ts';

export interface AddedServer {
  name: string;
  scope: ServerScope;
  entry: Record<string, unknown>;
}

const SCOPES: readonly ServerScope[] = ['user', 'project', 'local'];
const TRANSPORTS = ['stdio', 'http', 'sse'];

export function readAdd(words: readonly string[]): AddedServer | { problem: string } {
  const dashes = words.indexOf('--');
  const before = dashes < 0 ? words : words.slice(0, dashes);
  const positionals: string[] = [];
  const env: Record<string, string> = {};
  const headers: Record<string, string> = {};
  let scope: ServerScope = 'user';
  let transport = '';
  for (let at = 0; at < before.length; at++) {
    const word = before[at] ?? '';
    const isCommand = positionals.length >= 2; // all words after the program belong to it
    if (isCommand || !word.startsWith('-')) {
      positionals.push(word);
      continue;
    }
    const [option, inline] = word.startsWith('--') ? splitOnce(word, '=') : [word];
    const value = inline ?? before[++at];
    if (value === undefined) return { problem: `${option} needs a value` };
    switch (option) {
      case '-s':
      case '--scope': {
        const found = SCOPES.find((each) => each === value);
        if (!found) return { problem: `--scope is ${SCOPES.join(', ')}, not "${value}"` };
        scope = found;
        break;
      }
      case '-t':
      case '--transport':
        if (!TRANSPORTS.includes(value)) return { problem: `--transport is ${TRANSPORTS.join(', ')}, not "${value}"` };
        transport = value;
        break;
      case '-e':
      case '--env': {
        const [key, text] = splitOnce(value, '=');
        if (text === undefined || key === '') return { problem: `${option} takes NAME=VALUE, not "${value}"` };
        env[key] = text;
        break;
      }
      case '-H':
      case '--header': {
        const [key, text] = splitOnce(value, ':');
        if (text === undefined || key === '') return { problem: `${option} takes "NAME: VALUE", not "${value}"` };
        headers[key.trim()] = text.trim();
        break;
      }
      default:
        return { problem: `unknown option ${option}` };
    }
  }
  const [name, ...more] = positionals;
  const command = [...more, ...(dashes < 0 ? [] : words.slice(dashes + 1))];
  const [first, ...args] = command;
  if (name === undefined || first === undefined) return { problem: 'a name and a command or an address are needed' };
  const isAddress =
    transport === 'http' || transport === 'sse' || (transport === '' && dashes < 0 && /^https?:\/\//.test(first));
  if (isAddress) {
    if (args.length > 0) return { problem: `what is "${args[0]}"? An address takes no arguments` };
    const given = Object.keys(headers).length > 0 ? { headers } : {};
    return { name, scope, entry: { type: transport === 'sse' ? 'sse' : 'http', url: first, ...given } };
  }
  const given = Object.keys(env).length > 0 ? { env } : {};
  return { name, scope, entry: { command: first, ...(args.length > 0 && { args }), ...given } };
}

function splitOnce(text: string, by: string): [string, string?] {
  const at = text.indexOf(by);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
