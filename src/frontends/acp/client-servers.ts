/** MCP servers that the client brings along: they join this session as if from the person's settings, and are never saved. */

import type { AppSettings } from '../../app/load-app-settings.ts';
import { isPlainObject } from '../../base/schema.ts';
import { invalid, type Params } from './params.ts';

/** Entries by name, in the form that settings use. */
export type ClientServers = Readonly<Record<string, unknown>>;

export function serversIn({ mcpServers }: Params): ClientServers {
  const list = mcpServers ?? [];
  if (!Array.isArray(list)) throw invalid('mcpServers is not a list.');
  return Object.fromEntries(
    list.map((server: unknown) => {
      if (!isPlainObject(server) || typeof server.name !== 'string')
        throw invalid('mcpServers holds something without a name.');
      return [server.name.replace(/[\s/:]+/g, '-'), entryOf(server)];
    }),
  );
}

function entryOf({ type, command, args, env, url, headers }: Params): object {
  if (typeof command === 'string') return { command, args: Array.isArray(args) ? args : [], env: recordOf(env, 'env') };
  if (typeof url === 'string')
    return { type: type === 'sse' ? 'sse' : 'http', url, headers: recordOf(headers, 'headers') };
  throw invalid('an MCP server needs command or url.');
}

/** Reads `[{ name, value }]`, the protocol's form of variables and headers. */
function recordOf(list: unknown, key: string): Record<string, string> {
  if (list === undefined || list === null) return {};
  if (!Array.isArray(list)) throw invalid(`${key} of an MCP server is not a list.`);
  return Object.fromEntries(
    list.map((each: unknown) => {
      if (isPlainObject(each) && typeof each.name === 'string' && typeof each.value === 'string')
        return [each.name, each.value];
      throw invalid(`${key} of an MCP server holds something without name and value.`);
    }),
  );
}

export function withClientServers(app: AppSettings, servers: ClientServers): AppSettings {
  if (Object.keys(servers).length === 0) return app;
  const values = { mcpServers: servers };
  const own = { values, place: () => 'the editor', shown: 'the editor', bytes: Buffer.alloc(0) };
  const file = { ...own, source: 'user' as const, path: '' };
  return { ...app, serverFiles: [file, ...app.serverFiles] };
}
