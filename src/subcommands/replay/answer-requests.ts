/** Answers for the person while a session runs again: what was refused is refused, what could do harm does not run. */

import { isPlainObject } from '../../base/schema.ts';
import type { Outcome, ToolCall } from '../../protocol/message.ts';
import type { Answer, ApprovalRequest, Request } from '../../protocol/request.ts';

export interface Answers {
  to(request: Request): Answer;
  /** By call id, or by the line of a command the person typed. */
  whyNotRun(call: string): WhyNotRun | undefined;
}

/** Why a call does not run again. */
export type WhyNotRun = 'risky' | 'asks' | 'cancelled' | 'elsewhere';

export interface AnswerOptions {
  /** Commands that policy asks about run as well. */
  yes: boolean;
  recorded(callId: string): Outcome | undefined;
  /** Gives its recorded outcome instead of running. */
  isStandIn(tool: string): boolean;
}

const REFUSED = 'The user refused: ';

/** The log lies in the workspace and may come from anywhere: an earlier yes counts for nothing. */
export function createAnswers({ yes, recorded, isStandIn }: AnswerOptions): Answers {
  const notRun = new Map<string, WhyNotRun>();
  return {
    to(request) {
      switch (request.kind) {
        case 'approval':
          return approval(request);
        case 'questions':
          return { kind: 'questions', answers: 'unattended' };
        case 'pick':
          return { kind: 'pick', picked: 0 };
      }
    },
    whyNotRun: (call) => notRun.get(call),
  };

  function approval({ call, reasons }: ApprovalRequest): Answer {
    const before = recorded(call.id);
    if (before?.status === 'denied') return refusalAsBefore(before.error);
    if (isStandIn(call.name)) return { kind: 'approval', choice: 'yes' };
    const command = commandOf(call);
    const why: WhyNotRun | undefined = reasons.some(({ risk }) => risk)
      ? 'risky'
      : command !== undefined && !yes
        ? 'asks'
        : undefined;
    if (why === undefined) return { kind: 'approval', choice: 'yes' };
    notRun.set(call.id, why);
    if (command !== undefined) notRun.set(command, why);
    return { kind: 'approval', choice: 'no' };
  }
}

function refusalAsBefore(error: string): Answer {
  if (error.startsWith(REFUSED)) return { kind: 'approval', choice: 'no', why: error.slice(REFUSED.length) };
  const wasAlone = !error.startsWith('The user refused');
  return { kind: 'approval', choice: 'no', ...(wasAlone && { unattended: true }) };
}

function commandOf({ arguments: json }: ToolCall): string | undefined {
  const args: unknown = JSON.parse(json);
  return isPlainObject(args) && typeof args.command === 'string' ? args.command : undefined;
}
