/** Several programs as one process: a shell starts the next one quicker than coder can, whose memory is copied for every child. */

export interface Step {
  argv: readonly string[];
  /** The next one is run all the same. */
  mayFail?: boolean;
}

/** The shell's line holds numbers and nothing else: what is run is in its arguments. Only the last one prints. */
export function inTurn(steps: readonly Step[]): [string, ...string[]] {
  let at = 0;
  const line = steps.map(({ argv, mayFail }, step) => {
    const words = argv.map(() => `"\${${++at}}"`).join(' ');
    if (step === steps.length - 1) return `exec ${words}`;
    return `${words} >/dev/null${mayFail ? '' : ' || exit'}\n`;
  });
  return ['/bin/sh', '-c', line.join(''), 'coder', ...steps.flatMap(({ argv }) => argv)];
}
