/** Reads a resource that a prompt mentions as `@server:uri`, and attaches it like a file. */

import { isPlainObject } from '../../base/schema.ts';
import type { Fault } from '../../protocol/fault.ts';
import type { Part } from '../../protocol/message.ts';
import { extensionFault } from '../../words/extension-fault.ts';
import { faultIn } from './fault.ts';
import { imageOf, textOfResource } from './result.ts';
import type { Server } from './server.ts';

/** `undefined` if the mention does not begin with the name of a server. */
export async function mentionedResource(
  servers: readonly Server[],
  mention: string,
  signal: AbortSignal,
): Promise<{ parts: Part[] } | { problem: Fault } | undefined> {
  const colon = mention.indexOf(':');
  const server = servers.find(({ entry }) => entry.name === mention.slice(0, colon));
  if (colon < 0 || !server) return undefined;
  try {
    return { parts: resourceParts(mention, await server.resource(mention.slice(colon + 1), signal)) };
  } catch (error) {
    return { problem: extensionFault('at', `@${mention}`, faultIn(error)) };
  }
}

function resourceParts(mention: string, answer: unknown): Part[] {
  const contents: unknown[] = isPlainObject(answer) && Array.isArray(answer.contents) ? answer.contents : [];
  const blocks = contents.filter(isPlainObject);
  const text = blocks.map(textOfResource).join('\n');
  const images = blocks.flatMap(({ mimeType, blob }) => imageOf({ type: 'image', mimeType, data: blob }));
  return [{ type: 'text', text: `\n\n<attached path="${mention}">\n${text}\n</attached>` }, ...images];
}
