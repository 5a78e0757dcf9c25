/** Finds out how many tokens a model accepts, as its server reports it; each local server does so in its own way. */

import type { Environment } from '../../base/net/proxy.ts';
import { type AskedEndpoint, askJson } from '../wire/ask-json.ts';
import { urlBelow } from '../wire/endpoint.ts';
import { countOr, objectOr, objectsOr, textOr } from '../wire/loose-json.ts';

interface AskOptions {
  env: Environment;
  ms: number;
  signal: AbortSignal;
}

const ASK_MS = 500;
/** A smaller number is a mistake, not a window. */
const LEAST = 256;

/** Window of one model. `vendor`: from the table, or `custom`, for which every way is tried. */
export async function askWindow(
  vendor: string,
  asked: AskedEndpoint,
  model: string,
  env: Environment,
  signal: AbortSignal,
): Promise<number | undefined> {
  const options = { env, ms: ASK_MS, signal };
  const ways = vendor === 'custom' ? Object.values(WAYS) : [WAYS[vendor]];
  for (const way of ways) {
    const window = await way?.(asked, model, options);
    if (window !== undefined) return window;
  }
  return undefined;
}

/** Windows of all models of a local server, if it lists them in one answer. */
export async function localWindows(
  vendor: string,
  asked: AskedEndpoint,
  options: AskOptions,
): Promise<Record<string, number>> {
  if (vendor !== 'lmstudio') return {};
  const rows = await lmStudioRows(asked, options);
  return Object.fromEntries(
    rows.flatMap((row): [string, number][] => {
      const window = windowIn(row);
      return window === undefined ? [] : [[textOr(row['id']), window]];
    }),
  );
}

/** The window in a row of a model list; the loaded window takes precedence over the possible one. */
export function windowIn(row: Record<string, unknown>): number | undefined {
  const names = [
    'loaded_context_length',
    'max_model_len',
    'max_context_length',
    'context_length',
    'context_window',
    'inputTokenLimit',
    'max_input_tokens',
  ];
  return names.map((name) => windowOr(row[name])).find((window) => window !== undefined);
}

type Way = (asked: AskedEndpoint, model: string, options: AskOptions) => Promise<number | undefined>;

const WAYS: Readonly<Record<string, Way>> = {
  vllm: askVllm,
  llamacpp: askLlamaCpp,
  ollama: askOllama,
  lmstudio: askLmStudio,
};

async function askVllm(asked: AskedEndpoint, model: string, options: AskOptions): Promise<number | undefined> {
  const answer = await askJson(asked, urlBelow(asked.baseUrl, '/models'), options);
  const row = objectsOr(answer.ok && objectOr(answer.value)['data']).find(({ id }) => id === model);
  return row && windowIn(row);
}

async function askLlamaCpp(asked: AskedEndpoint, _model: string, options: AskOptions): Promise<number | undefined> {
  const answer = await askJson(asked, new URL('/props', asked.baseUrl), options);
  const props = answer.ok ? objectOr(answer.value) : {};
  return windowOr(objectOr(props['default_generation_settings'])['n_ctx'] ?? props['n_ctx']);
}

/** In order of precedence: the loaded window, the one its model file requests, the largest possible. */
async function askOllama(asked: AskedEndpoint, model: string, options: AskOptions): Promise<number | undefined> {
  const [running, shown] = await Promise.all([
    askJson(asked, new URL('/api/ps', asked.baseUrl), options),
    askJson(asked, new URL('/api/show', asked.baseUrl), { ...options, body: { model } }),
  ]);
  const names = [model, `${model}:latest`];
  const loaded = objectsOr(running.ok && objectOr(running.value)['models']).find(
    (row) => names.includes(textOr(row['name'])) || names.includes(textOr(row['model'])),
  );
  const facts = shown.ok ? objectOr(shown.value) : {};
  const asks = /^num_ctx\s+(\d+)/m.exec(textOr(facts['parameters']))?.[1];
  const [, most] = Object.entries(objectOr(facts['model_info'])).find(([key]) => key.endsWith('.context_length')) ?? [];
  return windowOr(loaded?.['context_length']) ?? windowOr(Number(asks)) ?? windowOr(most);
}

async function askLmStudio(asked: AskedEndpoint, model: string, options: AskOptions): Promise<number | undefined> {
  const row = (await lmStudioRows(asked, options)).find(({ id }) => id === model);
  return row && windowIn(row);
}

async function lmStudioRows(asked: AskedEndpoint, options: AskOptions): Promise<Record<string, unknown>[]> {
  const answer = await askJson(asked, new URL('/api/v0/models', asked.baseUrl), options);
  return objectsOr(answer.ok && objectOr(answer.value)['data']);
}

function windowOr(value: unknown): number | undefined {
  const window = countOr(value);
  return window >= LEAST ? window : undefined;
}
