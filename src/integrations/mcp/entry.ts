/** Reads an entry of `mcpServers`, in coder's syntax or that of another agent, into one form. */

import { isPlainObject } from '../../base/schema.ts';
import type { Fault } from '../../protocol/fault.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import { expandVariables } from './expand.ts';
import { expectedAt, type OauthEntry, oauthProblem, readOauth, unknownKey } from './oauth.ts';
import { named } from './shown-entry.ts';

export interface ServerEntry {
  name: string;
  /** Origin of the entry: a project's entry needs trust, and a plugin's comes with the plugin. */
  source: 'user' | 'project' | 'plugin';
  /** Absolute path of the file. */
  file: string;
  /** Location in the file, such as `~/.coder/config.json:7:5`. */
  where: string;
  /** The entry as written. */
  raw: Readonly<Record<string, unknown>>;
  transport: StdioEntry | HttpEntry;
  /** Tools the server may offer; all if absent. */
  include?: readonly string[];
  exclude: readonly string[];
  /** True if the first request waits for the server. */
  required: boolean;
  startupMs: number;
  callMs: number;
  /** True if the server's claims about its tools are trusted. Only the user's own file can set this. */
  trustAnnotations: boolean;
  /** Why the server is not used. */
  off?: Fault;
}

export interface StdioEntry {
  kind: 'stdio';
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd?: string;
}

export interface HttpEntry {
  kind: 'http' | 'sse';
  url: string;
  headers: Readonly<Record<string, string>>;
  oauth?: OauthEntry;
}

/** One file that defines servers. */
export interface ServerFile {
  source: ServerEntry['source'];
  path: string;
  servers: Readonly<Record<string, unknown>>;
  /** Location of a key below the servers. */
  place(path: readonly (string | number)[]): string;
}

export interface ReadEntries {
  entries: ServerEntry[];
  /** Entries that were left out, one line each: file, line and what is wrong. */
  problems: Fault[];
}

/** Keys and the types of their values, including the names that other agents use for them. */
const KEYS: Readonly<Record<string, 'string' | 'strings' | 'command' | 'map' | 'number' | 'boolean' | 'any'>> = {
  type: 'string',
  command: 'command',
  args: 'strings',
  env: 'map',
  environment: 'map',
  cwd: 'string',
  url: 'string',
  httpUrl: 'string',
  headers: 'map',
  http_headers: 'map',
  env_http_headers: 'map',
  bearer_token_env_var: 'string',
  includeTools: 'strings',
  enabled_tools: 'strings',
  excludeTools: 'strings',
  disabled_tools: 'strings',
  required: 'boolean',
  enabled: 'boolean',
  disabled: 'boolean',
  timeout: 'number',
  tool_timeout_sec: 'number',
  startup_timeout_ms: 'number',
  startup_timeout_sec: 'number',
  discoveryTimeoutMs: 'number',
  trust_annotations: 'boolean',
  oauth: 'any',
};
/** Keys of other agents without a meaning here. */
const WITHOUT_MEANING = new Set([
  'description',
  'trust',
  'autoApprove',
  'alwaysAllow',
  'authProviderType',
  'gallery',
  'version',
  'tags',
  'icon',
  '$schema',
]);

const STARTUP_MS = 30_000;
const CALL_MS = 600_000;
const LONGEST_MS = 86_400_000;
const NAME = /^[^\s/:]{1,100}$/;

export function readEntries(file: ServerFile, env: Readonly<Record<string, string | undefined>>): ReadEntries {
  const found: ReadEntries = { entries: [], problems: [] };
  for (const [name, value] of Object.entries(file.servers)) {
    const problem = problemOf(name, value, file);
    if (problem === undefined) found.entries.push(entryOf(name, value as Record<string, unknown>, file, env));
    else found.problems.push(problem);
  }
  return found;
}

function problemOf(name: string, value: unknown, { place, source }: ServerFile): Fault | undefined {
  const at = (key?: string) => place(key === undefined ? [name] : [name, key]);
  const left = (where: string, what: Fault) => extensionFault('serverLeftOut', where, JSON.stringify(name), what);
  if (!NAME.test(name)) return left(at(), extensionFault('serverName'));
  if (!isPlainObject(value)) return left(at(), extensionFault('serverNoObject'));
  for (const [key, entry] of Object.entries(value)) {
    if (WITHOUT_MEANING.has(key) || entry === null) continue;
    const type = KEYS[key];
    if (!type) return left(at(key), unknownKey(key, Object.keys(KEYS)));
    if (!FITS[type](entry)) return left(at(key), expectedAt(JSON.stringify(key), extensionFault(EXPECTED[type])));
  }
  const { command, url, httpUrl } = value;
  const address = url ?? httpUrl;
  if (command !== undefined && address !== undefined) return left(at('url'), extensionFault('serverBoth'));
  if (command === undefined && address === undefined) return left(at(), extensionFault('serverNeither'));
  if (value.trust_annotations === true && source !== 'user')
    return left(at('trust_annotations'), extensionFault('onlyYours', '"trust_annotations"'));
  const oauth =
    value.oauth === undefined || value.oauth === null ? undefined : oauthProblem(value.oauth, source === 'user');
  if (oauth !== undefined) return left(at('oauth'), extensionFault('at', '"oauth"', oauth));
  const kind = typeof value.type === 'string' ? value.type : '';
  if (kind !== '' && !TYPES.has(kind))
    return left(at('type'), extensionFault('notOneOf', '"type"', [...TYPES].join(', '), JSON.stringify(kind)));
  return undefined;
}

const TYPES = new Set(['stdio', 'local', 'http', 'streamable-http', 'streamableHttp', 'remote', 'sse']);
const isText = (value: unknown) => typeof value === 'string';
const FITS: Record<(typeof KEYS)[string], (value: unknown) => boolean> = {
  string: isText,
  strings: (value) => Array.isArray(value) && value.every(isText),
  command: (value) =>
    (isText(value) && value !== '') || (Array.isArray(value) && value.length > 0 && value.every(isText)),
  map: (value) =>
    isPlainObject(value) && Object.values(value).every((one) => ['string', 'number', 'boolean'].includes(typeof one)),
  number: (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0,
  boolean: (value) => typeof value === 'boolean',
  any: () => true,
};
const EXPECTED = {
  string: 'aString',
  strings: 'aListOfStrings',
  command: 'aProgram',
  map: 'anObjectOfValues',
  number: 'aNumber',
  boolean: 'trueOrFalse',
  any: 'anything',
} as const satisfies Record<(typeof KEYS)[string], string>;

function entryOf(
  name: string,
  raw: Record<string, unknown>,
  { source, path, place }: ServerFile,
  env: Readonly<Record<string, string | undefined>>,
): ServerEntry {
  const missing = new Set<string>();
  const text = (value: unknown): string => expandVariables(String(value), env, missing);
  const list = (value: unknown): string[] => (Array.isArray(value) ? value.map(text) : []);
  const map = (...values: unknown[]): Record<string, string> =>
    Object.fromEntries(
      values
        .flatMap((value) => (isPlainObject(value) ? Object.entries(value) : []))
        .map(([key, one]) => [key, text(one)]),
    );
  const names = (...values: unknown[]) => values.find((value) => Array.isArray(value)) as string[] | undefined;
  const ms = (fallback: number, inMs: unknown, inSeconds: unknown): number =>
    Math.min(
      LONGEST_MS,
      typeof inMs === 'number' ? inMs : typeof inSeconds === 'number' ? inSeconds * 1000 : fallback,
    ) || fallback;

  const include = names(raw.includeTools, raw.enabled_tools);
  const transport = raw.command === undefined ? httpOf() : stdioOf();
  const isOff = raw.enabled === false || raw.disabled === true;
  const undefinedNames = [...missing].join(', ');
  return {
    name,
    source,
    file: path,
    where: place([name]),
    raw,
    transport,
    ...(include && { include }),
    exclude: names(raw.excludeTools, raw.disabled_tools) ?? [],
    required: raw.required === true,
    startupMs: ms(STARTUP_MS, raw.startup_timeout_ms ?? raw.discoveryTimeoutMs, raw.startup_timeout_sec),
    callMs: ms(CALL_MS, raw.timeout, raw.tool_timeout_sec),
    trustAnnotations: raw.trust_annotations === true && source === 'user',
    ...(undefinedNames !== '' && { off: extensionFault('serverVariables', undefinedNames) }),
    ...(isOff && { off: extensionFault('serverSwitchedOff') }),
  };

  function stdioOf(): StdioEntry {
    const words = Array.isArray(raw.command) ? raw.command.map(text) : [text(raw.command)];
    const [command = '', ...first] = words;
    const folder = raw.cwd === undefined ? {} : { cwd: text(raw.cwd) };
    return {
      kind: 'stdio',
      command,
      args: [...first, ...list(raw.args)],
      env: map(raw.env, raw.environment),
      ...folder,
    };
  }

  function httpOf(): HttpEntry {
    const byVariable = isPlainObject(raw.env_http_headers)
      ? Object.fromEntries(
          Object.entries(raw.env_http_headers).map(([key, variable]) => [key, text(`\${${String(variable)}}`)]),
        )
      : {};
    const bearer = raw.bearer_token_env_var;
    const authorization: Record<string, string> =
      bearer === undefined ? {} : { Authorization: text(`Bearer \${${named(bearer)}}`) };
    const headers = { ...map(raw.headers, raw.http_headers), ...byVariable, ...authorization };
    const oauth = readOauth(raw.oauth, text);
    const kind = raw.type === 'sse' ? 'sse' : 'http';
    return { kind, url: text(raw.url ?? raw.httpUrl), headers, ...(oauth && { oauth }) };
  }
}
