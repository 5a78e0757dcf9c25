/** The calls of a session as an editor shows them: started, printing, asked about, ended. */

import type { FactsOf } from '../../app/session/call-facts.ts';
import type { Event, Stamped } from '../../protocol/event.ts';
import type { Outcome } from '../../protocol/message.ts';
import type { Request } from '../../protocol/request.ts';
import { fenced, type KnownCall, knownCall, viewContents } from './call-content.ts';
import type { ReadText } from './file-diffs.ts';
import { type CallContent, textContent, type Update } from './wire.ts';

export interface CallMapper {
  start(event: Extract<Stamped, { type: 'call-start' }>): Update[];
  /** Adds to the output of a call; `outputs` returns the updates when they are due. */
  take(event: Extract<Stamped, { type: 'call-output' }>): void;
  outputs(): Update[];
  end(event: Extract<Stamped, { type: 'call-end' }>): Promise<Update[]>;
  askedAbout(request: Request): void;
  answered(event: Extract<Event, { type: 'request-end' }>): Update[];
  /** Finds a running call, including those of sub-agents. */
  find(callId: string): { toolCallId: string; known: KnownCall } | undefined;
}

/** How much of a call's output is kept while it runs, in characters from the end. */
const LIVE_OUTPUT = 16 * 1024;

export function createCallMapper(context: { cwd: string; factsOf: FactsOf; readText: ReadText }): CallMapper {
  const { cwd, factsOf, readText } = context;
  const calls = new Map<string, KnownCall>();
  const printed = new Map<string, string>();
  const changed = new Set<string>();
  /** For each open approval, the id of the call that it is about. */
  const asked = new Map<string, string>();

  return {
    start({ call, view, agent }) {
      const known = knownCall(call, factsOf, cwd);
      calls.set(callId(call.id, agent), known);
      return [
        {
          sessionUpdate: 'tool_call',
          toolCallId: call.id,
          title: known.facts?.line ?? view.title,
          status: 'in_progress',
          ...known.fields,
        },
      ];
    },
    take({ callId: id, text: more, agent }) {
      const key = callId(id, agent);
      printed.set(key, ((printed.get(key) ?? '') + more).slice(-LIVE_OUTPUT));
      changed.add(key);
    },
    outputs() {
      const updates = [...changed].map(
        (toolCallId): Update => ({
          sessionUpdate: 'tool_call_update',
          toolCallId,
          content: [textContent(fenced(printed.get(toolCallId) ?? '') || ' ')],
        }),
      );
      changed.clear();
      return updates;
    },
    async end({ callId: id, outcome, view, agent }) {
      const key = callId(id, agent);
      const known = calls.get(key) ?? { fields: {} };
      calls.delete(key);
      printed.delete(key);
      changed.delete(key);
      const at = outcome.status === 'ok' ? 'after' : 'gone';
      const { content, locations } = await viewContents(view, known, cwd, at, readText);
      const all = [...content, ...imagesOf(outcome)];
      return [
        {
          sessionUpdate: 'tool_call_update',
          toolCallId: id,
          title: known.facts?.line ?? view.title,
          status: outcome.status === 'ok' ? 'completed' : 'failed',
          ...(all.length > 0 && { content: all }),
          ...(locations.length > 0 && { locations }),
          rawOutput: outcome.status === 'ok' ? outcome.result : { error: outcome.error, ...outcome.result },
        },
      ];
    },
    askedAbout(request) {
      if (request.kind === 'approval') asked.set(request.id, request.call.id);
    },
    /** An approved call runs from now on; any other answer shows in the call's outcome. */
    answered({ id, answer }) {
      const found = find(asked.get(id) ?? '');
      asked.delete(id);
      if (!found || answer.kind !== 'approval' || answer.choice === 'no') return [];
      return [{ sessionUpdate: 'tool_call_update', toolCallId: found.toolCallId, status: 'in_progress' }];
    },
    find,
  };

  function find(id: string): { toolCallId: string; known: KnownCall } | undefined {
    const toolCallId = calls.has(id) ? id : [...calls.keys()].find((key) => key.endsWith(`:${id}`));
    const known = calls.get(toolCallId ?? '');
    return known && toolCallId !== undefined ? { toolCallId, known } : undefined;
  }
}

/** The id that an editor knows a call by: a sub-agent's are its own. */
export function callId(id: string, agent: string | undefined): string {
  return agent === undefined ? id : `${agent}:${id}`;
}

function imagesOf(outcome: Outcome): CallContent[] {
  const images = outcome.status === 'ok' ? (outcome.images ?? []) : [];
  return images.map(({ data, mimeType }) => ({ type: 'content', content: { type: 'image', data, mimeType } }));
}
