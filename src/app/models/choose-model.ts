/** Chooses the provider and model of a run, from settings, environment and stored keys. */

import type { Settings } from '../../config/settings.ts';
import { chooseProvider, type ProviderChoice } from '../../providers/catalogue/choose-provider.ts';
import { storedKeys } from '../../providers/catalogue/stored-keys.ts';
import type { Timers } from '../../providers/wire/timers.ts';
import type { AgentOptions } from '../agent-options.ts';
import type { AppSettings } from '../load-app-settings.ts';

/** The name shown for a run without a model. */
export const NO_MODEL = 'none';

/** `model` overrides the one that the settings name. */
export function chooseModel(settings: AppSettings, options: AgentOptions, model?: string): ProviderChoice {
  const { provider, model: configured, routing } = settings.settings;
  const named = (model === NO_MODEL ? undefined : model) ?? configured ?? routing.main;
  const by = settings.origins.get('provider.base_url')?.source === 'project' ? 'project' : 'user';
  return chooseProvider(
    {
      ...(provider.id !== undefined && { provider: provider.id }),
      ...(named !== undefined && { model: named }),
      ...(provider.base_url !== undefined && { baseUrl: provider.base_url, baseUrlBy: by }),
      ...(provider.api_key_env !== undefined && { keyVariable: provider.api_key_env }),
      ...(provider.key_command !== undefined && { keyCommand: provider.key_command }),
      ...(provider.protocol !== undefined && { protocol: provider.protocol }),
      ...(provider.reasoning !== undefined && { reasoning: provider.reasoning }),
      headers: provider.headers,
    },
    options.env,
    storedKeys(settings.home),
  );
}

export function timersOf({ provider }: Settings): Timers {
  const { connect_timeout_ms, first_token_timeout_ms, stall_timeout_ms } = provider;
  return {
    connectMs: connect_timeout_ms,
    headMs: first_token_timeout_ms,
    firstDataMs: first_token_timeout_ms,
    idleMs: stall_timeout_ms,
  };
}

/** The run's name for the model, with its vendor if the settings gave one, so that the name leads to the same endpoint again. */
export function nameOfModel(choice: ProviderChoice, { settings }: AppSettings): string {
  const named = settings.model ?? settings.routing.main;
  if (choice.kind === 'refused') return named ?? NO_MODEL;
  return choice.kind === 'endpoint' && named === `${choice.vendor}/${choice.model}` ? named : choice.model;
}
