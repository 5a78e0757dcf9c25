/** What is refused whatever anybody approves: wiping the disk or the home folder, formatting, power-off. */

import { isInside } from '../../../base/files/paths.ts';
import { compileLooseName } from '../../../base/text/glob.ts';
import type { Reason, Said } from '../../../protocol/policy.ts';
import { programLike } from '../../programs/table.ts';
import { say } from '../../say.ts';
import { isHarmlessDevice, placesOf, resolvePath, type ShellContext } from '../places.ts';
import { readingsOf, type Word } from '../read/words.ts';
import type { FileRedirect } from '../walk/found.ts';
import { programName, type SimpleCommand } from '../walk/simple-command.ts';

/** Folders the system cannot live without. */
const SYSTEM_FOLDERS =
  /^(?:\/|\/(?:bin|boot|dev|etc|home|lib|lib32|lib64|libx32|mnt|media|opt|proc|root|run|sbin|srv|sys|usr|var|Users|System|Library|Applications|Volumes|private)|\/usr\/(?:bin|sbin|lib|lib64|libexec|local|share|include)|\/var\/(?:lib|log|spool|db|mail|www)|\/etc\/(?:ssh|ssl|systemd|pam\.d)|\/lib\/(?:modules|systemd|x86_64-linux-gnu)|\/private\/(?:etc|var))$/;

const BLOCK_DEVICE =
  /^\/dev\/(?:(?:sd|hd|vd|xvd)[a-z*?[]|nvme\d|mmcblk\d|disk\d|disk\/|rdisk\d|dm-\d|sg\d|nbd\d|mtd|zd\d|bcache\d|mapper\/|md\d|loop\d|mem$|kmem$|port$)/;

const STOPS_THE_MACHINE = /^\/proc\/(?:sysrq-trigger|sys\/kernel\/sysrq)$|^\/sys\/power\/state$/;

/** With these alone, what formats or stops only tells about itself or lists. */
const TELLS = /^(?:--help|--version|-V)$/;
const LISTS = /^(?:-l|--list|--list-types|print|-p|--print|--help|--version|-V)$/;

export function hardBlockReason(command: SimpleCommand, context: ShellContext): Reason | undefined {
  if (command.via.includes('ssh')) return undefined; // another machine
  const said = findBlock(command, context);
  return said === undefined ? undefined : hardBlock(said, command.text, command.span);
}

export function hardBlockRedirect(redirect: FileRedirect, context: ShellContext): Reason | undefined {
  if (!/>/.test(redirect.operator)) return undefined;
  for (const value of redirect.target.flatMap((word) => readingsOf(word))) {
    if (isHarmlessDevice(value)) continue;
    const cwds = value.startsWith('/') ? ['/'] : (redirect.cwds ?? []);
    for (const path of [value, ...cwds.map((cwd) => resolvePath(cwd, value, context.look))]) {
      if (BLOCK_DEVICE.test(path)) return hardBlock(say('writesDisk', path), redirect.text, redirect.span);
      if (STOPS_THE_MACHINE.test(path)) {
        return hardBlock(say('writesStopper', path), redirect.text, redirect.span);
      }
    }
  }
  return undefined;
}

function hardBlock(said: Said, part: string, span: readonly [number, number]): Reason {
  return { code: 'hard-block', ...said, risk: true, part, span };
}

function findBlock(command: SimpleCommand, context: ShellContext): Said | undefined {
  const [first, ...operands] = command.words;
  if (first?.kind !== 'literal') return undefined;
  const name = programName(first.value);
  const values = operands.map((operand) => operand.value);
  const fatal = programLike(name)?.fatal;
  if (fatal === 'stops' && !isOnly(values, TELLS)) return say('stopsMachine', name);
  if (
    fatal === 'formats' &&
    !isOnly(
      values.filter((value) => !value.startsWith('/dev/')),
      LISTS,
    )
  )
    return say('formatsDisk', name);
  const ending = fatal instanceof RegExp ? fatal : undefined;
  const word = ending && operands.flatMap((operand) => readingsOf(operand)).find((value) => ending.test(value));
  if (word !== undefined) return say('stopsOrErases', name, word);
  return wipes(name, operands, command, context) ?? writesDevice(name, operands, command, context);
}

function isOnly(values: readonly string[], pattern: RegExp): boolean {
  return values.length > 0 && values.every((value) => pattern.test(value));
}

function wipes(
  name: string,
  operands: readonly Word[],
  command: SimpleCommand,
  context: ShellContext,
): Said | undefined {
  const program = programLike(name);
  if (program?.grammar === 'find') return wipesByFind(operands, command, context);
  const flags = operands.map((operand) => operand.value).filter((value) => value.startsWith('-'));
  const recursive = flags.some((flag) => /^-[a-zA-Z]*[rR]|^--(?:recursive|no-preserve-root)/.test(flag));
  const mirrors = name === 'rsync' && flags.some((flag) => flag.startsWith('--del'));
  const takesAll = program?.wipes === 'always' || mirrors;
  if (!takesAll && !(recursive && program?.wipes)) return undefined;
  const targets = name === 'mv' ? operands.slice(0, -1) : mirrors ? operands.slice(-1) : operands;
  for (const target of targets) {
    if (target.value.startsWith('-')) continue;
    const vital = vitalFolder(target, command, context);
    if (vital) return say('takesAll', name, vital);
  }
  return undefined;
}

function wipesByFind(operands: readonly Word[], command: SimpleCommand, context: ShellContext): Said | undefined {
  const deletes = operands.some((word) => readingsOf(word).includes('-delete'));
  const runs = operands.findIndex((word) => /^-(?:exec|execdir|ok|okdir)$/.test(word.value));
  const removes = runs >= 0 && programLike(programName(operands[runs + 1]?.value ?? ''))?.deletes === true;
  if (!deletes && !removes) return undefined;
  for (const start of operands) {
    if (/^[-(!]/.test(start.value)) break;
    const vital = vitalFolder(start, command, context);
    if (vital) return say('findDeletes', vital);
  }
  return undefined;
}

export function isVitalFolder(target: Word, command: SimpleCommand, context: ShellContext): boolean {
  return vitalFolder(target, command, context) !== undefined;
}

/** The folder a target means, or whose whole content it means (`/*`), if nothing may survive without it. */
function vitalFolder(target: Word, command: SimpleCommand, context: ShellContext): string | undefined {
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
      const path = resolvePath(cwd, whole, context.look);
      if (SYSTEM_FOLDERS.test(path) || isInside(path, context.home)) return path;
      if (isInside(path, context.root) && path !== context.root) return path;
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

/** `x/*`, `x/.*` and `x/?*` mean all that is in x; so does any pattern right under the root. */
function wholeFolder(path: string): string {
  const bare = path.replace(/(?<=.)\/+$/, '');
  const at = bare.lastIndexOf('/');
  const last = bare.slice(at + 1);
  const isAll = /[*?[]/.test(last) && (!/[^*?.]/.test(last.replace(/\[[^\]]*\]/g, '')) || at === 0);
  if (!isAll) return bare;
  if (at < 0) return '.';
  return wholeFolder(bare.slice(0, at) || '/');
}

function writesDevice(
  name: string,
  operands: readonly Word[],
  command: SimpleCommand,
  context: ShellContext,
): Said | undefined {
  const device = programLike(name)?.device;
  if (!device) return undefined;
  const written = device === 'last' ? operands.slice(-1) : operands;
  for (const value of written.flatMap((operand) => readingsOf(operand))) {
    const target = device === 'of' ? /^of=(.+)/.exec(value)?.[1] : value;
    if (target === undefined) continue;
    const paths = placesOf(target, command.cwds, context)?.map((place) => place.path) ?? [];
    if ([target, ...paths].some((path) => BLOCK_DEVICE.test(path))) return say('programWritesDisk', name, target);
    if ([target, ...paths].some((path) => STOPS_THE_MACHINE.test(path)))
      return say('programWritesStopper', name, target);
  }
  return undefined;
}
