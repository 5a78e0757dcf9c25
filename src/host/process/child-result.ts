/** Describes how a child ended, for the caller that waited for it. */

import { constants } from 'node:os';
import { codeOf, messageOf } from '../../base/errors.ts';
import type { Exit } from './child-end.ts';
import type { ProcessCommand, ProcessResult, SpawnCause } from './process-command.ts';
import type { ProcessOutput } from './process-output.ts';

/** Why coder itself ended a child. */
export type StopReason = 'cancel' | 'timeout' | 'flood' | 'stop';

interface Ended {
  exit: Exit | undefined;
  /** Absent if the child ended on its own. */
  reason: StopReason | undefined;
  /** Why the program could not be started. */
  error: unknown;
  durationMs: number;
}

export function resultOf(command: ProcessCommand, output: ProcessOutput, ended: Ended): ProcessResult {
  const { exit, reason, error, durationMs } = ended;
  const problem = output.spill?.problem;
  return {
    exitCode: exitCodeOf(exit, reason, error),
    signal: exit?.signal ?? null,
    stdout: output.stdout.text(),
    stderr: output.stderr.text(),
    ...(output.merged && { output: output.merged.text() }),
    ...cutFields(output),
    timedOut: reason === 'timeout',
    cancelled: reason === 'cancel',
    flooded: reason === 'flood',
    durationMs,
    ...(output.spill && !problem && { savedPath: output.spill.path }),
    ...(problem !== undefined && { saveProblem: problem }),
    ...(error !== undefined && explainSpawn(error, command)),
  };
}

function cutFields({ stdout, stderr, merged }: ProcessOutput): Pick<ProcessResult, 'truncated' | 'cuts'> {
  const cuts = {
    ...(stdout.cut && { stdout: stdout.cut }),
    ...(stderr.cut && { stderr: stderr.cut }),
    ...(merged?.cut && { output: merged.cut }),
  };
  return Object.keys(cuts).length > 0 ? { truncated: true, cuts } : { truncated: false };
}

function exitCodeOf(exit: Exit | undefined, reason: StopReason | undefined, spawnError: unknown): number {
  if (spawnError !== undefined) return codeOf(spawnError) === 'ENOENT' ? 127 : 126;
  if (reason === 'timeout') return 124;
  if (exit?.code !== null && exit?.code !== undefined) return exit.code;
  const signal = exit?.signal ?? (reason === 'cancel' ? 'SIGINT' : 'SIGKILL');
  return 128 + constants.signals[signal];
}

function explainSpawn(error: unknown, command: ProcessCommand): Pick<ProcessResult, 'spawnError' | 'spawnCause'> {
  const program = command.argv?.[0] ?? 'the shell';
  const because = (spawnCause: SpawnCause, spawnError: string) => ({ spawnError, spawnCause });
  switch (codeOf(error)) {
    case 'sandbox':
      return because('no-sandbox', messageOf(error));
    case 'ENOENT':
      return because('missing', `cannot start ${program}: it or the folder ${command.cwd} does not exist`);
    case 'EACCES':
      return because('denied', `cannot start ${program}: no permission for it or for ${command.cwd}`);
    case 'ERR_INVALID_ARG_VALUE':
      return because(
        'nul',
        `cannot start ${program}: the command contains a NUL character, which cannot be passed to a program`,
      );
    case 'E2BIG':
      return because('long', 'the command is too long for the system: write it to a file and run that');
    case 'EAGAIN':
    case 'EMFILE':
    case 'ENFILE':
      return because('many', `cannot start ${program}: too many processes or open files`);
    default:
      return { spawnError: `cannot start ${program}: ${messageOf(error)}` };
  }
}
