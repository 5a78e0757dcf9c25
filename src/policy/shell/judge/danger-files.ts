/** Where a command would write: targets that exist, are protected, or lie outside. */

import { isSecretPath } from '../../../base/files/secret-file.ts';
import type { Reason } from '../../../protocol/policy.ts';
import { programNamed } from '../../programs/table.ts';
import { say } from '../../say.ts';
import { baseName, isHarmlessDevice, type Place, placesOf, type ShellContext } from '../places.ts';
import { readingsOf, type Word } from '../read/words.ts';
import { programName, type SimpleCommand } from '../walk/simple-command.ts';

type Finding = Pick<Reason, 'code' | 'text' | 'says' | 'risk'>;

function withSuffix(word: Word, suffix: string): Word {
  const change = (text: string): string => (text.endsWith(suffix) ? text.slice(0, -suffix.length) : text + suffix);
  return { ...word, value: change(word.value), lead: change(word.lead) };
}

export function writtenWords(command: SimpleCommand): Word[] {
  const name = programName(command.name);
  const operands = command.words.slice(1);
  const { writes, device } = programNamed(name) ?? {};
  if (!writes && device !== 'of') return [];
  const plain = operands.filter(
    (word, index) =>
      word.kind === 'opaque' ||
      (!word.value.startsWith('-') && writes?.valued?.test(operands[index - 1]?.value ?? '') !== true),
  );
  const written: Word[] = [];
  if (writes?.operands === 'all') written.push(...plain);
  const suffix = writes?.suffix;
  if (suffix !== undefined) {
    const keeps =
      writes?.keepsSource || operands.some((word) => /^(?:-[a-z]*[kctl]|--(?:keep|stdout|test|list))/.test(word.value));
    written.push(...plain.map((word) => withSuffix(word, suffix)), ...(keeps ? [] : plain));
  }
  if (writes?.operands === 'last') {
    const folder = valueOf(operands, /^(?:-[a-zA-Z]*?t|--target-directory=?)(.*)$/);
    const last = plain.at(-1);
    if (folder) written.push(folder);
    else if (last && (plain.length > 1 || writes.alone)) written.push(last);
  }
  const output = writes?.to && valueOf(operands, writes.to);
  if (output) written.push(output);
  const archive = writes?.archive && archiveOf(writes.archive, operands);
  if (archive) written.push(archive);
  if (device === 'of') {
    for (const word of operands) {
      if (word.value.startsWith('of=')) written.push({ ...word, value: word.value.slice(3), lead: word.lead.slice(3) });
    }
  }
  return written;
}

export function writeFindings(command: SimpleCommand, context: ShellContext): Finding[] {
  const name = programName(command.name);
  const writes = programNamed(name)?.writes;
  const unless = writes?.keeps;
  const keeps = unless instanceof RegExp ? command.words.some((word) => unless.test(word.value)) : unless === true;
  const sources = command.words.slice(1, -1).filter((word) => !word.value.startsWith('-'));
  const merges = writes?.merges && sources.some((word) => /(?:^|\/)\.$/.test(word.value));
  return writtenWords(command).flatMap((word): Finding[] => {
    if (word.kind === 'opaque') return [{ code: 'overwrite', ...say('writesUnknown', name, word.text), risk: true }];
    if (isHarmlessDevice(word.value) || word.value === '-' || /^[^/]+:/.test(word.value)) return [];
    const places = placesOf(word.value, command.cwds, context);
    if (!places) return [{ code: 'overwrite', ...say('writesUnknownFolder', name, word.text), risk: true }];
    return places.flatMap((place) => {
      const reached = writes?.operands === 'last' ? intoFolder(place, sources, context) : [place];
      if (merges && context.disk.kind(place.path) === 'folder')
        return [{ code: 'overwrite', ...say('cpMerges', place.path), risk: true }];
      return reached.flatMap((target) => targetFindings(name, target, context, { keeps }));
    });
  });
}

function targetFindings(name: string, place: Place, context: ShellContext, { keeps }: { keeps: boolean }): Finding[] {
  if (!place.inside)
    return [{ code: 'outside-workspace', ...say('programWritesOutside', name, place.path), risk: true }];
  if (place.protected)
    return [{ code: 'protected-path', ...say('programWritesProtected', name, place.path), risk: true }];
  const kind = context.disk.kind(place.path);
  if (!keeps && kind !== 'missing' && kind !== 'folder') {
    return [{ code: 'overwrite', ...say('programOverwrites', name, place.path), risk: true }];
  }
  return [];
}

/** `cp a b docs` writes `docs/a` and `docs/b`. */
function intoFolder(place: Place, sources: readonly Word[], context: ShellContext): Place[] {
  if (context.disk.kind(place.path) !== 'folder') return [place];
  const files = sources
    .filter((word) => word.kind === 'literal')
    .map((word) => `${place.path}/${baseName(word.value.replace(/\/+$/, ''))}`);
  const inner = files.flatMap((file) => placesOf(file, undefined, context) ?? []);
  return [place, ...inner.filter((one) => context.disk.kind(one.path) !== 'folder')];
}

/** Paths among the words of a command not known to only read: outside, protected, secret. */
export function mentionedFindings(
  command: SimpleCommand,
  context: ShellContext,
  { onlyReads }: { onlyReads: boolean },
): Finding[] {
  const name = programName(command.name) || 'the command';
  const found: Finding[] = [];
  for (const word of command.words.slice(1)) {
    for (const path of readingsOf(word).flatMap((value) => pathsIn(value))) {
      if (isHarmlessDevice(path)) continue;
      const places = placesOf(path, command.cwds, context) ?? [];
      const named =
        looksLikePath(path) ||
        places.some((place) => context.disk.kind(place.path) !== 'missing') ||
        isSecretPath(path);
      if (!named) continue;
      for (const place of places) {
        if (place.secret) found.push({ code: 'secret-file', ...say('mayHoldSecrets', place.path), risk: false });
        if (!place.inside && (!place.secret || !onlyReads))
          found.push({
            code: 'outside-workspace',
            ...say('givenOutside', name, place.path),
            risk: !onlyReads,
          });
        else if (place.protected && !place.secret && !onlyReads) {
          found.push({
            code: 'protected-path',
            ...say('givenProtected', name, place.path),
            risk: true,
          });
        }
      }
    }
  }
  return found;
}

/** `--file=x`, `@x`, `name=@x` and `-Fx` may all name the file x. */
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

function archiveOf(which: 'first' | 'flag', operands: readonly Word[]): Word | undefined {
  if (which === 'first') return operands.find((word) => !word.value.startsWith('-'));
  const [first] = operands;
  const modes = operands.map((word) => word.value);
  const writes =
    /^-?[a-zA-Z]*[cru]/.test(modes[0] ?? '') || modes.some((mode) => /^--(?:create|append|update)$/.test(mode));
  if (!writes || !first) return undefined;
  if (/^-?[a-zA-Z]*f$/.test(first.value)) return operands[1];
  return valueOf(operands, /^(?:-[a-zA-Z]*f|--file=?)(.*)$/);
}
