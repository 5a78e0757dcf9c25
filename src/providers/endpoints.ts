/** Everything that talks to endpoints, loaded together: one file is found and linked sooner than eight. */

import type { Provider } from '../protocol/provider.ts';
import type { ProtocolName } from './catalogue/table.ts';
import { createAnthropic } from './protocols/anthropic/anthropic.ts';
import { createOpenAiChat } from './protocols/chat/openai-chat.ts';
import { createGemini } from './protocols/gemini/gemini.ts';
import { createOpenAiResponses } from './protocols/responses/openai-responses.ts';
import type { AdapterOptions } from './wire/endpoint-provider.ts';
import { createTransport } from './wire/http.ts';

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
