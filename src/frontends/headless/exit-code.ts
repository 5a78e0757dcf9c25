/** The exit code of a headless run, as --help promises: that of its last message. */

import type { Stamped } from '../../protocol/event.ts';
import { EXIT } from '../../protocol/exit-codes.ts';
import { hasFailed } from '../../protocol/message.ts';

export interface ExitCode {
  event(event: Stamped): void;
  /** `undefined` until something has been done. */
  readonly code: number | undefined;
}

export function followExitCode(): ExitCode {
  let code: number | undefined;
  let isInTurn = false;
  let isCommandMode = false;
  let hasCommandFailed = false;
  return {
    get code() {
      return code;
    },
    event(event) {
      if (event.agent !== undefined) return;
      // Outside a turn, a notice is the answer of a command, but a warning is about something else.
      if (event.type === 'notice' && !isInTurn && event.level !== 'warn')
        code = event.level === 'error' ? EXIT.error : EXIT.ok;
      if (event.type === 'turn-start')
        [isInTurn, isCommandMode, hasCommandFailed] = [true, event.kind === 'shell', false];
      if (event.type === 'call-end') hasCommandFailed = hasFailed(event.outcome);
      if (event.type !== 'turn-end') return;
      isInTurn = false;
      code = codeOfEnd(event);
      // The person's command is all that was asked for, so its failure is the run's failure.
      if (code === EXIT.ok && isCommandMode && hasCommandFailed) code = EXIT.error;
    },
  };
}

function codeOfEnd(end: Extract<Stamped, { type: 'turn-end' }>): number {
  switch (end.reason) {
    case 'cancelled':
      return EXIT.cancelled;
    case 'failed':
      return EXIT.error;
    case 'step-limit':
    case 'turn-limit':
    case 'budget':
      return EXIT.limit;
    case 'answered':
      return end.refused ? EXIT.refused : EXIT.ok;
  }
}
