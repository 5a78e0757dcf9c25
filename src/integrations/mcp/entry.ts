/** Reads an entry of `mcpServers`, in coder's syntax or that of another agent, into one form. */

import { isPlainObject } from '../../base/schema.ts';
import { nearest } from '../../base/text/nearest.ts';
import { expandVariables } from './expand.ts';
import { type OauthEntry, oauthProblem, readOauth, showOauth } from './oauth.ts';

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
  off?: string;
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
  problems: string[];
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

function problemOf(name: string, value: unknown, { place, source }: ServerFile): string | undefined {
  const at = (key?: string) => place(key === undefined ? [name] : [name, key]);
  const left = (where: string, what: string) => `${where}: MCP server ${JSON.stringify(name)} is left out: ${what}`;
  if (!NAME.test(name)) return left(at(), 'a name has no spaces, no "/" and no ":"');
  if (!isPlainObject(value)) return left(at(), 'expected an object with "command" or "url"');
  for (const [key, entry] of Object.entries(value)) {
    if (WITHOUT_MEANING.has(key) || entry === null) continue;
    const type = KEYS[key];
    if (!type) {
      const near = nearest(key, Object.keys(KEYS));
      return left(
        at(key),
        `unknown key ${JSON.stringify(key)}${near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`}`,
      );
    }
    if (!FITS[type](entry)) return left(at(key), `${JSON.stringify(key)}: expected ${EXPECTED[type]}`);
  }
  const { command, url, httpUrl } = value;
  const address = url ?? httpUrl;
  if (command !== undefined && address !== undefined) return left(at('url'), 'it has both "command" and "url"');
  if (command === undefined && address === undefined) return left(at(), 'it needs "command" or "url"');
  if (value.trust_annotations === true && source !== 'user')
    return left(at('trust_annotations'), 'only your own file can say "trust_annotations"');
  const oauth =
    value.oauth === undefined || value.oauth === null ? undefined : oauthProblem(value.oauth, source === 'user');
  if (oauth !== undefined) return left(at('oauth'), `"oauth": ${oauth}`);
  const kind = typeof value.type === 'string' ? value.type : '';
  if (kind !== '' && !TYPES.has(kind))
    return left(at('type'), `"type" is ${[...TYPES].join(', ')}, not ${JSON.stringify(kind)}`);
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
const EXPECTED: Record<(typeof KEYS)[string], string> = {
  string: 'a text',
  strings: 'a list of texts',
  command: 'a program, or a list of it and its arguments',
  map: 'names with texts',
  number: 'a number',
  boolean: 'true or false',
  any: 'anything',
};

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
    ...(undefinedNames !== '' && { off: `the variable ${undefinedNames} is not set` }),
    ...(isOff && { off: 'switched off where it is configured' }),
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

/** What a person is shown before approving the entry: the whole command or address, and the names of variables, never their values. */
export function showEntry(raw: Readonly<Record<string, unknown>>): string[] {
  const words = [raw.command].flat().filter((word) => word !== undefined);
  const args = Array.isArray(raw.args) ? raw.args : [];
  const names = (value: unknown) => (isPlainObject(value) ? Object.keys(value) : []);
  const variables = [...names(raw.env), ...names(raw.environment)];
  const headers = [...names(raw.headers), ...names(raw.http_headers), ...names(raw.env_http_headers)];
  return [
    ...(words.length > 0 ? [`command: ${[...words, ...args].map((word) => JSON.stringify(word)).join(' ')}`] : []),
    ...((raw.url ?? raw.httpUrl) ? [`url: ${String(raw.url ?? raw.httpUrl)}`] : []),
    ...(raw.cwd === undefined ? [] : [`folder: ${named(raw.cwd)}`]),
    ...(variables.length > 0 ? [`variables: ${variables.join(', ')}`] : []),
    ...(headers.length > 0 ? [`headers: ${headers.join(', ')}`] : []),
    ...showOauth(raw.oauth),
  ];
}

/** Strings of an entry that may name files of the project. */
export function textsOf(raw: Readonly<Record<string, unknown>>): string[] {
  const values = (value: unknown): string[] => {
    if (typeof value === 'string') return [value];
    if (Array.isArray(value)) return value.flatMap(values);
    return isPlainObject(value) ? Object.values(value).flatMap(values) : [];
  };
  return [raw.command, raw.args, raw.env, raw.environment, raw.cwd].flatMap(values);
}

function named(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
