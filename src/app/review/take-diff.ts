/** Takes the change to be reviewed, as git sees it, and its files as they are after it. */

import { join } from 'node:path';
import { readOwned } from '../../base/files/regular-file.ts';
import { isSecretPath } from '../../base/files/secret-file.ts';
import { decodeFile } from '../../base/files/text-file.ts';
import { newId } from '../../base/ids.ts';
import { unifiedDiff } from '../../base/text/unified-diff.ts';
import { createGit, type Git } from '../../host/git/git.ts';
import { repositoryTop } from '../../host/git/git-folder.ts';
import { childEnvironment } from '../../host/process/child-env.ts';
import { createProcesses } from '../../host/process/process.ts';
import type { AgentOptions } from '../agent-options.ts';
import { type DiffFile, readDiff } from './diff.ts';

export type Range =
  | { kind: 'uncommitted' }
  | { kind: 'staged' }
  | { kind: 'base'; ref: string }
  | { kind: 'commit'; ref: string };

export type Taken =
  | { status: 'ok'; change: Change }
  | { status: 'no-repository' | 'unknown-ref' | 'no-common-commit' | 'too-large' | 'cancelled' }
  | { status: 'failed'; error: string };

export interface Change {
  /** The top of the repository, which paths are relative to. */
  top: string;
  /** Describes the change to the model, in git's terms. */
  what: string;
  files: readonly DiffFile[];
  /** The text of a file after the change. */
  textOf(path: string): Promise<string | undefined>;
  close(): Promise<void>;
}

const KEEP_BYTES = 16 * 1024 * 1024;
const FILE_BYTES = 4 * 1024 * 1024;
const MAX_UNTRACKED = 1000;
const DIFF = ['--no-ext-diff', '--no-textconv', '--no-color', '--src-prefix=a/', '--dst-prefix=b/', '-M'];

type Failed = Exclude<Taken, { status: 'ok' }>;
type Read = { ok: true; text: string } | { ok: false; failed: Failed };

export async function takeDiff({ cwd, env }: AgentOptions, range: Range, signal: AbortSignal): Promise<Taken> {
  const top = repositoryTop(cwd);
  if (top === undefined) return { status: 'no-repository' };
  const childEnv = childEnvironment(env, { keep: [], roots: [top] });
  const processes = createProcesses({ env: childEnv, marker: newId('review') });
  const git = createGit({ processes, cwd: top, avoid: [top], env: childEnv, keepBytes: KEEP_BYTES });
  const found = await changeIn(top, git, range, signal);
  if (!('files' in found)) {
    await processes.close();
    return found;
  }
  return { status: 'ok', change: { top, ...found, close: () => processes.close() } };
}

type FoundChange = Pick<Change, 'what' | 'files' | 'textOf'> | Failed;

async function changeIn(top: string, git: Git, range: Range, signal: AbortSignal): Promise<FoundChange> {
  const ask = (...args: string[]) => asked(git, args, signal);
  switch (range.kind) {
    case 'uncommitted': {
      const head = await commitOf('HEAD', ask);
      const diff = await ask('diff', ...DIFF, head ?? EMPTY_TREE, '--');
      if (!diff.ok) return diff.failed;
      const names = await ask('ls-files', '--others', '--exclude-standard', '-z');
      if (!names.ok) return names.failed;
      const files = [...readDiff(diff.text), ...(await untracked(top, names.text.split('\0')))];
      return { what: 'the uncommitted changes, staged or not, with new files', files, textOf: fromDisk(top) };
    }
    case 'staged': {
      const diff = await ask('diff', '--cached', ...DIFF, '--');
      if (!diff.ok) return diff.failed;
      return { what: 'the staged changes', files: readDiff(diff.text), textOf: stored(':', ask) };
    }
    case 'base': {
      const base = await commitOf(range.ref, ask);
      if (base === undefined) return { status: 'unknown-ref' };
      const fork = await ask('merge-base', base, 'HEAD');
      if (!fork.ok) return fork.failed.status === 'failed' ? { status: 'no-common-commit' } : fork.failed;
      const diff = await ask('diff', ...DIFF, fork.text.trim(), '--');
      const what = `what changed since this branch left ${range.ref} (${base.slice(0, 12)})`;
      return diff.ok ? { what, files: readDiff(diff.text), textOf: fromDisk(top) } : diff.failed;
    }
    case 'commit': {
      const commit = await commitOf(range.ref, ask);
      if (commit === undefined) return { status: 'unknown-ref' };
      const diff = await ask('show', '--format=', '-m', '--first-parent', ...DIFF, commit, '--');
      const what = `commit ${commit}; the files in the folder may be of another state`;
      return diff.ok ? { what, files: readDiff(diff.text), textOf: stored(`${commit}:`, ask) } : diff.failed;
    }
  }
}

const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

async function asked(git: Git, args: readonly string[], signal: AbortSignal): Promise<Read> {
  const answer = await git.read(args, signal);
  if (answer.status === 'ok')
    return answer.truncated ? { ok: false, failed: { status: 'too-large' } } : { ok: true, text: answer.stdout };
  const { status, error } = answer;
  return { ok: false, failed: status === 'cancelled' ? { status } : { status: 'failed', error } };
}

async function commitOf(ref: string, ask: (...args: string[]) => Promise<Read>): Promise<string | undefined> {
  const answer = await ask('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`);
  return answer.ok ? answer.text.trim() : undefined;
}

/** Files that git does not know yet, without those that may hold secrets, even if they are not ignored. */
async function untracked(top: string, names: readonly string[]): Promise<DiffFile[]> {
  const files: DiffFile[] = [];
  for (const name of names.filter((each) => each !== '' && !isSecretPath(each)).slice(0, MAX_UNTRACKED)) {
    const text = textOnDisk(top, name);
    if (text === undefined) continue;
    const { diff } = await unifiedDiff(name, null, text);
    const header = 'diff --git a/new b/new\nnew file mode 100644\n'; // the real name may contain a line feed
    files.push(...readDiff(header + diff).map((file) => ({ ...file, path: name })));
  }
  return files;
}

function fromDisk(top: string): Change['textOf'] {
  return async (path) => textOnDisk(top, path);
}

function stored(tree: string, ask: (...args: string[]) => Promise<Read>): Change['textOf'] {
  return async (path) => {
    const answer = await ask('cat-file', 'blob', `${tree}${path}`);
    return answer.ok ? answer.text : undefined;
  };
}

function textOnDisk(top: string, path: string): string | undefined {
  const found = readOwned(join(top, path), top, FILE_BYTES);
  return typeof found === 'string' || found.size > FILE_BYTES ? undefined : decodeFile(found.bytes)?.text;
}
