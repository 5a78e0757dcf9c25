/** Runs several programs as one process: a shell starts the next one faster than coder can, whose memory is copied for every child. */

export interface ProgramInTurn {
  argv: readonly string[];
  /** If the program fails, the next one runs all the same. */
  mayFail?: boolean;
}

/** Written to a process that waits between its first program and the others. */
export const GO = 'go\n';

/** The shell script holds only parameter numbers; programs and arguments are passed as parameters. Only the last program prints. */
export function inTurn(programs: readonly ProgramInTurn[]): [string, ...string[]] {
  return shell(chain(programs, 1), programs);
}

/**
 * The first program prints, followed by its exit code between two NULs. The others run with another index once `GO` is written to the
 * shell, which ends on its own when coder does.
 */
export function inStages(
  first: ProgramInTurn,
  programs: readonly ProgramInTurn[],
  indexFile: string,
): [string, ...string[]] {
  const at = first.argv.length + 1;
  const line = [
    words(first, 1),
    `printf '\\0%d\\0' $?`,
    'read -r told && [ "$told" = go ] || exit',
    `GIT_INDEX_FILE="\${${at}}"`,
    'export GIT_INDEX_FILE',
    chain(programs, at + 1),
  ];
  return shell(line.join('\n'), [first, { argv: [indexFile] }, ...programs]);
}

function shell(line: string, programs: readonly ProgramInTurn[]): [string, ...string[]] {
  return ['/bin/sh', '-c', line, 'coder', ...programs.flatMap(({ argv }) => argv)];
}

function chain(programs: readonly ProgramInTurn[], from: number): string {
  let at = from;
  const lines = programs.map((program, index) => {
    const text = words(program, at);
    at += program.argv.length;
    if (index === programs.length - 1) return `exec ${text}`;
    return `${text} >/dev/null${program.mayFail ? '' : ' || exit'}`;
  });
  return lines.join('\n');
}

function words({ argv }: ProgramInTurn, from: number): string {
  return argv.map((_, index) => `"\${${from + index}}"`).join(' ');
}
