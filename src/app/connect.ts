/** Providers by model: made when first used, and a failure to make one becomes the end of a stream. */

import { messageOf } from '../base/errors.ts';
import type { Provider } from '../protocol/provider.ts';
import { loadProvider } from '../providers/load.ts';
import type { AgentOptions } from './agent-options.ts';
import { chooseModel } from './choose-model.ts';
import type { AppSettings } from './load-app-settings.ts';

export function createConnector(settings: AppSettings, options: AgentOptions): (model: string) => Promise<Provider> {
  const made = new Map<string, Promise<Provider>>();
  const { connect_timeout_ms, first_token_timeout_ms, stall_timeout_ms } = settings.settings.provider;
  const timers = {
    connectMs: connect_timeout_ms,
    headMs: first_token_timeout_ms,
    firstDataMs: first_token_timeout_ms,
    idleMs: stall_timeout_ms,
  };
  return (model) => {
    const known = made.get(model);
    if (known) return known;
    const provider = connect(model).catch(failing);
    made.set(model, provider);
    return provider;
  };

  async function connect(model: string): Promise<Provider> {
    return loadProvider(chooseModel(settings, options, model), { timers, env: options.env });
  }
}

function failing(error: unknown): Provider {
  const message = messageOf(error);
  return {
    id: 'none',
    async *stream() {
      yield { type: 'end', reason: 'error', error: { code: 'auth', message, retryable: false } };
    },
  };
}
