/** Treats a result without a type as complete, because some servers of the newest revision omit the type. */

import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { isPlainObject } from '../../base/schema.ts';

type Receive = NonNullable<Transport['onmessage']>;

/** Returns the same transport, whose listener receives completed messages. */
export function completing(transport: Transport): Transport {
  let receive: Receive | undefined;
  const completed: Receive = (message, extra) => receive?.(complete(message), extra);
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => (receive ? completed : undefined),
    set(next: Receive | undefined) {
      receive = next;
    },
  });
  return transport;
}

function complete(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message) || !isPlainObject(message.result) || 'resultType' in message.result) return message;
  return { ...message, result: { ...message.result, resultType: 'complete' } };
}
