/** The headers that carry a key, by protocol; never the address, since addresses end up in logs. */

import type { ProtocolName } from '../catalogue/table.ts';

export function keyHeaders(protocol: ProtocolName, key: string | undefined): Record<string, string> {
  switch (protocol) {
    case 'anthropic':
      return { 'anthropic-version': '2023-06-01', ...(key && { 'x-api-key': key }) };
    case 'gemini':
      return key ? { 'x-goog-api-key': key } : {};
    case 'openai-chat':
    case 'openai-responses':
      return key ? { authorization: `Bearer ${key}` } : {};
  }
}
