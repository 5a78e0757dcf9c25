/** The models that can be had: those of the configured endpoint, and of servers on this machine. */

import type { Environment } from '../base/proxy.ts';
import { isPlainObject } from '../base/schema.ts';
import { type Endpoint, networkFailure, statusFailure } from './failure.ts';
import { createTransport } from './http.ts';
import type { ProviderChoice } from './load.ts';
import { VENDORS } from './table.ts';

export interface ModelList {
  /** Vendor of the table, or `custom`. */
  vendor: string;
  baseUrl: string;
  models: string[];
  /** Why the configured endpoint gave no list. Local servers that do not answer are left out. */
  error?: string;
}

const LOCAL_MS = 500;
const REMOTE_MS = 10_000;
const MAX_LIST = 8 * 1024 * 1024;

/** `local`: servers to look for on this machine. */
export async function listModels(
  choice: ProviderChoice,
  env: Environment,
  signal: AbortSignal,
  local: readonly { id: string; baseUrl: string }[] = VENDORS.filter(({ keyVariable }) => !keyVariable),
): Promise<ModelList[]> {
  const configured = choice.kind === 'endpoint' ? choice : undefined;
  const [own, ...found] = await Promise.all([
    configured && askEndpoint({ ...configured, id: configured.vendor }, env, REMOTE_MS, signal),
    ...local
      .filter(({ baseUrl }) => baseUrl !== configured?.baseUrl)
      .map((server) => askEndpoint(server, env, LOCAL_MS, signal)),
  ]);
  return [...(own ? [own] : []), ...found.flatMap((list) => (list && list.error === undefined ? [list] : []))];
}

interface Asked {
  id: string;
  baseUrl: string;
  key?: string;
  keyFrom?: string;
  headers?: Readonly<Record<string, string>>;
}

async function askEndpoint(asked: Asked, env: Environment, ms: number, signal: AbortSignal): Promise<ModelList> {
  const { id, baseUrl, key } = asked;
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}/models`);
  const endpoint: Endpoint = { host: url.host, keyFrom: asked.keyFrom, secrets: key ? [key] : [] };
  const list = (models: string[], error?: string): ModelList => ({
    vendor: id,
    baseUrl,
    models,
    ...(error && { error }),
  });
  const transport = createTransport({ env, timers: { connectMs: ms, headMs: ms, firstDataMs: ms, idleMs: ms } });
  const limit = AbortSignal.any([signal, AbortSignal.timeout(2 * ms)]);
  try {
    const headers = { accept: 'application/json', ...keyHeaders(id, key), ...asked.headers };
    const answer = await transport.send({ method: 'GET', url, headers }, limit);
    let text = '';
    for await (const piece of answer.body.setEncoding('utf8')) {
      text += piece;
      if (text.length > MAX_LIST) return list([], `${url.host} sent a list larger than 8 MB.`);
    }
    if (answer.status !== 200) return list([], statusFailure(endpoint, answer.status, answer.headers, text).message);
    const models = modelNames(text);
    return models ? list(models) : list([], `${url.host} sent no list of models. Check the base URL.`);
  } catch (error) {
    return list([], limit.aborted ? `${url.host} did not answer in time.` : networkFailure(endpoint, error).message);
  }
}

function keyHeaders(vendor: string, key: string | undefined): Record<string, string> {
  if (!key) return {};
  // Anthropic's list is not part of its compatible interface.
  if (vendor === 'anthropic') return { 'x-api-key': key, 'anthropic-version': '2023-06-01' };
  return { authorization: `Bearer ${key}` };
}

/** `{"data":[{"id":…}]}`, or the bare array that some servers send. */
function modelNames(text: string): string[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined; // some other program listens there
  }
  const rows = isPlainObject(value) ? value['data'] : value;
  if (!Array.isArray(rows)) return undefined;
  const names = rows.flatMap((row) => (isPlainObject(row) && typeof row['id'] === 'string' ? [row['id']] : []));
  return names.map((name) => name.replace(/^models\//, '')).sort();
}
