/** Gemini's `streamGenerateContent` over HTTP. */

import type { Provider } from '../../../protocol/provider.ts';
import { type AdapterOptions, createEndpointProvider } from '../../wire/endpoint-provider.ts';
import { createGeminiReader } from './gemini-reader.ts';
import { geminiBody } from './gemini-request.ts';

export function createGemini(options: AdapterOptions): Provider {
  const raw = ({ model }: { model: string }): string => `gemini/${options.vendor}/${model}`;
  return createEndpointProvider(options, {
    path: ({ model }) => `/${resourceOf(model)}:streamGenerateContent?alt=sse`,
    // A header, since addresses end up in logs.
    headers: options.key ? { 'x-goog-api-key': options.key } : {},
    raw,
    body: (request) => geminiBody(request, raw(request), options.reasoning),
    reader: createGeminiReader,
  });
}

/** `gemini-2.5-pro` is `models/gemini-2.5-pro`; `tunedModels/mine` says it itself. */
function resourceOf(model: string): string {
  const path = model.includes('/') ? model : `models/${model}`;
  return path.split('/').map(encodeURIComponent).join('/');
}
