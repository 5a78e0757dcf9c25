/** Forwards requests of the engine to the client and its answers back; withdraws a request that ends in another way. */

import type { FactsOf } from '../../app/session/call-facts.ts';
import type { Peer } from '../../base/rpc/peer.ts';
import { isPlainObject } from '../../base/schema.ts';
import type { AgentHandle } from '../../protocol/agent.ts';
import {
  type Answer,
  type ApprovalRequest,
  type PickRequest,
  type QuestionsRequest,
  type Request,
  unattendedAnswer,
} from '../../protocol/request.ts';
import type { Words } from '../../words/words.ts';
import { knownCall } from './call-content.ts';
import { formAnswer, formOf } from './elicitation.ts';
import type { ReadText } from './file-diffs.ts';
import type { EventMapper } from './map-event.ts';
import { answerOf, type Permission, permissionOf, pickedOf, pickOf } from './permission.ts';
import type { Client } from './wire.ts';

export interface Asking {
  ask(request: Request): Promise<void>;
  /** The request has ended, by an answer or a cancel. */
  end(id: string): void;
  close(): void;
}

interface AskingOptions {
  peer: Peer;
  client: Client;
  words: Words;
  cwd: string;
  readText: ReadText;
  mapper: EventMapper;
  factsOf: FactsOf;
  sessionId(): string;
  agent(): AgentHandle;
}

/** `undefined` if the turn should end. */
type Answered = Answer | undefined;

export function createAsking(options: AskingOptions): Asking {
  const { peer, client, words, cwd, readText, mapper, factsOf, sessionId, agent } = options;
  const open = new Map<string, AbortController>();

  return {
    async ask(request) {
      const controller = new AbortController();
      open.set(request.id, controller);
      const answer = await answerTo(request, controller.signal);
      if (!open.delete(request.id)) return; // the request has ended in the meantime
      if (answer) await agent().send({ type: 'answer', id: request.id, answer });
      else await agent().send({ type: 'cancel' });
    },
    end(id) {
      const controller = open.get(id);
      open.delete(id);
      controller?.abort();
    },
    close() {
      for (const controller of open.values()) controller.abort();
      open.clear();
    },
  };

  function answerTo(request: Request, signal: AbortSignal): Promise<Answered> {
    switch (request.kind) {
      case 'approval':
        return askApproval(request, signal);
      case 'questions':
        return askQuestions(request, signal);
      case 'pick':
        return askPick(request, signal);
    }
  }

  async function askApproval(request: ApprovalRequest, signal: AbortSignal): Promise<Answered> {
    const { toolCallId, known } = mapper.find(request.call.id) ?? {
      toolCallId: request.call.id,
      known: knownCall(request.call, factsOf, cwd),
    };
    const permission = await permissionOf(request, toolCallId, known, cwd, readText, words);
    const picked = await permit(permission, signal);
    if (picked.kind === 'failed') return unattendedAnswer(request);
    return answerOf(request, picked.optionId);
  }

  async function askPick(request: PickRequest, signal: AbortSignal): Promise<Answered> {
    const picked = await permit(pickOf(request, words), signal);
    return pickedOf(picked.kind === 'failed' ? undefined : picked.optionId);
  }

  async function askQuestions(request: QuestionsRequest, signal: AbortSignal): Promise<Answered> {
    if (!client.forms) return unattendedAnswer(request);
    const reply = await peer.request('elicitation/create', formOf(request, sessionId(), words), signal);
    return reply.ok ? formAnswer(request, reply.result) : unattendedAnswer(request);
  }

  async function permit(
    { toolCall, options: choices }: Permission,
    signal: AbortSignal,
  ): Promise<{ kind: 'picked'; optionId: string | undefined } | { kind: 'failed' }> {
    const params = { sessionId: sessionId(), toolCall, options: choices };
    const reply = await peer.request('session/request_permission', params, signal);
    const outcome = reply.ok && isPlainObject(reply.result) ? reply.result.outcome : undefined;
    if (!isPlainObject(outcome)) return { kind: 'failed' };
    if (outcome.outcome === 'cancelled') return { kind: 'picked', optionId: undefined };
    return typeof outcome.optionId === 'string' ? { kind: 'picked', optionId: outcome.optionId } : { kind: 'failed' };
  }
}
