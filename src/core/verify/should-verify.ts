/** Decides whether to verify after a turn's edits. Pure; knows nothing about commands. */

import type { Mode } from '../../protocol/mode.ts';
import type { Change } from '../turn-state.ts';
import { asksForVerification, declinesVerification } from './asked.ts';
import { isProse } from './edited-files.ts';

export interface VerifyFacts {
  /** The person's message. */
  input: string;
  /** The turn's changes; paths are relative to the working folder. */
  changes: readonly Change[];
  /** The number of changes when coder last ran the check; `undefined` if it has not. */
  verifiedChanges: number | undefined;
  /** How often coder has run the check in this turn. */
  runs: number;
  /** `workflow.auto_verify_after_edit`. */
  isOn: boolean;
  /** `workflow.max_verify_attempts`. */
  maxAttempts: number;
  hasShell: boolean;
  mode: Pick<Mode, 'verify'>;
}

export type Whether =
  | { verify: true }
  | {
      verify: false;
      why: 'off' | 'mode' | 'not-asked' | 'declined' | 'no-shell' | 'no-edits' | 'documents' | 'attempts';
    };

export function shouldVerify(facts: VerifyFacts): Whether {
  const { changes, verifiedChanges = 0, runs, maxAttempts } = facts;
  const since = changes.slice(verifiedChanges);
  if (since.length === 0 || !changes.some(({ kind }) => kind === 'file')) return no('no-edits');
  if (since.every(isProse)) return no('documents');
  if (!mayRetry(runs, maxAttempts)) return no('attempts');
  return isVerifying(facts);
}

/** The part that does not depend on the edits: settings, mode, the person's message, the shell. */
export function isVerifying({
  input,
  isOn,
  hasShell,
  mode,
}: Pick<VerifyFacts, 'input' | 'isOn' | 'hasShell' | 'mode'>): Whether {
  if (!isOn) return no('off');
  if (mode.verify === 'never') return no('mode');
  if (mode.verify === 'when-asked' && !asksForVerification(input)) return no('not-asked');
  if (declinesVerification(input)) return no('declined');
  return hasShell ? { verify: true } : no('no-shell');
}

/** True if another attempt is allowed; the first run is not a repair and does not count. */
export function mayRetry(runs: number, max: number): boolean {
  return Math.max(0, runs - 1) < max;
}

function no(why: Extract<Whether, { verify: false }>['why']): Whether {
  return { verify: false, why };
}
