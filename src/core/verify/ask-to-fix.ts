/** What the model is told of a check that failed after its change. Pure. */

import { digestOutput } from './digest-output.ts';

export interface FailedCheck {
  command: string;
  exitCode: number;
  output: string;
  /** Where all of the output is kept. */
  savedPath: string | undefined;
  /** Another check, which the model ran itself and which passed. */
  own: string | undefined;
  /** Failures from before the change. */
  known: readonly string[];
}

/** It asks for nothing that the change did not cause. */
export function askToFix({ command, exitCode, output, savedPath, own, known }: FailedCheck): string {
  const passed = own === undefined ? '' : `; your own check was ${own}, ok`;
  const list = known.map((failure) => `- ${failure}`).join('\n');
  const old = known.length === 0 ? [] : [`Failed before your change, leave them alone:\n${list}`];
  const whole = savedPath === undefined ? '' : `Whole output: ${savedPath}. `;
  return [
    `[coder] ${command} failed (exit ${exitCode}${passed}).`,
    ...old,
    digestOutput(output),
    `${whole}If your change caused it, fix it; if not, change nothing and say so in one line.`,
  ].join('\n\n');
}
