/** All that talks to endpoints, loaded together: one file is found and linked sooner than eight. */

import type { Provider } from '../protocol/provider.ts';
import { createAnthropic } from './anthropic.ts';
import type { AdapterOptions } from './endpoint-provider.ts';
import { createGemini } from './gemini.ts';
import { createTransport } from './http.ts';
import { createOpenAiChat } from './openai-chat.ts';
import { createOpenAiResponses } from './openai-responses.ts';
import type { ProtocolName } from './table.ts';

const ADAPTERS: Readonly<Record<ProtocolName, (options: AdapterOptions) => Provider>> = {
  'openai-chat': createOpenAiChat,
  'openai-responses': createOpenAiResponses,
  anthropic: createAnthropic,
  gemini: createGemini,
};

export function createEndpoint(
  protocol: ProtocolName,
  options: Omit<AdapterOptions, 'transport'> & Pick<Parameters<typeof createTransport>[0], 'env'>,
): Provider {
  return ADAPTERS[protocol]({ ...options, transport: createTransport(options) });
}
