/** Gemini's `streamGenerateContent` over HTTP. */

import type { Provider } from '../../../protocol/provider.ts';
import { type AdapterOptions, createEndpointProvider } from '../../wire/endpoint-provider.ts';
import { keyHeaders } from '../../wire/key-headers.ts';
import { createGeminiReader } from './gemini-reader.ts';
import { geminiBody } from './gemini-request.ts';

export function createGemini(options: AdapterOptions): Provider {
  const raw = ({ model }: { model: string }): string => `gemini/${options.vendor}/${model}`;
  return createEndpointProvider(options, {
    path: ({ model }) => `/${resourceOf(model)}:streamGenerateContent?alt=sse`,
    headers: keyHeaders('gemini', options.key),
    raw,
    body: (request) => geminiBody(request, raw(request), options.reasoning),
    reader: createGeminiReader,
  });
}

/** `gemini-2.5-pro` becomes `models/gemini-2.5-pro`; `tunedModels/mine` is complete already. */
function resourceOf(model: string): string {
  const path = model.includes('/') ? model : `models/${model}`;
  return path.split('/').map(encodeURIComponent).join('/');
}
