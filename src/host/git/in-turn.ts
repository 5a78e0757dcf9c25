/** Runs several programs as one process: a shell starts the next one faster than coder can, whose memory is copied for every child. */

export interface Step {
  argv: readonly string[];
  /** If the step fails, the next one runs all the same. */
  mayFail?: boolean;
}

/** Written to a process that waits between its first program and the others. */
export const GO = 'go\n';

/** The shell script holds only parameter numbers; programs and arguments are passed as parameters. Only the last step prints. */
export function inTurn(steps: readonly Step[]): [string, ...string[]] {
  return shell(chain(steps, 1), steps);
}

/**
 * The first program prints, followed by its exit code between two NULs. The others run with another index once `GO` is written to the
 * shell, which ends on its own when coder does.
 */
export function inStages(first: Step, steps: readonly Step[], indexFile: string): [string, ...string[]] {
  const at = first.argv.length + 1;
  const line = [
    words(first, 1),
    `printf '\\0%d\\0' $?`,
    'read -r told && [ "$told" = go ] || exit',
    `GIT_INDEX_FILE="\${${at}}"`,
    'export GIT_INDEX_FILE',
    chain(steps, at + 1),
  ];
  return shell(line.join('\n'), [first, { argv: [indexFile] }, ...steps]);
}

function shell(line: string, steps: readonly Step[]): [string, ...string[]] {
  return ['/bin/sh', '-c', line, 'coder', ...steps.flatMap(({ argv }) => argv)];
}

function chain(steps: readonly Step[], from: number): string {
  let at = from;
  const lines = steps.map((step, index) => {
    const text = words(step, at);
    at += step.argv.length;
    if (index === steps.length - 1) return `exec ${text}`;
    return `${text} >/dev/null${step.mayFail ? '' : ' || exit'}`;
  });
  return lines.join('\n');
}

function words({ argv }: Step, from: number): string {
  return argv.map((_, index) => `"\${${from + index}}"`).join(' ');
}
