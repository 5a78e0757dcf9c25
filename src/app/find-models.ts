/** The models that can be used from here, by place. */

import { listModels } from '../providers/list-models.ts';
import type { AgentOptions } from './agent-options.ts';
import { chooseModel } from './choose-model.ts';
import { loadAppSettings } from './load-app-settings.ts';

export interface FoundModels {
  current: string;
  /** `windows`: tokens a model takes, by its name, where the server says so. */
  places: { name: string; models: string[]; windows?: Record<string, number>; error?: string }[];
}

export async function findModels(options: AgentOptions, signal: AbortSignal): Promise<FoundModels> {
  const settings = await loadAppSettings(options);
  const choice = chooseModel(settings, options);
  const lists = await listModels(choice, options.env, signal);
  const places = lists.map(({ vendor, baseUrl, models, windows, error }): FoundModels['places'][number] => ({
    name: `${vendor} (${baseUrl})`,
    models,
    ...(windows && { windows }),
    ...(error && { error }),
  }));
  places.push({ name: 'built in', models: ['offline'] });
  const current = choice.kind === 'refused' ? `nothing: ${choice.message}` : choice.model;
  return { current, places };
}
