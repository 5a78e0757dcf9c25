/** Anthropic's Messages API over HTTP. */

import type { Provider } from '../../../protocol/provider.ts';
import { type AdapterOptions, createEndpointProvider } from '../../wire/endpoint-provider.ts';
import { keyHeaders } from '../../wire/key-headers.ts';
import { createAnthropicReader } from './anthropic-reader.ts';
import { anthropicBody } from './anthropic-request.ts';

export function createAnthropic(options: AdapterOptions): Provider {
  const raw = ({ model }: { model: string }): string => `anthropic/${options.vendor}/${model}`;
  return createEndpointProvider(options, {
    path: () => '/messages',
    headers: keyHeaders('anthropic', options.key),
    raw,
    body: (request) => anthropicBody(request, raw(request), options.reasoning),
    reader: createAnthropicReader,
  });
}
