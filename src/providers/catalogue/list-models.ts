/** Lists the available models: those of the configured endpoint, and of servers on this machine. */

import type { Environment } from '../../base/net/proxy.ts';
import { isPlainObject } from '../../base/schema.ts';
import type { Fault } from '../../protocol/fault.ts';
import { fault } from '../../words/fault.ts';
import { type AskedEndpoint, askJson } from '../wire/ask-json.ts';
import { urlBelow } from '../wire/endpoint.ts';
import type { ProviderChoice } from './choose-provider.ts';
import { localWindows, windowIn } from './model-window.ts';
import { VENDORS } from './table.ts';

interface ModelList {
  /** A vendor of the table, or `custom`. */
  vendor: string;
  baseUrl: string;
  models: string[];
  /** Context windows in tokens by model name, if the server reports them. */
  windows?: Record<string, number>;
  /** Why the configured endpoint gave no list. Local servers that do not answer are left out. */
  error?: Fault;
  /** True if the endpoint did not accept the key. */
  isRefused?: true;
}

const LOCAL_MS = 500;
const REMOTE_MS = 10_000;

/** `local`: servers to look for on this machine. */
export async function listModels(
  choice: ProviderChoice,
  env: Environment,
  signal: AbortSignal,
  local: readonly { id: string; baseUrl: string }[] = VENDORS.filter(({ keyVariable }) => !keyVariable),
): Promise<ModelList[]> {
  const configured = choice.kind === 'endpoint' ? choice : undefined;
  const [own, ...found] = await Promise.all([
    configured && askEndpoint(configured.vendor, configured, { env, ms: REMOTE_MS, signal }),
    ...local
      .filter(({ baseUrl }) => baseUrl !== configured?.baseUrl)
      .map((server) => askEndpoint(server.id, server, { env, ms: LOCAL_MS, signal })),
  ]);
  return [...(own ? [own] : []), ...found.flatMap((list) => (list && list.error === undefined ? [list] : []))];
}

async function askEndpoint(
  vendor: string,
  asked: AskedEndpoint,
  options: { env: Environment; ms: number; signal: AbortSignal },
): Promise<ModelList> {
  const { baseUrl } = asked;
  const url = urlBelow(baseUrl, '/models');
  if (asked.protocol === 'gemini') url.searchParams.set('pageSize', '1000');
  if (asked.protocol === 'anthropic') url.searchParams.set('limit', '1000');
  const keyPath = asked.key === undefined ? undefined : VENDORS.find(({ id }) => id === vendor)?.keyPath;
  const held = keyPath === undefined ? undefined : await askJson(asked, urlBelow(baseUrl, keyPath), options);
  const answer = held && !held.ok ? held : await askJson(asked, url, options);
  if (!answer.ok) {
    const isRefused = answer.status === 401 || answer.status === 403;
    return { vendor, baseUrl, models: [], error: answer.error, ...(isRefused && { isRefused }) };
  }
  const rows = modelRows(answer.value);
  if (!rows) return { vendor, baseUrl, models: [], error: fault('noModelList', url.host) };
  const windows = { ...Object.fromEntries(windowsOf(rows)), ...(await localWindows(vendor, asked, options)) };
  const models = rows.map(([name]) => name).sort();
  return { vendor, baseUrl, models, ...(Object.keys(windows).length > 0 && { windows }) };
}

type Row = readonly [name: string, facts: Record<string, unknown>];

/** Reads `{"data":[{"id":…}]}`, `{"models":[{"name":…}]}`, or the bare array that some servers send. */
function modelRows(value: unknown): Row[] | undefined {
  const rows = isPlainObject(value) ? (value['data'] ?? value['models']) : value;
  if (!Array.isArray(rows)) return undefined;
  return rows.flatMap((row: unknown): Row[] => {
    if (!isPlainObject(row) || !generates(row)) return [];
    const name = row['id'] ?? row['name'];
    return typeof name === 'string' ? [[name.replace(/^models\//, ''), row]] : [];
  });
}

/** Gemini's list includes models that only embed. */
function generates({ supportedGenerationMethods: methods }: Record<string, unknown>): boolean {
  return !Array.isArray(methods) || methods.includes('generateContent');
}

function windowsOf(rows: readonly Row[]): [string, number][] {
  return rows.flatMap(([name, facts]): [string, number][] => {
    const window = windowIn(facts);
    return window === undefined ? [] : [[name, window]];
  });
}
