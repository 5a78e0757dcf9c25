/** Converts a server's answer to the outcome of a call: text, images, links and structured data, all treated as data. */

import { isPlainObject } from '../../base/schema.ts';
import { formatBytes } from '../../base/text/format-number.ts';
import type { ImagePart, Outcome } from '../../protocol/message.ts';
import { failed, ok } from '../../protocol/tool.ts';
import type { CallAnswer } from './session.ts';

export interface ResultRoom {
  /** Bytes of text that the model is shown. */
  limit: number;
  /** Saves the whole text in a file and returns its path. */
  save(text: string): Promise<string | undefined>;
}

const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
/** Share of the shown text that is taken from the beginning. */
const HEAD_SHARE = 0.4;

export async function outcomeOf(answer: CallAnswer, room: ResultRoom): Promise<Outcome> {
  const parts = answer.content.map(textOfPart).filter((text) => text !== '');
  const structured = answer.structuredContent;
  const isSaid = structured === undefined || parts.some((text) => isSameJson(text, structured));
  const whole = [...parts, ...(isSaid ? [] : [JSON.stringify(structured)])].join('\n');
  const { text, saved } = await cut(whole, room);
  if (answer.isError) return failed(text === '' ? 'The server reported an error without a message.' : text);
  const result = {
    text,
    ...(structured !== undefined && Buffer.byteLength(JSON.stringify(structured)) <= room.limit && { structured }),
    ...(saved !== undefined && { saved_path: saved }),
  };
  return ok(result, answer.content.flatMap(imageOf));
}

/** One block of content as text; images are returned separately. */
export function textOfPart(part: Record<string, unknown>): string {
  switch (part.type) {
    case 'text':
      return word(part.text);
    case 'image':
      return IMAGES.has(String(part.mimeType)) ? '' : `[image: ${String(part.mimeType)}]`;
    case 'audio':
      return `[audio: ${String(part.mimeType)}, ${formatBytes(sizeOf(part.data))}]`;
    case 'resource_link':
      return `[${word(part.name ?? 'resource')}: ${String(part.uri)}${part.mimeType === undefined ? '' : ` (${word(part.mimeType)})`}]`;
    case 'resource':
      return isPlainObject(part.resource) ? textOfResource(part.resource) : '';
    default:
      return `[${String(part.type)}]`;
  }
}

export function textOfResource({ uri, text, blob, mimeType }: Record<string, unknown>): string {
  if (typeof text === 'string') return `[${String(uri)}]\n${text}`;
  return `[${String(uri)}: ${word(mimeType ?? 'bytes')}, ${formatBytes(sizeOf(blob))}]`;
}

export function imageOf(part: Record<string, unknown>): ImagePart[] {
  const { type, mimeType, data } = part;
  if (type !== 'image' || typeof data !== 'string' || !IMAGES.has(String(mimeType))) return [];
  return [{ type: 'image', mimeType: String(mimeType), data }];
}

function sizeOf(base64: unknown): number {
  return typeof base64 === 'string' ? Math.floor((base64.length * 3) / 4) : 0;
}

function isSameJson(text: string, value: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value);
  } catch {
    return false; // plain text, which is not the same
  }
}

async function cut(text: string, { limit, save }: ResultRoom): Promise<{ text: string; saved?: string }> {
  if (Buffer.byteLength(text) <= limit) return { text };
  const saved = await save(text);
  const head = Math.floor(limit * HEAD_SHARE);
  const where = saved === undefined ? '' : `; all of it is in ${saved}`;
  const middle = `\n[${text.length - limit} characters left out${where}]\n`;
  return {
    text: `${text.slice(0, head)}${middle}${text.slice(-(limit - head))}`,
    ...(saved !== undefined && { saved }),
  };
}

function word(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
