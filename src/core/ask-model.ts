/** Asks a model a question on coder's behalf: no tools, nothing streamed to the person, plain text back. */

import type { Usage } from '../protocol/message.ts';
import type { ChatRequest } from '../protocol/provider.ts';
import type { Engine } from './engine.ts';

export interface ModelAnswer {
  /** Empty if the model failed, refused or gave no answer; partial answers are discarded. */
  text: string;
  usage?: Usage;
}

export async function askModel(
  request: Omit<ChatRequest, 'tools'>,
  engine: Engine,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const provider = await engine.models.provider(request.model);
  const pieces: string[] = [];
  for await (const part of provider.stream({ ...request, tools: [] }, signal)) {
    if (part.type === 'text') pieces.push(part.text);
    if (part.type !== 'end') continue;
    if (part.reason === 'error') break;
    const text = part.reason === 'refused' ? '' : pieces.join('').trim();
    return { text, ...(part.usage && { usage: part.usage }) };
  }
  return { text: '' };
}
