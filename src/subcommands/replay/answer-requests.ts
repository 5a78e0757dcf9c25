/** Answers for the person while a session runs again: what was refused is refused, what could do harm does not run. */

import type { Answer, ApprovalRequest, Request } from '../../protocol/request.ts';
import type { Entry } from '../../protocol/session.ts';

export interface Answers {
  to(request: Request): Answer;
  /** By call id, or by the line of a command the person typed. */
  whyNotRun(call: string): WhyNotRun | undefined;
}

/** Why a call does not run again. */
export type WhyNotRun = 'risky' | 'asks' | 'cancelled' | 'elsewhere';

export type Refusal = Pick<Entry & { type: 'decision' }, 'by' | 'why'>;

export interface AnswerOptions {
  /** Commands that policy asks about run as well. */
  yes: boolean;
  /** The recorded decision that kept the call from running. */
  refusal(callId: string): Refusal | undefined;
  /** Gives its recorded outcome instead of running. */
  isStandIn(tool: string): boolean;
}

/** The log lies in the workspace and may come from anywhere: an earlier yes counts for nothing. */
export function createAnswers({ yes, refusal, isStandIn }: AnswerOptions): Answers {
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
