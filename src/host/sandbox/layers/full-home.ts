/** A home layer that holds all that it may is full: whatever is written there fails as on a disk without space. */

import { execFile } from 'node:child_process';

/** Over the layer lies another one, on a memory of one page that is taken already. $1 folder, $2 home, then what stays real. */
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
  /** The holder of the session. */
  pid: number;
  folder: string;
  home: string;
  writable: readonly string[];
  env: NodeJS.ProcessEnv;
}

/** Whether it could be made so; else it can only be read. */
export function fillHome({ nsenter, pid, folder, home, writable, env }: FullHomeOptions): Promise<boolean> {
  const entering = ['-t', String(pid), '-U', '-m', '--preserve-credentials', '--'];
  return new Promise((resolve) => {
    const args = [...entering, '/bin/sh', '-c', FULL, 'coder-full', folder, home, ...writable];
    execFile(nsenter, args, { cwd: '/', env }, (error) => resolve(error === null));
  });
}
