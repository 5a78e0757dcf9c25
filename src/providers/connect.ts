/** Providers by model: made when first used, and a failure to make one becomes the end of a stream. */

import type { Provider } from '../protocol/provider.ts';
import { faultOf } from '../words/fault.ts';
import type { EndpointChoice, ProviderChoice } from './catalogue/choose-provider.ts';
import { profileOf } from './catalogue/profile-store.ts';
import { isLocalVendor } from './catalogue/table.ts';
import { loadProvider } from './load.ts';
import type { Timers } from './wire/timers.ts';
import { watchWrittenCalls } from './wire/written/written-calls.ts';

export interface Connector {
  provider(model: string): Promise<Provider>;
  /** Tokens that the model takes, if its server or its profile says so; known once the provider is. */
  window(model: string): number | undefined;
  /** Loads the provider in the background; a server on this machine is asked for its window before the first request. */
  prepare(model: string): void;
  /** Makes providers anew when next used: what they are made from has changed. */
  forget(): void;
}

interface ConnectorOptions {
  /** The provider of a model. */
  choose(model: string): ProviderChoice;
  timers: Timers;
  env: NodeJS.ProcessEnv;
  /** Coder's own folder: where profiles are kept. */
  home: string;
  /** What the key command prints; throws what is wrong with it, never what it printed. */
  readKey(argv: readonly string[]): Promise<string>;
  /** A model without a profile wrote a call as text. */
  onWrittenCall(model: string): void;
}

const WINDOW_PATIENCE_MS = 1_000;

export function createConnector({ choose, timers, env, home, readKey, onWrittenCall }: ConnectorOptions): Connector {
  const made = new Map<string, Promise<Provider>>();
  let printed: Promise<string> | undefined;
  const windows = new Map<string, number>();
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
      const choice = choose(model);
      if (choice.kind === 'endpoint' && !choice.keyCommand) void this.provider(model);
    },
    forget: () => made.clear(),
  };

  /** Asked for once, and not before a request needs it. */
  async function withKey(choice: ProviderChoice): Promise<ProviderChoice> {
    if (choice.kind !== 'endpoint' || !choice.keyCommand) return choice;
    printed ??= readKey(choice.keyCommand);
    return { ...choice, key: await printed };
  }

  async function connect(model: string): Promise<Provider> {
    const choice = await withKey(choose(model));
    const loading = loadProvider(choice, { timers, env });
    if (choice.kind !== 'endpoint') return loading;
    const [provider, profile, window] = await Promise.all([
      loading,
      profileOf(home, choice),
      isLocalVendor(choice.vendor) ? askOnce(choice) : undefined,
    ]);
    // A server may have been restarted with another window: its own report is the newest.
    const takes = window ?? profile?.window;
    if (takes !== undefined) windows.set(model, takes);
    if (!profile) {
      let isSaid = false;
      return watchWrittenCalls(provider, () => {
        if (!isSaid) onWrittenCall(model);
        isSaid = true;
      });
    }
    const { withProfile } = await import('./catalogue/profile.ts');
    return withProfile(provider, { ...profile, ...(takes !== undefined && { window: takes }) });
  }

  async function askOnce(choice: EndpointChoice): Promise<number | undefined> {
    const { askWindow } = await import('./catalogue/model-window.ts');
    const signal = AbortSignal.timeout(WINDOW_PATIENCE_MS);
    return askWindow(choice.vendor, choice, choice.model, env, signal);
  }
}

function failing(error: unknown): Provider {
  const { text: message, says } = faultOf(error);
  return {
    id: 'none',
    async *stream() {
      yield { type: 'end', reason: 'error', error: { code: 'auth', message, says, retryable: false } };
    },
  };
}
