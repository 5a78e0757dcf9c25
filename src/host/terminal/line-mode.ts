/** How a terminal reads: by lines or by keys, with or without echo. Queried from the terminal itself, never guessed from its output. */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';

export interface LineMode {
  /** True if the terminal collects whole lines. Editors and shells with line editing read keys instead. */
  canonical: boolean;
  echo: boolean;
}

const PROGRAMS = ['/bin/stty', '/usr/bin/stty'];
const PATIENCE_MS = 1000;

/** `undefined` if it cannot be determined: the terminal is gone, or the system has no `stty`. */
export function readLineMode(device: string): Promise<LineMode | undefined> {
  const program = PROGRAMS.find((path) => existsSync(path));
  if (!program || device === '') return Promise.resolve(undefined);
  const flag = process.platform === 'linux' ? '-F' : '-f';
  const options = { timeout: PATIENCE_MS, env: { LC_ALL: 'C' }, cwd: '/' };
  return new Promise((resolve) => {
    execFile(program, [flag, device, '-a'], options, (error, stdout) => {
      const canonical = /(?<![\w-])(-?)icanon\b/.exec(stdout)?.[1];
      const echo = /(?<![\w-])(-?)echo\b/.exec(stdout)?.[1];
      const isKnown = !error && canonical !== undefined && echo !== undefined;
      resolve(isKnown ? { canonical: canonical === '', echo: echo === '' } : undefined);
    });
  });
}
