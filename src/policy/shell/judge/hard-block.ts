/** What is refused whatever anyone approves: wiping the disk or the home folder, formatting, power-off. */

import type { Reason, Said } from '../../../protocol/policy.ts';
import { programLike } from '../../programs/table.ts';
import { say } from '../../say.ts';
import { isHarmlessDevice, placesOf, resolvePath, type ShellContext } from '../places.ts';
import { readingsOf, type Word } from '../read/words.ts';
import type { FileRedirect } from '../walk/findings.ts';
import { programName, REMOTE, type SimpleCommand } from '../walk/simple-command.ts';
import { changesVital, overwritesVital } from './vital-files.ts';
import { wipes } from './wiping.ts';

const BLOCK_DEVICE =
  /^\/dev\/(?:(?:sd|hd|vd|xvd)[a-z*?[]|nvme\d|mmcblk\d|disk\d|disk\/|rdisk\d|dm-\d|sg\d|nbd\d|mtd|zd\d|bcache\d|mapper\/|md\d|loop\d|mem$|kmem$|port$)/;

const STOPS_THE_MACHINE = /^\/proc\/(?:sysrq-trigger|sys\/kernel\/sysrq)$|^\/sys\/power\/state$/;

/** With only these words, a program that formats or stops merely describes itself or lists. */
const TELLS = /^(?:--help|--version|-V)$/;
const LISTS = /^(?:-l|--list|--list-types|print|-p|--print|--help|--version|-V)$/;

export function hardBlockReason(command: SimpleCommand, context: ShellContext): Reason | undefined {
  if (command.via.includes(REMOTE)) return undefined; // another machine
  const said = findBlock(command, context);
  return said === undefined ? undefined : hardBlock(said, command.text, command.span);
}

export function hardBlockRedirect(redirect: FileRedirect, context: ShellContext): Reason | undefined {
  if (!/>/.test(redirect.operator)) return undefined;
  const adds = redirect.operator.includes('>>');
  const vital = overwritesVital(redirect.target, redirect.cwds, context, { adds });
  if (vital) return hardBlock(vital, redirect.text, redirect.span);
  for (const value of redirect.target.flatMap((word) => readingsOf(word))) {
    if (isHarmlessDevice(value)) continue;
    const cwds = value.startsWith('/') ? ['/'] : (redirect.cwds ?? []);
    for (const path of [value, ...cwds.map((cwd) => resolvePath(cwd, value, context.disk))]) {
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
  if (typeof fatal === 'function' && fatal(values)) return say('stopsMachine', name);
  return (
    wipes(name, operands, command, context) ??
    writesDevice(name, operands, command, context) ??
    changesVital(command, context) ??
    forksForever(command)
  );
}

/** True if code in another language forks without end. */
function forksForever({ name, words, stdin }: SimpleCommand): Said | undefined {
  const program = programName(name);
  if (!programLike(program)?.runsCode) return undefined;
  const codes = words.slice(1).flatMap((word) => readingsOf(word));
  if (stdin.kind === 'text') codes.push(stdin.text);
  const isBomb = codes.some((code) => /\bfork\b/.test(code) && FOREVER.test(code));
  return isBomb ? say('forkBomb', program) : undefined;
}

const FOREVER =
  /\bwhile\b[\s(]{0,9}(?:1|true|!0)|\bloop\b|\bfork\b[\s()]{0,9}while\b|for\s{0,9}\(\s{0,9};\s{0,9};|\bfor\s{0,9}\{/i;

function isOnly(values: readonly string[], pattern: RegExp): boolean {
  return values.length > 0 && values.every((value) => pattern.test(value));
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
