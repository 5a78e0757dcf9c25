/** Reads the `mcp.json` of an Agent Plugin: a closed format, in which an invalid entry is left out alone. */

import { join } from 'node:path';
import { isLoopback } from '../../base/net/proxy.ts';
import { isPlainObject } from '../../base/schema.ts';
import type { Fault } from '../../protocol/fault.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import type { HttpEntry, ReadEntries, ServerEntry, StdioEntry } from '../mcp/entry.ts';
import { insideOf, kindOf, readJson } from './inside.ts';
import { serverName } from './server-name.ts';

const SCHEMA = 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json';
const STARTUP_MS = 30_000;
const CALL_MS = 600_000;
/** Headers that the client itself sets in every request. */
const OF_THE_CLIENT =
  /^(?:accept|content-type|content-length|host|connection|transfer-encoding|mcp-.*|last-event-id)$/i;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

interface PluginFolders {
  root: string;
  data: string;
}

type Read<Kind> = Kind | { wrong: Fault };

/** `data` is called only if there is a server. */
export function readServers(plugin: string, root: string, data: () => string): ReadEntries {
  const disabled = (what: Fault): ReadEntries => ({
    entries: [],
    problems: [extensionFault('pluginServersNotUsed', what)],
  });
  const wrongIn = (what: Fault) => disabled(extensionFault('at', 'mcp.json', what));
  const kind = kindOf(root, 'mcp.json');
  if (kind === 'missing') return { entries: [], problems: [] };
  if (kind === 'outside') return disabled(extensionFault('pluginLeadsOut', 'mcp.json'));
  if (kind !== 'file') return disabled(extensionFault('pluginNotAFile', 'mcp.json'));
  const read = readJson(root, 'mcp.json');
  if (!read.ok) return disabled(read.problem);
  const { $schema, mcpServers, ...rest } = read.value;
  if ($schema !== SCHEMA) return wrongIn(extensionFault('pluginServersSchema', JSON.stringify($schema) ?? ''));
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) return wrongIn(extensionFault('unknownField', JSON.stringify(unknown)));
  if (!isPlainObject(mcpServers))
    return wrongIn(extensionFault('missingOrNot', '"mcpServers"', extensionFault('anObject')));
  const found: ReadEntries = { entries: [], problems: [] };
  const names = Object.entries(mcpServers);
  const folders = { root, data: names.length > 0 ? data() : '' };
  for (const [name, value] of names) {
    const transport = isPlainObject(value) ? transportOf(value, folders) : { wrong: extensionFault('itIsNoObject') };
    if ('wrong' in transport)
      found.problems.push(extensionFault('pluginServerLeftOut', JSON.stringify(name), transport.wrong));
    else found.entries.push(entryOf(plugin, name, value as Record<string, unknown>, transport, root));
  }
  return found;
}

function entryOf(
  plugin: string,
  name: string,
  raw: Record<string, unknown>,
  transport: StdioEntry | HttpEntry,
  root: string,
): ServerEntry {
  return {
    name: serverName(plugin, name),
    source: 'plugin',
    file: join(root, 'mcp.json'),
    where: `plugin ${plugin}, mcp.json`,
    raw,
    transport,
    exclude: [],
    required: false,
    startupMs: STARTUP_MS,
    callMs: CALL_MS,
    trustAnnotations: false,
  };
}

function transportOf(value: Readonly<Record<string, unknown>>, folders: PluginFolders): Read<StdioEntry | HttpEntry> {
  switch (value.type) {
    case 'stdio':
      return stdioOf(value, folders);
    case 'streamable-http':
    case 'sse':
      return httpOf(value, value.type);
    default:
      return { wrong: unknownType(value.type) };
  }
}

function unknownType(type: unknown): Fault {
  const known = extensionFault('eitherOf', '"stdio", "streamable-http"', '"sse"');
  return extensionFault('notOneOf', '"type"', known, JSON.stringify(type) ?? '');
}

function stdioOf(value: Readonly<Record<string, unknown>>, folders: PluginFolders): Read<StdioEntry> {
  const { type: _type, command, args, env, cwd, ...rest } = value;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) return { wrong: extensionFault('unknownField', JSON.stringify(unknown)) };
  if (typeof command !== 'string' || command === '')
    return { wrong: extensionFault('missingOrNot', '"command"', extensionFault('aString')) };
  if (args !== undefined && !(Array.isArray(args) && args.every((word) => typeof word === 'string')))
    return { wrong: extensionFault('isNot', '"args"', extensionFault('aListOfStrings')) };
  if (env !== undefined && !(isPlainObject(env) && Object.values(env).every((word) => typeof word === 'string')))
    return { wrong: extensionFault('isNot', '"env"', extensionFault('anObjectOfStrings')) };
  const names = Object.keys(isPlainObject(env) ? env : {});
  const reserved = names.find((name) => /^PLUGIN_(?:ROOT|DATA)$/.test(name));
  if (reserved !== undefined) return { wrong: extensionFault('serverReserved', reserved) };
  const program = programOf(command, folders.root);
  if (program === undefined) return { wrong: extensionFault('serverCommand', JSON.stringify(command)) };
  if (cwd !== undefined && typeof cwd !== 'string')
    return { wrong: extensionFault('isNot', '"cwd"', extensionFault('aString')) };
  const folder = cwd === undefined ? folders.root : folderOf(cwd, folders);
  if (folder === undefined) return { wrong: extensionFault('serverFolder', JSON.stringify(cwd) ?? '') };
  return {
    kind: 'stdio',
    command: program,
    args: (Array.isArray(args) ? args : []).map((word) => expand(String(word), folders)),
    env: {
      ...Object.fromEntries(
        Object.entries(isPlainObject(env) ? env : {}).map(([key, of]) => [key, expand(String(of), folders)]),
      ),
      PLUGIN_ROOT: folders.root,
      PLUGIN_DATA: folders.data,
    },
    cwd: folder,
  };
}

/** The program is a single word: not parsed as a line, and not expanded. */
function programOf(command: string, root: string): string | undefined {
  if (!/[\\/]/.test(command)) return command === '.' || command === '..' ? undefined : command;
  return command.startsWith('./') ? insideOf(root, command) : undefined;
}

function folderOf(cwd: string, { root, data }: PluginFolders): string | undefined {
  if (cwd.startsWith('./')) return insideOf(root, cwd);
  const [, base, rest = ''] = /^\$\{PLUGIN_(ROOT|DATA)\}(\/[\s\S]*)?$/.exec(cwd) ?? [];
  if (base === undefined) return undefined;
  const [from, folders] = [base === 'ROOT' ? root : data, { root, data }];
  return insideOf(from, `.${expand(rest, folders)}`);
}

/** Expands only these two variables, once. */
function expand(text: string, { root, data }: PluginFolders): string {
  return text.replace(/\$\{PLUGIN_(ROOT|DATA)\}/g, (_, which) => (which === 'ROOT' ? root : data));
}

function httpOf(value: Readonly<Record<string, unknown>>, type: 'streamable-http' | 'sse'): Read<HttpEntry> {
  const { type: _type, url, headers, ...rest } = value;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) return { wrong: extensionFault('unknownField', JSON.stringify(unknown)) };
  if (typeof url !== 'string') return { wrong: extensionFault('missingOrNot', '"url"', extensionFault('aString')) };
  const wrong = wrongAddress(url);
  if (wrong !== undefined) return { wrong };
  if (headers !== undefined && !isPlainObject(headers))
    return { wrong: extensionFault('isNot', '"headers"', extensionFault('anObjectOfStrings')) };
  const kept: Record<string, string> = {};
  const seen = new Set<string>();
  for (const [name, of] of Object.entries(headers ?? {})) {
    if (typeof of !== 'string' || !HEADER_NAME.test(name) || !HEADER_VALUE.test(of))
      return { wrong: extensionFault('serverHeader', JSON.stringify(name)) };
    if (seen.has(name.toLowerCase())) return { wrong: extensionFault('serverHeaderTwice', JSON.stringify(name)) };
    seen.add(name.toLowerCase());
    if (!OF_THE_CLIENT.test(name)) kept[name] = of;
  }
  return { kind: type === 'sse' ? 'sse' : 'http', url, headers: kept };
}

function wrongAddress(text: string): Fault | undefined {
  if (!URL.canParse(text)) return extensionFault('serverUrlRelative');
  const { protocol, hostname, username, password } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return extensionFault('serverUrlNotHttp');
  if (username !== '' || password !== '' || /^https?:\/\/[^/?#]*@/i.test(text)) return extensionFault('serverUrlUser');
  if (text.includes('#')) return extensionFault('serverUrlFragment');
  if (protocol === 'http:' && !isLoopback(hostname)) return extensionFault('serverUrlNotLocal');
  return undefined;
}
