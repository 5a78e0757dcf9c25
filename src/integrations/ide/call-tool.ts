/** A call of one of the editor's tools, answered in texts. */

import type { Peer } from '../../base/rpc/peer.ts';
import { isPlainObject } from '../../base/schema.ts';

/** The texts of the tool's result; `undefined` if it failed. */
export async function callTool(
  peer: Pick<Peer, 'request'>,
  name: string,
  input: object,
  until: AbortSignal,
): Promise<string[] | undefined> {
  const answered = await peer.request('tools/call', { name, arguments: input }, until);
  if (!answered.ok || !isPlainObject(answered.result) || answered.result.isError === true) return undefined;
  const { content } = answered.result;
  const parts: unknown[] = Array.isArray(content) ? content : [];
  return parts.flatMap((part) => (isPlainObject(part) && typeof part.text === 'string' ? [part.text] : []));
}
