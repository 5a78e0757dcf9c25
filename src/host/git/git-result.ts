/** How a run of git ended: its output, or the error that says why there is none. */

import { CoderError, codeOf, messageOf } from '../../base/errors.ts';
import { heldGitMessage } from '../process/held-git.ts';
import type { ProcessResult } from '../process/process-command.ts';

export type GitResult =
  | { status: 'ok'; stdout: string; truncated: boolean }
  /** `isSilent`: git printed nothing, so `error` says only how it ended. */
  | { status: 'failed' | 'cancelled'; error: string; isSilent?: true };

/** Turns the outcome of `work`, or the `CoderError` that it throws, into a result. */
export async function resultOf(cwd: string, work: () => Promise<ProcessResult>): Promise<GitResult> {
  try {
    const result = requireOk(await work(), cwd);
    return { status: 'ok', stdout: result.stdout, truncated: result.truncated };
  } catch (error) {
    if (!(error instanceof CoderError)) throw error;
    const code = codeOf(error);
    return {
      status: code === 'cancelled' ? 'cancelled' : 'failed',
      error: messageOf(error),
      ...(code === 'git-silent' && { isSilent: true }),
    };
  }
}

/** Throws a `CoderError` unless git ended well. */
export function requireOk(result: ProcessResult, cwd: string): ProcessResult {
  if (result.cancelled) throw new CoderError('cancelled', 'git was cancelled');
  if (result.spawnError !== undefined) throw new CoderError('no-git', result.spawnError);
  if (result.gitHeld) throw new CoderError('git-failed', heldGitMessage(cwd));
  if (result.timedOut) throw new CoderError('git-failed', 'git did not end in time and was stopped');
  if (result.exitCode === 0) return result;
  const said = (result.stderr || result.stdout).trim();
  if (said.includes('not a git repository')) throw noRepository(cwd);
  if (said === '') throw new CoderError('git-silent', `git ended with exit code ${result.exitCode}`);
  throw new CoderError('git-failed', said);
}

export function noRepository(cwd: string): CoderError {
  return new CoderError(
    'no-repository',
    `not a git repository: ${cwd}. Run \`git init\` there first, or continue without git.`,
  );
}
