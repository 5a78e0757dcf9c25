/** What the model is told about a check that failed after its change. Pure. */

export interface FailedCheck {
  command: string;
  exitCode: number;
  /** What the model is shown of its output. */
  output: string;
  /** The file with the whole output; `undefined` if it was not saved. */
  savedPath: string | undefined;
  /** Another check, which the model ran itself and which passed. */
  own: string | undefined;
  /** Failures from before the change. */
  known: readonly string[];
}

/** Asks only for fixes of what the change caused. */
export function askToFix({ command, exitCode, output, savedPath, own, known }: FailedCheck): string {
  const passed = own === undefined ? '' : `; your own check was ${own}, ok`;
  const list = known.map((failure) => `- ${failure}`).join('\n');
  const old = known.length === 0 ? [] : [`Failed before your change, leave them alone:\n${list}`];
  const whole = savedPath === undefined ? '' : `Whole output: ${savedPath}. `;
  return [
    `[coder] ${command} failed (exit ${exitCode}${passed}).`,
    ...old,
    output,
    `${whole}If your change caused it, fix it; if not, change nothing and say so in one line.`,
  ].join('\n\n');
}
