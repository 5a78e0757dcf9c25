/** The models that can be used from here, by place. */

import { listModels } from '../providers/catalogue/list-models.ts';
import type { AgentOptions } from './agent-options.ts';
import { chooseModel } from './choose-model.ts';
import type { AppSettings } from './load-app-settings.ts';

export interface FoundModels {
  /** Absent where none can be used as things stand; `problem` says why. */
  current?: string;
  problem?: string;
  /** `windows`: tokens a model takes, by its name, where the server says so. */
  places: { name: string; models: string[]; windows?: Record<string, number>; error?: string }[];
}

/** The place of the offline model. */
export const BUILT_IN = 'built in';

export async function findModels(
  settings: AppSettings,
  options: AgentOptions,
  signal: AbortSignal,
): Promise<FoundModels> {
  const choice = chooseModel(settings, options);
  // An endpoint without a model is asked all the same: its list is what to choose from.
  const place = choice.kind === 'refused' ? chooseModel(settings, options, 'any') : choice;
  const lists = await listModels(place, options.env, signal);
  const places = lists.map(({ vendor, baseUrl, models, windows, error }): FoundModels['places'][number] => ({
    name: `${vendor} (${baseUrl})`,
    models,
    ...(windows && { windows }),
    ...(error && { error }),
  }));
  places.push({ name: BUILT_IN, models: ['offline'] });
  return choice.kind === 'refused' ? { problem: choice.message, places } : { current: choice.model, places };
}
