/** A result that does not say of which type it is, is complete: some servers of the newest revision leave it out. */

import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { isPlainObject } from '../../base/schema.ts';

type Receive = NonNullable<Transport['onmessage']>;

/** The same transport; whoever listens to it is told so. */
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
