/** Checks one word of a command: is it what its place in the row allows, inside the workspace and free of secrets? */

import { aimsAtSecrets, isSecretPath, matchesPlainNames } from '../../../base/files/secret-file.ts';
import { isPlain } from '../../programs/languages.ts';
import type { Kind } from '../../programs/program.ts';
import { say } from '../../say.ts';
import { isHarmlessDevice, placesOf, type ShellContext } from '../places.ts';
import type { Word } from '../read/words.ts';
import type { SimpleCommand } from '../walk/simple-command.ts';
import type { Gap } from './gap.ts';
import { patternLinkGaps } from './links-out.ts';
export function kindGaps(kind: Kind, word: Word, command: SimpleCommand, context: ShellContext): Gap[] {
  if (word.isData && kind === 'text') return [];
  if (word.kind === 'opaque') return [{ kind: 'operand', ...say('onlyKnownWhenRun', word.text) }];
  if (command.appended === 'files' && word.value.includes('{}') && kind !== 'path' && kind !== 'text') {
    return [{ kind: 'operand', ...say('getsFileName', word.text) }];
  }
  switch (kind) {
    case 'path':
      return pathGaps(word, command, context);
    case 'text':
      return [];
    case 'filter':
      return aims(word.value.replace(/^!/, ''), context) && !word.value.startsWith('!')
        ? [{ kind: 'secret', ...say('aimsAtSecrets', word.text) }]
        : [];
    case 'revision':
      return revisionGaps(word, command, context);
    default:
      return word.kind === 'literal' && isPlain(kind, word.value)
        ? []
        : [{ kind: 'operand', ...say('notPlainEnough', word.text) }];
  }
}

/** With `--no-index` git reads whatever files are named, so they must exist to be checked. */
export function presentGaps(word: Word, command: SimpleCommand, context: ShellContext): Gap[] {
  const places = word.kind === 'literal' ? placesOf(word.value, command.cwds, context) : undefined;
  const isThere = places?.every(({ path }) => isHarmlessDevice(path) || context.disk.kind(path) !== 'missing');
  return isThere ? [] : [{ kind: 'operand', ...say('notAFile', word.text) }];
}

export function pathGaps(word: Word, command: SimpleCommand, context: ShellContext): Gap[] {
  if (word.kind === 'opaque') return [{ kind: 'operand', ...say('onlyKnownWhenRun', word.text) }];
  if (word.value.startsWith('@')) return [{ kind: 'operand', ...say('listOfFlags', word.text) }];
  if (word.value === '-' || word.value === '{}') return [];
  if (isHarmlessDevice(word.value)) return [];
  if (word.kind === 'glob' && aims(word.value, context))
    return [{ kind: 'secret', ...say('aimsAtSecrets', word.text) }];
  const path = word.kind === 'glob' ? beforeWildcard(word.value) : word.value;
  const places = placesOf(path, command.cwds, context);
  if (!places) return [{ kind: 'outside', ...say('unknownFolder', word.text) }];
  return places.flatMap((place): Gap[] => {
    if (place.secret || isSecretPath(word.value)) return [{ kind: 'secret', ...say('mayHoldSecrets', place.path) }];
    if (!place.inside) return [{ kind: 'outside', ...say('outside', place.path) }];
    if (word.kind === 'glob' && word.value.split('/').includes('..'))
      return [{ kind: 'outside', ...say('mayLeadOutside', word.text) }];
    const rest = word.value.slice(path === '.' ? 0 : path.length);
    return word.kind === 'glob' ? patternLinkGaps(place.path, rest, context) : [];
  });
}

/** True if the pattern aims at secrets. If folders can be listed, the files it actually reaches decide, unless it can mean only secrets. */
export function aims(pattern: string, { disk }: ShellContext, { wildcardsTakeDots = false } = {}): boolean {
  if (disk.findName && matchesPlainNames(pattern)) return false;
  return aimsAtSecrets(pattern, wildcardsTakeDots);
}

/** A revision, a range, a path, or `revision:path`. */
function revisionGaps(word: Word, command: SimpleCommand, context: ShellContext): Gap[] {
  const { value } = word;
  const top = /^:\/([^/]*)$/.exec(value)?.[1]; // a commit by its message, or a path from the top
  if (top !== undefined && !aimsAtSecrets(top.toLowerCase())) return [];
  const tails = new Set([value.indexOf(':'), value.lastIndexOf(':')].map((at) => value.slice(at + 1)));
  return [...tails].flatMap((tail) => {
    const path = tail.replace(/^\([^)]*\)/, '');
    if (aimsAtSecrets(path.replace(/^\^|^[!^/]+/, '').toLowerCase()))
      return [{ kind: 'secret', ...say('mayHoldSecrets', word.text) }] satisfies Gap[];
    const lead = word.lead.slice(word.value.length - path.length);
    return path === '' || path.startsWith('@') ? [] : pathGaps({ ...word, value: path, lead }, command, context); // git may take it for a path
  });
}

export function beforeWildcard(pattern: string): string {
  const literal = pattern.slice(0, pattern.search(/[*?[]/));
  return literal.includes('/') ? literal.slice(0, literal.lastIndexOf('/') + 1) : '.';
}

/** Checks a value given as a separate word. If the flag took no value after all, the word would itself be a flag or an operand. */
export function separateValueGaps(
  { kind, word, name, isShort }: { kind: Kind; word: Word; name: string; isShort: boolean },
  command: SimpleCommand,
  context: ShellContext,
): Gap[] {
  if (word.kind === 'glob') return [{ kind: 'operand', ...say('severalWords', word.text) }];
  const isNumber = kind === 'number' && /^-\d/.test(word.value) && !isGit(name);
  if (word.value.startsWith('-') && word.value !== '-' && !isNumber && !isShort)
    return [{ kind: 'flag', ...say('takenForFlag', name, word.text) }];
  return isGit(name) && kind !== 'path' ? revisionGaps(word, command, context) : [];
}

export function isGit(name: string): boolean {
  return name.startsWith('git ');
}
