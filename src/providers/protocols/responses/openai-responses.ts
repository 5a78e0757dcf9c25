/** OpenAI's Responses API over HTTP, without state on the server. */

import type { Provider } from '../../../protocol/provider.ts';
import { type AdapterOptions, createEndpointProvider } from '../../wire/endpoint-provider.ts';
import { keyHeaders } from '../../wire/key-headers.ts';
import { createResponsesReader } from './responses-reader.ts';
import { responsesBody } from './responses-request.ts';

export function createOpenAiResponses(options: AdapterOptions): Provider {
  const raw = ({ model }: { model: string }): string => `openai-responses/${options.vendor}/${model}`;
  return createEndpointProvider(options, {
    path: () => '/responses',
    headers: keyHeaders('openai-responses', options.key),
    raw,
    body: (request) => responsesBody(request, raw(request), options.reasoning),
    reader: createResponsesReader,
  });
}
