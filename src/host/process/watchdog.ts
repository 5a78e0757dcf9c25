/** A tiny process that outlives coder by a moment and ends what coder left running, even after SIGKILL. */

import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

export interface Watchdog {
  /** Adds a process group to end; needed on systems where children cannot be found by their environment. */
  watch(group: number): void;
  /** Lets the watchdog exit, as nothing is left to end. */
  dismiss(): void;
}

/**
 * Reads a pipe whose other end only coder holds. A line names a group to end; `done` dismisses the watchdog; end of file without `done`
 * means that coder is gone. If /proc exists, every process with the session's marker is found there, whatever its group. A process that
 * was forked but has not yet called exec has no marker, so the script keeps looking for a while after finding nothing.
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
    detached: true, // a hang-up of the terminal is meant for coder, not for the watchdog
    env: { PATH: SYSTEM_PATH }, // no programs of the project, and no marker, so that the watchdog does not find itself
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => undefined); // without a watchdog, children still end with close()
  child.unref();
  const pipe = child.stdin as Writable | undefined; // absent if the start failed, as without a free descriptor
  if (pipe && 'unref' in pipe && typeof pipe.unref === 'function') pipe.unref();
  pipe?.on('error', () => undefined); // the watchdog was killed; close() still ends children
  return {
    watch: (group) => void pipe?.write(`${group}\n`),
    dismiss: () => void pipe?.end('done\n'),
  };
}
