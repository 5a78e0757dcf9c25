/** Prints one JSON object at the end: the answer, with its calls, usage and duration. */

import { elapsedMs } from '../../base/elapsed.ts';
import { setText, textIn } from '../../base/long-text/long-field.ts';
import type { Citation } from '../../protocol/citation.ts';
import type { Stamped } from '../../protocol/event.ts';
import { addUsage, exitCodeOf, NO_USAGE } from '../../protocol/message.ts';
import { textOfView } from '../../protocol/view-text.ts';
import { followAnswer } from './follow-answer.ts';
import { jsonLine } from './json-text.ts';
import type { Printer, WritePieces } from './printer.ts';

/** A call that is still running. */
interface OpenCall {
  name: string;
  arguments: unknown;
}

interface MadeCall extends OpenCall {
  status: string;
  error?: string;
  /** Present if the call ran a command. */
  exit_code?: number;
  duration_ms: number;
  /** The sub-agent that asked for the call. Absent if the main agent did. */
  agent?: string;
}

export function createJsonPrinter(stdout: WritePieces): Printer {
  const started = elapsedMs();
  const result = {
    answer: '',
    stop: 'answered' as string,
    error: undefined as string | undefined,
    session: '',
    model: '',
    mode: '',
    usage: NO_USAGE,
    tool_calls: [] as MadeCall[],
    duration_ms: 0,
    citations: undefined as readonly Citation[] | undefined,
    untrusted: undefined as string[] | undefined,
    skipped: undefined as string[] | undefined,
  };
  const answer = followAnswer();
  let said = answer.said;
  let inTurn = false;
  const open = new Map<string, OpenCall>();

  return {
    event(event: Stamped) {
      answer.event(event);
      switch (event.type) {
        case 'state-change':
          if (event.change.session) result.session = event.change.session.id;
          if (event.change.model) result.model = event.change.model;
          if (event.change.mode) result.mode = event.change.mode;
          if (event.change.untrusted) result.untrusted = event.change.untrusted;
          if (event.change.skipped) result.skipped = event.change.skipped;
          return;
        case 'message-end':
          if (event.agent !== undefined) return;
          said = answer.said;
          result.citations = answer.citations.length > 0 ? answer.citations : undefined;
          return;
        case 'call-start':
          open.set(event.call.id, { name: event.call.name, arguments: JSON.parse(event.call.arguments) as unknown });
          return;
        case 'call-end': {
          const call = open.get(event.callId);
          if (!call) return;
          open.delete(event.callId);
          result.tool_calls.push(madeCall(call, event));
          return;
        }
        case 'turn-end':
          result.usage = addUsage(result.usage, event.usage);
          if (event.agent !== undefined) return;
          inTurn = false;
          result.stop = event.reason;
          result.error = event.error;
          return;
        case 'notice':
          if (inTurn || event.level === 'warn') return;
          result.stop = event.level === 'error' ? 'failed' : 'answered';
          said = { text: event.level === 'error' ? '' : textOfView(event.view) };
          result.error = event.level === 'error' ? textOfView(event.view) : undefined;
          return;
        case 'turn-start':
          inTurn = true;
          answer.clear();
          said = answer.said; // the answer to an earlier message is not the answer to this one
          return;
        default:
          return;
      }
    },
    end() {
      result.duration_ms = Math.round(elapsedMs() - started);
      stdout(jsonLine(setText(result, 'answer', textIn(said))));
    },
  };
}

function madeCall(call: OpenCall, { outcome, durationMs, agent }: Extract<Stamped, { type: 'call-end' }>): MadeCall {
  const exitCode = exitCodeOf(outcome);
  return {
    ...call,
    status: outcome.status,
    ...(outcome.status !== 'ok' && { error: outcome.error }),
    ...(exitCode !== undefined && { exit_code: exitCode }),
    duration_ms: durationMs,
    ...(agent && { agent }),
  };
}
