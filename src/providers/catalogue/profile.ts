/** What an endpoint was measured to do, and how requests are adapted to it. */

import { array, boolean, type Infer, integer, object, oneOf, optional, string } from '../../base/schema.ts';
import { CHARACTERS_PER_TOKEN } from '../../base/text/tokens.ts';
import type { Message, Part } from '../../protocol/message.ts';
import type { ChatRequest, Provider, ToolSpec } from '../../protocol/provider.ts';
import { withWrittenCalls } from '../wire/written/written-calls.ts';

const profileSchema = object({
  /** Address of the endpoint. */
  base_url: string(),
  model: string(),
  measured_at: string(),
  /** `native`: calls as in the protocol. `written`: calls as text at the end of an answer. `none`: no calls. */
  calls: oneOf(['native', 'written', 'none']),
  parallel_calls: boolean(),
  usage: boolean(),
  reasoning: boolean(),
  images: boolean(),
  window: optional(integer()),
});

export const profilesSchema = object({ version: integer(), profiles: array(profileSchema) });

export type Profile = Infer<typeof profileSchema>;

/** Below this, tool descriptions are shortened too. */
const SMALL_WINDOW = 16_384;
/** The share of the window that the system prompt may take. */
const SYSTEM_SHARE = 0.25;

/** Wraps a provider so that requests fit its profile. */
export function withProfile(provider: Provider, profile: Profile): Provider {
  const { calls } = profile;
  const spoken = calls === 'native' ? provider : withWrittenCalls(provider, calls === 'written');
  // Fits the request before tools become text, so that the tools are not cut.
  return { id: provider.id, stream: (request, signal) => spoken.stream(fit(request, profile), signal) };
}

function fit(request: ChatRequest, { images, window }: Profile): ChatRequest {
  const messages = images ? request.messages : request.messages.map(withoutImages);
  if (window === undefined) return { ...request, messages };
  const tools = window < SMALL_WINDOW ? request.tools.map(briefly) : request.tools;
  return { ...request, messages, tools, system: shortened(request.system, window) };
}

function withoutImages(message: Message): Message {
  if (message.role === 'user') return { ...message, content: message.content.map(withoutImage) };
  if (message.role !== 'tool' || message.outcome.status !== 'ok' || !message.outcome.images) return message;
  const { images: _images, ...outcome } = message.outcome;
  return { ...message, outcome };
}

function withoutImage(part: Part): Part {
  return part.type === 'image' ? { type: 'text', text: '[an image, which this model does not take]' } : part;
}

/** Keeps the first sentence, and only names and types of parameters. */
function briefly({ name, description, parameters }: ToolSpec): ToolSpec {
  const [first = description] = description.split(/(?<=[.!?])\s/);
  return { name, description: first, parameters: undescribed(parameters) as ToolSpec['parameters'] };
}

function undescribed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(undescribed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key, entry]) => key !== 'description' || typeof entry !== 'string');
  return Object.fromEntries(entries.map(([key, entry]) => [key, undescribed(entry)]));
}

/** Keeps the beginning and the end: what coder is, and where it is. */
function shortened(system: string, window: number): string {
  const room = Math.floor(window * SYSTEM_SHARE * CHARACTERS_PER_TOKEN);
  if (system.length <= room) return system;
  const tail = Math.floor(room / 4);
  return `${system.slice(0, room - tail)}\n[… left out: the model has a small window]\n${system.slice(-tail)}`;
}
