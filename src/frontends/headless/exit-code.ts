/** How a headless run ended, as the exit code that --help promises. Pure. */

import type { Stamped } from '../../protocol/event.ts';

export const EXIT = { answered: 0, error: 1, usage: 2, limit: 3, refused: 4, cancelled: 130 } as const;

export function exitCodeOf(end: Extract<Stamped, { type: 'turn-end' }>): number {
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
      return end.refused ? EXIT.refused : EXIT.answered;
  }
}
