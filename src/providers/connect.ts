/** Creates providers by model on first use; a failure to create one becomes the end of a stream. */

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
  /** Tokens that the model accepts, if its server or profile states it; known once the provider is created. */
  window(model: string): number | undefined;
  /** Loads the provider in the background; a server on this machine is asked for its window before the first request. */
  prepare(model: string): void;
  /** Recreates providers on next use, because what they are created from has changed. */
  forget(): void;
}

interface ConnectorOptions {
  /** Chooses the provider of a model. */
  choose(model: string): ProviderChoice;
  timers: Timers;
  env: NodeJS.ProcessEnv;
  /** Coder's own folder, which contains the profiles. */
  home: string;
  /** Runs the key command and returns its output; errors describe the problem, never the output. */
  readKey(argv: readonly string[]): Promise<string>;
  /** Called when a model without a profile wrote a call as text. */
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

  /** Runs the key command once, and not before a request needs the key. */
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
    // A server may have been restarted with another window, so its own report is the newest.
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
