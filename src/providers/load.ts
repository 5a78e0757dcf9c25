/** Loads only the chosen provider. */

import type { Environment } from '../base/net/proxy.ts';
import type { Provider } from '../protocol/provider.ts';
import { faultError } from '../words/fault.ts';
import type { ProviderChoice } from './catalogue/choose-provider.ts';
import { createEndpoint } from './endpoints.ts';
import type { Timers } from './wire/timers.ts';

export async function loadProvider(
  choice: ProviderChoice,
  options: { timers: Timers; env: Environment },
): Promise<Provider> {
  switch (choice.kind) {
    case 'offline': {
      const { createOfflineProvider } = await import('../offline/provider.ts');
      return createOfflineProvider();
    }
    case 'endpoint': {
      const provider = await createEndpoint(choice.protocol, { ...choice, ...options });
      // A name such as `ollama/qwen3` says where the model is; the server knows only the rest of it.
      return { ...provider, stream: (request, signal) => provider.stream({ ...request, model: choice.model }, signal) };
    }
    case 'refused':
      throw faultError('no-provider', { text: choice.message, says: choice.says });
  }
}
