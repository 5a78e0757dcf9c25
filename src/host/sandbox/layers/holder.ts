/** The process that holds a session's network and view of the disk: a layer over the home folder, and the workspace, real or as a layer. */

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { processIds, statOf } from '../../../base/files/process-table.ts';

export interface Holder {
  /** The process whose namespaces are entered. */
  readonly pid: number;
  readonly isAlive: boolean;
  /** Whether the home folder is a layer. */
  readonly homeIsLayer: boolean;
  /** Whether the workspace is a layer. */
  readonly workspaceIsLayer: boolean;
  /** Folders that hold the files written to a layer. */
  readonly upper: { home: string; workspace: string };
  stop(): void;
}

export interface HolderOptions {
  bwrap: string;
  home: string;
  writable: readonly string[];
  /** A separate folder, neither in the home folder nor in the workspace. */
  folder: string;
  layersWorkspace: boolean;
  env: NodeJS.ProcessEnv;
}

const PATIENCE_MS = 20_000;

/**
 * Prints `home` and `workspace` for each layer that could be created, and `ready` at the end. Folders that must stay real are bound
 * elsewhere first and put back over the layer. $1 folder, $2 home, $3 `layer` or `real`, $4 `input` to stay only until its input ends,
 * then the writable folders.
 */
export const LAYERS = `
folder=$1; home=$2; how=$3; stay=$4; shift 4
n=0
for path in "$@"; do
  n=$((n+1)); mkdir -p "$folder/real$n"
  if [ "$how" = layer ]; then
    mkdir -p "$folder/workspace$n" "$folder/work$n"
    mount -t overlay overlay -o "lowerdir=$path,upperdir=$folder/workspace$n,workdir=$folder/work$n,userxattr" "$folder/real$n" || exit 3
  else
    mount --bind "$path" "$folder/real$n" || exit 3
  fi
done
[ "$how" = layer ] && echo workspace
mkdir -p "$folder/home" "$folder/work"
if mount -t overlay overlay -o "lowerdir=$home,upperdir=$folder/home,workdir=$folder/work,userxattr" "$home" 2>/dev/null; then echo home; fi
n=0
for path in "$@"; do
  n=$((n+1)); mount --bind "$folder/real$n" "$path" || exit 4
done
echo ready
[ "$stay" = input ] && exec cat >/dev/null 2>&1
exec sleep 1000000000 </dev/null >/dev/null 2>&1
`;

export async function startHolder(options: HolderOptions): Promise<Holder | { problem: string }> {
  const { bwrap, home, writable, folder, layersWorkspace, env } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const awkward = [home, folder, ...writable].find((path) => /[,:\\\n]/.test(path));
  if (awkward !== undefined) return { problem: `${awkward} has a character in its name that a layer cannot take` };
  const namespaces = [
    '--unshare-user',
    '--uid',
    '0',
    '--gid',
    '0',
    '--cap-add',
    'ALL',
    '--unshare-net',
    '--unshare-ipc',
  ];
  const holding = [
    '/bin/sh',
    '-c',
    LAYERS,
    'coder-holder',
    folder,
    home,
    layersWorkspace ? 'layer' : 'real',
    'alone',
    ...writable,
  ];
  const child = spawn(bwrap, ['--die-with-parent', ...namespaces, '--dev-bind', '/', '/', '--', ...holding], {
    cwd: '/',
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = await saidUntilReady(child);
  if ('problem' in said) {
    child.kill('SIGKILL');
    return said;
  }
  child.unref();
  const inner = child.pid === undefined ? undefined : childOf(child.pid);
  if (inner === undefined) {
    child.kill('SIGKILL');
    return { problem: 'the session’s namespaces are gone' };
  }
  return {
    pid: inner,
    get isAlive() {
      return child.exitCode === null && child.signalCode === null;
    },
    homeIsLayer: said.words.includes('home'),
    workspaceIsLayer: said.words.includes('workspace'),
    upper: { home: join(folder, 'home'), workspace: join(folder, 'workspace1') },
    stop: () => void child.kill('SIGKILL'),
  };
}

export function saidUntilReady(child: ChildProcess): Promise<{ words: string[] } | { problem: string }> {
  return new Promise((resolve) => {
    let [out, err] = ['', ''];
    const timer = setTimeout(() => resolve({ problem: 'it took too long' }), PATIENCE_MS);
    const end = (result: { words: string[] } | { problem: string }) => {
      clearTimeout(timer);
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve(result);
    };
    child.on('error', ({ message }) => end({ problem: message }));
    child.stderr?.on('data', (chunk: Buffer) => {
      err = (err + chunk.toString()).slice(-500);
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.includes('ready\n')) end({ words: out.split('\n') });
    });
    child.on('exit', (code) => end({ problem: err.trim() || `exit ${code}` }));
  });
}

/** The process inside; bubblewrap itself only waits for it. */
function childOf(parent: number): number | undefined {
  return processIds().find((pid) => statOf(pid)?.parent === parent);
}
