/** Reads and writes files through the protocol, so that files open in the editor are read and written there. */

import type { EditorFiles } from '../../app/person/editor-files.ts';
import { CoderError } from '../../base/errors.ts';
import type { Peer } from '../../base/rpc/peer.ts';
import { isPlainObject } from '../../base/schema.ts';
import type { Client } from './wire.ts';

/** A dialog in the editor may delay an answer; after this time the file on disk is read instead. */
const READ_PATIENCE_MS = 2_000;
const WRITE_PATIENCE_MS = 30_000;

export function clientFiles(peer: Peer, client: Client, sessionId: () => string): EditorFiles | undefined {
  if (!client.reads && !client.writes) return undefined;
  return { ...(client.reads && { read }), ...(client.writes && { write }) };

  async function read(path: string): Promise<string | undefined> {
    const params = { sessionId: sessionId(), path };
    const reply = await peer.request('fs/read_text_file', params, AbortSignal.timeout(READ_PATIENCE_MS));
    if (!reply.ok || !isPlainObject(reply.result)) return undefined;
    const { content } = reply.result;
    return typeof content === 'string' ? content : undefined;
  }

  async function write(path: string, content: string): Promise<void> {
    const params = { sessionId: sessionId(), path, content };
    const reply = await peer.request('fs/write_text_file', params, AbortSignal.timeout(WRITE_PATIENCE_MS));
    if (!reply.ok)
      throw new CoderError('refused', `The editor did not write ${path}: ${reply.message} Nothing was changed.`);
  }
}
