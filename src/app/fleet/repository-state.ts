/** The state of the repository that a job works in, found before anything is created. */

import { repositoryAt, resolveCommit } from '../../host/git/repository.ts';
import type { FleetJob } from '../../protocol/fleet-job.ts';
import type { OpenWorktreeHost } from './worktree-host.ts';

export interface RepositoryState {
  top?: string;
  base?: Awaited<ReturnType<typeof resolveCommit>>;
}

export async function repositoryState(
  host: OpenWorktreeHost,
  { cwd, base }: FleetJob,
  signal: AbortSignal,
): Promise<RepositoryState> {
  const top = repositoryAt(cwd)?.top;
  if (top === undefined) return {};
  return { top, base: await resolveCommit(host.gitAt(cwd), cwd, base ?? 'HEAD', signal) };
}
