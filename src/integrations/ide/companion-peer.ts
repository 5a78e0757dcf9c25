/** The MCP conversation with an editor's companion, over any transport; the editor may request nothing but a ping. */

import { wholeFraming } from '../../base/rpc/framing.ts';
import { createPeer, MCP_CANCEL, type Peer, RPC, RpcError } from '../../base/rpc/peer.ts';

interface CompanionPeerOptions {
  send(text: string): void;
  onNotification(method: string, params: unknown): void;
}

export function createCompanionPeer({ send, onNotification }: CompanionPeerOptions): Peer {
  return createPeer({
    framing: wholeFraming(),
    send,
    cancel: MCP_CANCEL,
    async onRequest(method) {
      if (method === 'ping') return {};
      throw new RpcError(RPC.methodNotFound, `Unknown method: ${method}`);
    },
    onNotification,
  });
}

export function introduce(peer: Peer, protocolVersion: string, signal: AbortSignal): ReturnType<Peer['request']> {
  const introduction = { protocolVersion, capabilities: {}, clientInfo: { name: 'coder', version: '1' } };
  return peer.request('initialize', introduction, signal);
}
