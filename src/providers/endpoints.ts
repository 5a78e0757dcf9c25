/**
 * Creates providers for endpoints. Chat Completions, which nearly all of them speak, is loaded with the engine, other protocols on first
 * use.
 */

import type { Provider } from '../protocol/provider.ts';
import type { ProtocolName } from './catalogue/table.ts';
import { createOpenAiChat } from './protocols/chat/openai-chat.ts';
import type { AdapterOptions } from './wire/endpoint-provider.ts';
import { createTransport } from './wire/http.ts';

type Adapter = (options: AdapterOptions) => Provider;

const ADAPTERS: Readonly<Record<ProtocolName, () => Adapter | Promise<Adapter>>> = {
  'openai-chat': () => createOpenAiChat,
  'openai-responses': async () => (await import('./protocols/responses/openai-responses.ts')).createOpenAiResponses,
  anthropic: async () => (await import('./protocols/anthropic/anthropic.ts')).createAnthropic,
  gemini: async () => (await import('./protocols/gemini/gemini.ts')).createGemini,
};

export async function createEndpoint(
  protocol: ProtocolName,
  options: Omit<AdapterOptions, 'transport'> & Pick<Parameters<typeof createTransport>[0], 'env'>,
): Promise<Provider> {
  const adapt = await ADAPTERS[protocol]();
  return adapt({ ...options, transport: createTransport(options) });
}
