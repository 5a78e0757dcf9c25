/** Answers requests for the person during a replay: calls refused before are refused again, and risky ones do not run. */

import { type Answer, type ApprovalRequest, type Request, unattendedAnswer } from '../../protocol/request.ts';
import type { Entry } from '../../protocol/session.ts';

export interface Answers {
  to(request: Request): Answer;
  /** Looks up by call id, or by the line of a command the person typed. */
  whyNotRun(call: string): WhyNotRun | undefined;
}

/** Why a call does not run again. */
export type WhyNotRun = 'risky' | 'asks' | 'cancelled' | 'elsewhere';

export type Refusal = Pick<Entry & { type: 'decision' }, 'by' | 'why'>;

export interface AnswerOptions {
  /** Also runs commands that policy asks about. */
  yes: boolean;
  /** The recorded decision that prevented the call from running. */
  refusal(callId: string): Refusal | undefined;
  /** True for a tool that returns its recorded outcome instead of running. */
  isStandIn(tool: string): boolean;
}

/** An earlier approval counts for nothing, because the log is in the workspace and may come from anywhere. */
export function createAnswers({ yes, refusal, isStandIn }: AnswerOptions): Answers {
  const notRun = new Map<string, WhyNotRun>();
  return {
    to(request) {
      switch (request.kind) {
        case 'approval':
          return approval(request);
        case 'questions':
          return unattendedAnswer(request);
        case 'pick':
          return { kind: 'pick', picked: 0 };
      }
    },
    whyNotRun: (call) => notRun.get(call),
  };

  function approval({ call, command, reasons }: ApprovalRequest): Answer {
    const before = refusal(call.id);
    if (before) return refusalAsBefore(before);
    if (isStandIn(call.name)) return { kind: 'approval', choice: 'yes' };
    const why: WhyNotRun | undefined = reasons.some(({ risk }) => risk)
      ? 'risky'
      : command !== undefined && !yes
        ? 'asks'
        : undefined;
    if (why === undefined) return { kind: 'approval', choice: 'yes' };
    notRun.set(call.id, why);
    if (command !== undefined) notRun.set(command.line, why);
    return { kind: 'approval', choice: 'no' };
  }
}

function refusalAsBefore({ by, why }: Refusal): Answer {
  return {
    kind: 'approval',
    choice: 'no',
    ...(why !== undefined && { why }),
    ...(by === 'nobody' && { unattended: true }),
  };
}
