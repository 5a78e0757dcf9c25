/** Where a command would write: targets that exist, that are protected, or that lie outside. */

import type { Reason } from '../../protocol/policy.ts';
import { baseName, isHarmlessDevice, placesOf } from './places.ts';
import type { Place, ShellContext } from './places.ts';
import { programName } from './simple-command.ts';
import type { SimpleCommand } from './simple-command.ts';
import { isSecretPath } from '../secret-file.ts';
import { readingsOf } from './words.ts';
import type { Word } from './words.ts';

type Finding = Pick<Reason, 'code' | 'text' | 'risk'>;

/** Flags whose value is a file that the command writes, by command. */
const OUTPUT_FLAGS: Readonly<Record<string, RegExp>> = {
  sort: /^(?:-[a-zA-Z]*?o|--output=?)(.*)$/,
  curl: /^(?:-[a-zA-Z]*?o|--output=?|-c|--cookie-jar=?|-D|--dump-header=?|--trace=?)(.*)$/,
  wget: /^(?:-[a-zA-Z]*?[OPoa]|--output-document=?|--directory-prefix=?|--output-file=?|--append-output=?)(.*)$/,
  tar: /^(?:-[a-zA-Z]*?C|--directory=?)(.*)$/,
  unzip: /^(?:-[a-zA-Z]*?d)(.*)$/,
  gcc: /^-o(.*)$/,
  cc: /^-o(.*)$/,
  tree: /^-o(.*)$/,
  git: /^--output=?(.*)$/,
  openssl: /^-out(.*)$/,
  jq: /^(?!)/,
};

/** Every operand is written (or made). */
const WRITES_ALL = /^(?:tee|touch|mkdir|mkfifo|mknod|sponge|gzip|gunzip|bzip2|xz|zstd|truncate|patch)$/;
/** The last operand is written. */
const WRITES_LAST = /^(?:cp|install|ln|rsync|xxd|uniq|link|scp|gcp|ditto)$/;

export function writtenWords(command: SimpleCommand): Word[] {
  const name = programName(command.name);
  const operands = command.words.slice(1);
  const plain = operands.filter((word) => !word.value.startsWith('-') || word.kind === 'opaque');
  const written: Word[] = [];
  if (WRITES_ALL.test(name)) written.push(...plain);
  if (WRITES_LAST.test(name)) {
    const folder = valueOf(operands, /^(?:-[a-zA-Z]*?t|--target-directory=?)(.*)$/);
    const last = plain.at(-1);
    if (folder) written.push(folder);
    else if (last && (plain.length > 1 || name === 'ln')) written.push(last);
  }
  const flag = Object.hasOwn(OUTPUT_FLAGS, name) ? OUTPUT_FLAGS[name] : undefined;
  const output = flag && valueOf(operands, flag);
  if (output) written.push(output);
  if (/^(?:tar|bsdtar|zip)$/.test(name)) {
    const archive = archiveOf(name, operands);
    if (archive) written.push(archive);
  }
  if (name === 'dd') {
    for (const word of operands) {
      if (word.value.startsWith('of=')) written.push({ ...word, value: word.value.slice(3), lead: word.lead.slice(3) });
    }
  }
  return written;
}

export function writeFindings(command: SimpleCommand, context: ShellContext): Finding[] {
  const name = programName(command.name);
  const append = name === 'touch' || name === 'mkdir' || name === 'mkfifo';
  const keeps = command.words.some((word) => /^(?:-[a-zA-Z]*n|--no-clobber)$/.test(word.value)) && name === 'cp';
  const sources = command.words.slice(1, -1).filter((word) => !word.value.startsWith('-'));
  return writtenWords(command).flatMap((word): Finding[] => {
    if (word.kind === 'opaque')
      return [{ code: 'overwrite', text: `what ${name} writes, ${word.text}, is only known when it runs`, risk: true }];
    if (isHarmlessDevice(word.value) || word.value === '-' || /^[^/]+:/.test(word.value)) return [];
    const places = placesOf(word.value, command.cwds, context);
    if (!places)
      return [
        { code: 'overwrite', text: `${name} writes ${word.text} in a folder that is not known here`, risk: true },
      ];
    return places.flatMap((place) => {
      const reached = WRITES_LAST.test(name) ? intoFolder(place, sources, context) : [place];
      return reached.flatMap((target) => targetFindings(name, target, append || keeps, context));
    });
  });
}

function targetFindings(name: string, place: Place, mayExist: boolean, context: ShellContext): Finding[] {
  if (!place.inside)
    return [{ code: 'outside-workspace', text: `${name} writes ${place.path}, outside the workspace`, risk: true }];
  if (place.protected)
    return [
      { code: 'protected-path', text: `${name} writes ${place.path}, which decides what runs later`, risk: true },
    ];
  const kind = context.look.kind(place.path);
  if (!mayExist && kind !== 'missing' && kind !== 'directory') {
    return [{ code: 'overwrite', text: `${name} overwrites ${place.path}`, risk: true }];
  }
  return [];
}

/** `cp a b docs` writes `docs/a` and `docs/b`. */
function intoFolder(place: Place, sources: readonly Word[], context: ShellContext): Place[] {
  if (context.look.kind(place.path) !== 'directory') return [place];
  const files = sources
    .filter((word) => word.kind === 'literal')
    .map((word) => `${place.path}/${baseName(word.value.replace(/\/+$/, ''))}`);
  const inner = files.flatMap((file) => placesOf(file, undefined, context) ?? []);
  return [place, ...inner.filter((one) => context.look.kind(one.path) !== 'directory')];
}

/** Paths among the words of a command that is not known to only read: outside, protected, secret. */
export function mentionedFindings(command: SimpleCommand, context: ShellContext, onlyReads: boolean): Finding[] {
  const name = programName(command.name) || 'the command';
  const found: Finding[] = [];
  for (const word of command.words.slice(1)) {
    for (const path of readingsOf(word).flatMap((value) => pathsIn(value))) {
      if (isHarmlessDevice(path)) continue;
      const places = placesOf(path, command.cwds, context) ?? [];
      const named =
        looksLikePath(path) ||
        places.some((place) => context.look.kind(place.path) !== 'missing') ||
        isSecretPath(path);
      if (!named) continue;
      for (const place of places) {
        if (place.secret) found.push({ code: 'secret-file', text: `${place.path} may hold secrets`, risk: false });
        if (!place.inside && (!place.secret || !onlyReads))
          found.push({
            code: 'outside-workspace',
            text: `${name} is given ${place.path}, outside the workspace`,
            risk: !onlyReads,
          });
        else if (place.protected && !place.secret && !onlyReads) {
          found.push({
            code: 'protected-path',
            text: `${name} is given ${place.path}, which decides what runs later`,
            risk: true,
          });
        }
      }
    }
  }
  return found;
}

/** `--file=x`, `@x`, `name=@x` and `-Fx` all may name the file x. */
function pathsIn(value: string): string[] {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value) || value.length > 4096) return [];
  const found = new Set<string>();
  if (!value.startsWith('-')) found.add(value);
  const assigned = /^[^=\s]{1,60}=(.*)$/s.exec(value)?.[1];
  if (assigned) found.add(assigned);
  const attached = /^-[a-zA-Z]([./~].*)$/s.exec(value)?.[1];
  if (attached) found.add(attached);
  return [...found]
    .map((path) => path.replace(/^[@<]/, ''))
    .filter((path) => path !== '' && !/\s.*\s/.test(path) && !/^[a-z]+:\/\//i.test(path));
}

function looksLikePath(path: string): boolean {
  return /^(?:\/|\.\.?(?:\/|$)|~)/.test(path) || path.includes('../') || /^\.(?:git|coder|husky)/i.test(path);
}

function valueOf(words: readonly Word[], flag: RegExp): Word | undefined {
  for (const [index, word] of words.entries()) {
    const match = flag.exec(word.value);
    if (!match) continue;
    const attached = match[1];
    return attached ? { ...word, value: attached, lead: attached } : words[index + 1];
  }
  return undefined;
}

function archiveOf(name: string, operands: readonly Word[]): Word | undefined {
  if (name === 'zip') return operands.find((word) => !word.value.startsWith('-'));
  const [first] = operands;
  const modes = operands.map((word) => word.value);
  const writes =
    /^-?[a-zA-Z]*[cru]/.test(modes[0] ?? '') || modes.some((mode) => /^--(?:create|append|update)$/.test(mode));
  if (!writes || !first) return undefined;
  if (/^-?[a-zA-Z]*f$/.test(first.value)) return operands[1];
  return valueOf(operands, /^(?:-[a-zA-Z]*f|--file=?)(.*)$/);
}
