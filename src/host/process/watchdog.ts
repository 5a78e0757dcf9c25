/** A tiny process that outlives coder by a moment and ends what coder left running, even after SIGKILL. */

import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

export interface Watchdog {
  /** Needed on systems where children cannot be found by their environment. */
  watch(group: number): void;
  /** Nothing is left to end: it may go. */
  dismiss(): void;
}

/**
 * It reads a pipe whose other end only coder holds. A line is a group to end; `done` sends it away; the end of the pipe without that
 * means that coder is gone. If there is a /proc, every process with the session's marker is found there, whatever its group. One that was
 * forked and not yet started has no marker, so that it goes on looking for a while after it has found nothing.
 */
const SCRIPT = `
groups=
while read -r line; do
  [ "$line" = done ] && exit 0
  groups="$groups -$line"
done
name=TERM
quiet=0
while [ $quiet -lt 8 ]; do
  found=
  if [ -r /proc/self/environ ]; then
    for file in $(grep -aslF "$1" /proc/[0-9]*/environ); do
      pid=\${file#/proc/}
      found="$found \${pid%/environ}"
    done
  fi
  for pid in $found $groups; do kill -s $name -- "$pid" 2>/dev/null; done
  quiet=$((quiet+1))
  [ -n "$found" ] && quiet=0
  [ $name = KILL ] && groups=
  name=KILL
  sleep 0.2
done
`;

const SYSTEM_PATH = '/usr/bin:/bin:/usr/sbin:/sbin:/run/current-system/sw/bin';

export function startWatchdog(session: string): Watchdog {
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'coder-watchdog', session], {
    cwd: '/',
    detached: true, // a hang-up of the terminal is for coder, not for it
    env: { PATH: SYSTEM_PATH }, // neither a program of the project nor the marker: it must not find itself
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => undefined); // without it children still end with close()
  child.unref();
  const pipe = child.stdin as Writable | undefined; // absent where it could not be started, as without a free descriptor
  if (pipe && 'unref' in pipe && typeof pipe.unref === 'function') pipe.unref();
  pipe?.on('error', () => undefined); // it was killed; same
  return {
    watch: (group) => void pipe?.write(`${group}\n`),
    dismiss: () => void pipe?.end('done\n'),
  };
}
