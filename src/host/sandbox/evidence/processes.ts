/** Finds processes of the person that exist outside and that a command could not see or signal. */

import { resolve } from 'node:path';
import type { Blocked } from '../../../protocol/sandbox.ts';
import { codeBefore } from './ends.ts';
import type { Reached } from './network.ts';
import { bareOf, isOneCommand } from './paths.ts';

const MAX_TOLD = 20_000;
const GONE =
  /no such process|no process found|operation not permitted|process id .* not found|does not exist|no such file|errno(?:=| |: )3\b|ESRCH|EPERM|ProcessLookup/i;
/** Forms that name a process by number. */
const NUMBERS: readonly RegExp[] = [
  /\bkill(?: -\w+| -s \w+)? (?:-- )?(\d{1,8})\b/g,
  /\(?(\d{1,8})\)?(?: -|:) (?:no such process|operation not permitted)/gi,
  /\bkill\(\s?(\d{1,8})\b/g,
  /\b(?:ps|lsof|strace|gdb|taskset|renice|chrt|nsenter)\b[^;|&\n]{0,40}\s(?:-p|--pid)[ =]?(\d{1,8})\b/g,
];
/** Forms that name a process by name. */
const NAMES: readonly RegExp[] = [
  /\b(?:pgrep|pkill|pidof|killall)\b(?: -[uUgGPts] \S+| -\w+)* ["']?([\w.-]{2,15})\b/g,
  /\bps\b[^;|&]{0,40} -C ["']?([\w.-]{2,15})\b/g,
  /\bps\b[^;|&]{0,40}\|(?:[^;&]{0,80}\|)? ?grep (?:-\w+ )*["']?([\w.[\]-]{2,20})/g,
];
const LOOKS_FOR = /\bkill\b|\/proc\/|\b(?:ps|lsof|strace|gdb|renice|taskset|nsenter)\b[^;|&\n]{0,60}\s-p/;
const SIGNALS = /\bp?kill/;

export function processesBlocked({ spoken, said, isSilent, told, failed, outside }: Reached): Blocked[] {
  const { line = '', deniesReads = false } = failed;
  const about = said.filter((each) => GONE.test(each));
  const before = codeBefore(told, spoken) ?? told;
  const isKept = isSilent && LOOKS_FOR.test(before);
  if (about.length === 0 && !isKept && !(isSilent && isOneCommand(line.replace(/\|\s*grep\b[^|]*/g, '')))) return [];
  const text = [...about, bareOf(line) === line ? line : told].join('\n');
  const isSignal = SIGNALS.test(text);
  const pids = NUMBERS.flatMap((form) => [...text.matchAll(form)].map(([, pid]) => Number(pid)));
  const isAsked = LOOKS_FOR.test(told);
  for (const [file] of isAsked ? told.slice(0, MAX_TOLD).matchAll(/[\w./~-]{1,200}\.pid\b/g) : [])
    pids.push(Number(outside.textOf?.(resolve(failed.cwd, file))) || 0);
  const seen = pids.filter((pid) => pid > 1).filter((pid) => outside.isProcess?.(pid, isSignal) === true);
  const asked = deniesReads && !isSignal ? [] : NAMES.flatMap((form) => [...line.matchAll(form)]);
  const names = asked.map(([, name = '']) => name.replace(/[[\]]/g, ''));
  const running = names.filter((name) => outside.isRunning?.(name, isSignal) === true);
  const looked = [...text.matchAll(/\/proc\/(\d{1,8})(?:\/\w{1,40})?/g)].filter(
    ([file]) => outside.isReadable?.(file) === true,
  );
  const found = [...seen.map(String), ...looked.map(([, pid = '']) => pid), ...running];
  return [...new Set(found)].map((what) => ({ kind: 'process', what }));
}
