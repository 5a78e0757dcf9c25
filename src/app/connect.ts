/** Providers by model: made when first used, and a failure to make one becomes the end of a stream. */

import { messageOf } from '../base/errors.ts';
import type { Provider } from '../protocol/provider.ts';
import type { EndpointChoice } from '../providers/catalogue/choose-provider.ts';
import { isLocalVendor } from '../providers/catalogue/table.ts';
import { loadProvider } from '../providers/load.ts';
import type { Timers } from '../providers/wire/timers.ts';
import type { AgentOptions } from './agent-options.ts';
import { chooseModel } from './choose-model.ts';
import type { AppSettings } from './load-app-settings.ts';
import { profileOf } from './profile-store.ts';

export interface Connector {
  provider(model: string): Promise<Provider>;
  /** Tokens that the model takes, where its server or its profile says so; known once the provider is. */
  window(model: string): number | undefined;
  /** Loads what talks to an endpoint meanwhile; a server on this machine is asked for its window before the first request has to fit into it. */
  prepare(model: string): void;
}

const WINDOW_PATIENCE_MS = 1_000;

export function createConnector(settings: AppSettings, options: AgentOptions): Connector {
  const made = new Map<string, Promise<Provider>>();
  const windows = new Map<string, number>();
  const timers = timersOf(settings);
  return {
    provider(model) {
      const known = made.get(model);
      if (known) return known;
      const provider = connect(model).catch(failing);
      made.set(model, provider);
      return provider;
    },
    window: (model) => windows.get(model),
    prepare(model) {
      const choice = chooseModel(settings, options, model);
      if (choice.kind === 'endpoint') void this.provider(model);
    },
  };

  async function connect(model: string): Promise<Provider> {
    const choice = chooseModel(settings, options, model);
    const loading = loadProvider(choice, { timers, env: options.env });
    if (choice.kind !== 'endpoint') return loading;
    const [provider, profile, window] = await Promise.all([
      loading,
      profileOf(settings.home, choice),
      isLocalVendor(choice.vendor) ? askOnce(choice) : undefined,
    ]);
    // A server may be started again with another window, so that its own word is the newest.
    const takes = window ?? profile?.window;
    if (takes !== undefined) windows.set(model, takes);
    if (!profile) return provider;
    const { withProfile } = await import('../providers/catalogue/profile.ts');
    return withProfile(provider, { ...profile, ...(takes !== undefined && { window: takes }) });
  }

  async function askOnce(choice: EndpointChoice): Promise<number | undefined> {
    const { askWindow } = await import('../providers/catalogue/model-window.ts');
    const signal = AbortSignal.timeout(WINDOW_PATIENCE_MS);
    return askWindow(choice.vendor, choice, choice.model, options.env, signal);
  }
}

export function timersOf({ settings }: AppSettings): Timers {
  const { connect_timeout_ms, first_token_timeout_ms, stall_timeout_ms } = settings.provider;
  return {
    connectMs: connect_timeout_ms,
    headMs: first_token_timeout_ms,
    firstDataMs: first_token_timeout_ms,
    idleMs: stall_timeout_ms,
  };
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
