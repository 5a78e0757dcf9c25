/** Folders whose loss is fatal: the system's, the home folder, and everything above the workspace. */

import { isInside } from '../../../base/files/paths.ts';
import { compileLooseName } from '../../../base/text/glob.ts';
import { resolvePath, type ShellContext } from '../places.ts';
import { readingsOf, type Word } from '../read/words.ts';
import type { SimpleCommand } from '../walk/simple-command.ts';

/** Folders the system cannot work without. */
const SYSTEM_FOLDERS =
  /^(?:\/|\/(?:bin|boot|dev|etc|home|lib|lib32|lib64|libx32|mnt|media|opt|proc|root|run|sbin|srv|sys|usr|var|Users|System|Library|Applications|Volumes|private)|\/usr\/(?:bin|sbin|lib|lib64|libexec|local|share|include)|\/var\/(?:lib|log|spool|db|mail|www)|\/etc\/(?:ssh|ssl|systemd|pam\.d)|\/lib\/(?:modules|systemd|x86_64-linux-gnu)|\/private\/(?:etc|var))$/;

export function isVitalFolder(target: Word, command: SimpleCommand, context: ShellContext): boolean {
  return vitalFolder(target, command, context) !== undefined;
}

/** The vital folder that a target names, or whose whole content it names (`/*`). With `withRoot`, the workspace counts as vital too. */
export function vitalFolder(
  target: Word,
  command: SimpleCommand,
  context: ShellContext,
  { withRoot = false } = {},
): string | undefined {
  for (const reading of readingsOf(target)) {
    if (reading === '') continue;
    const whole = wholeFolder(reading);
    if (/[*?[]/.test(whole)) {
      const taken = vitalByPattern(whole, context);
      if (taken) return taken;
      continue;
    }
    const cwds = whole.startsWith('/') ? ['/'] : [...(command.cwds ?? []), ...command.likelyCwds];
    const isBelow = !/^\.|\//.test(whole) && cwds.every((cwd) => isInside(context.root, cwd));
    if (isBelow) continue; // a plain name within the workspace is never one of these
    for (const cwd of cwds) {
      const path = resolvePath(cwd, whole, context.disk);
      if (SYSTEM_FOLDERS.test(path) || isInside(path, context.home)) return path;
      if (isInside(path, context.root) && (withRoot || path !== context.root)) return path;
    }
  }
  return undefined;
}

/** `/home/d*` may well be the home folder. */
function vitalByPattern(pattern: string, context: ShellContext): string | undefined {
  const parts = pattern.split('/');
  return [context.home, context.root].find((folder) => {
    const names = folder.split('/');
    return parts.length === names.length && parts.every((part, index) => compileLooseName(part)(names[index] ?? ''));
  });
}

/** `x/*`, `x/.*` and `x/?*` mean everything in x; so does any pattern directly under the root. */
function wholeFolder(path: string): string {
  const bare = path.replace(/(?<=.)\/+$/, '');
  const at = bare.lastIndexOf('/');
  const last = bare.slice(at + 1);
  const isAll = /[*?[]/.test(last) && (!/[^*?.]/.test(last.replace(/\[[^\]]*\]/g, '')) || at === 0);
  if (!isAll) return bare;
  if (at < 0) return '.';
  return wholeFolder(bare.slice(0, at) || '/');
}
