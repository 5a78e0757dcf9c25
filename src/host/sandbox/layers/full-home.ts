/** Makes a home layer that has reached its size limit full: every write to it fails as on a disk without space. */

import { execFile } from 'node:child_process';
import { enterArguments } from './enter.ts';

/** Mounts another layer on top, on a tmpfs of one page that is already used up. $1 folder, $2 home, then the paths that stay real. */
const FULL = `
folder=$1; home=$2; full=$1/full; shift 2
mkdir -p "$full" && mount -t tmpfs -o size=4k,mode=700 tmpfs "$full" && mkdir "$full/upper" "$full/work" || exit 2
head -c 4096 /dev/zero > "$full/taken"
mount -t overlay overlay -o "lowerdir=$home,upperdir=$full/upper,workdir=$full/work,userxattr" "$home" || exit 3
n=0
for path in "$@"; do
  n=$((n+1)); mount --bind "$folder/real$n" "$path" || { umount -l "$home"; exit 4; }
done
`;

export interface FullHomeOptions {
  nsenter: string;
  /** The holder process of the session. */
  pid: number;
  folder: string;
  home: string;
  writable: readonly string[];
  env: NodeJS.ProcessEnv;
}

/** True on success; otherwise the caller makes the home folder read-only. */
export function fillHome({ nsenter, pid, folder, home, writable, env }: FullHomeOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const args = [...enterArguments(pid, 'mount'), '/bin/sh', '-c', FULL, 'coder-full', folder, home, ...writable];
    execFile(nsenter, args, { cwd: '/', env }, (error) => resolve(error === null));
  });
}
