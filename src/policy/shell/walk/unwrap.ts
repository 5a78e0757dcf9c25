/** Removes one wrapper from a command: what it would run, and how. */

import type { Said } from '../../../protocol/policy.ts';
import type { Wraps } from '../../programs/program.ts';
import { programNamed } from '../../programs/table.ts';
import { say } from '../../say.ts';
import { type Assigned, EVERY_VARIABLE } from '../read/expand.ts';
import type { Word } from '../read/words.ts';
import { commandName, programName, type SimpleCommand } from './simple-command.ts';

export type Unwrapped =
  | { kind: 'leaf' }
  | {
      kind: 'command';
      words: readonly Word[];
      assignments: readonly Assigned[];
      chdir?: Word;
      appended: SimpleCommand['appended'];
    }
  /** Text that a shell would read: in this shell (`eval`), in another one, or on another machine. */
  | {
      kind: 'script';
      script: readonly Word[];
      where: 'here' | 'child' | 'remote';
      plain: boolean;
      isBash?: boolean;
      rest?: readonly Word[];
    }
  /** A shell that reads its script from standard input. */
  | { kind: 'stdin' }
  | { kind: 'unclear'; why: Said };

export function unwrap(words: readonly Word[]): Unwrapped {
  const [first] = words;
  if (first?.kind !== 'literal') return { kind: 'leaf' };
  const name = programName(commandName(first));
  const program = programNamed(name);
  if (program?.shell) return unwrapShell(words);
  if (name === 'command' && /^-\w*[vV]/.test(words[1]?.value ?? '')) return { kind: 'leaf' };
  if (name === 'trap' && words.length > 2 && words[1]) {
    return { kind: 'script', script: [words[1]], where: 'here', plain: false };
  }
  const wraps = program?.wraps;
  return typeof wraps === 'object' ? unwrapRow(name, wraps, words) : { kind: 'leaf' };
}

function unwrapShell(words: readonly Word[]): Unwrapped {
  let index = 1;
  let plain = programName(words[0]?.value ?? '') !== 'fish';
  let takesScript = false;
  for (; index < words.length; index++) {
    const word = words[index];
    if (!word) break;
    if (word.kind !== 'literal') {
      if (takesScript && !/^[-+]/.test(word.lead)) break;
      return { kind: 'unclear', why: say('shellUnclear') };
    }
    const flag = word.value;
    if (flag === '--' || flag === '-') {
      index++;
      break;
    }
    if (!/^[-+]./.test(flag)) break;
    if (flag.startsWith('--')) {
      if (flag === '--version' || flag === '--help') return { kind: 'leaf' };
      if (/^--(?:rcfile|init-file)$/.test(flag)) index++;
      plain = plain && /^--(?:norc|noprofile)$/.test(flag);
      continue;
    }
    takesScript ||= /^-[a-zA-Z]*c/.test(flag);
    if (/^[-+][a-zA-Z]*[oO]$/.test(flag)) index++;
    if (/^-[a-zA-Z]*s/.test(flag) && !takesScript) return { kind: 'stdin' };
    plain = plain && /^-[euxc]+$/.test(flag);
  }
  const script = words[index];
  if (!script) return { kind: 'stdin' };
  if (takesScript) {
    const isBash = programName(words[0]?.value ?? '') === 'bash';
    return { kind: 'script', script: [script], where: 'child', plain, isBash, rest: words.slice(index + 1) };
  }
  return /^(?:-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0)$/.test(script.value) ? { kind: 'stdin' } : { kind: 'leaf' };
}

function unwrapRow(name: string, row: Wraps, words: readonly Word[]): Unwrapped {
  const assignments: Assigned[] = [];
  let chdir: Word | undefined;
  let index = 1;
  let operands = row.operands ?? 0;
  const unclear = (why: Said): Unwrapped => ({ kind: 'unclear', why });
  if (words.length === 2 && /^--(?:version|help)$/.test(words[1]?.value ?? '') && words[1]?.kind === 'literal')
    return { kind: 'leaf' };

  for (; index < words.length; index++) {
    const word = words[index];
    if (!word) break;
    if (word.kind === 'opaque' && !word.lead) {
      if (row.joins && operands === 0) break;
      return unclear(say('wrapperUnknown', name));
    }
    const text = word.value;
    if (text === '--') {
      index++;
      while (operands-- > 0) index++;
      break;
    }
    if (/^-./.test(text) || (text === '-' && (row.flags?.includes('-') || row.assignments))) {
      const taken = takeFlag(row, words, index);
      if (!taken) return unclear(say('wrapperFlag', name, text));
      if (taken.script) return { kind: 'script', script: [taken.script], where: 'child', plain: false };
      if (taken.chdir) chdir = taken.chdir;
      if (taken.clears) assignments.push({ name: EVERY_VARIABLE, value: undefined, text });
      if (taken.unset) assignments.push({ name: taken.unset.value, value: undefined, text: taken.unset.text });
      index = taken.last;
      continue;
    }
    if (row.assignments && /^[^=]+=/.test(text)) {
      const at = text.indexOf('=');
      const value = { ...word, value: text.slice(at + 1), lead: word.lead.slice(at + 1) };
      assignments.push({ name: text.slice(0, at), value, text: word.text });
      continue;
    }
    if (operands > 0) {
      operands--;
      if (row.script && index + 1 < words.length) {
        const taken = takeFlag(row, words, index + 1); // flock FILE -c SCRIPT
        if (taken?.script) return { kind: 'script', script: [taken.script], where: 'child', plain: false };
      }
      continue;
    }
    break;
  }
  const rest = words.slice(index);
  if (rest.length === 0)
    return row.risk === 'privilege' ? { kind: 'unclear', why: say('opensShell', name) } : { kind: 'leaf' };
  if (row.joins) {
    const host = words[index - 1]?.value ?? '';
    const isRemote = row.risk === 'remote' && !THIS_MACHINE.test(host);
    const where = name === 'eval' ? 'here' : isRemote ? 'remote' : 'child';
    return { kind: 'script', script: rest, where, plain: false };
  }
  return { kind: 'command', words: rest, assignments, chdir, appended: row.appends ? 'anything' : 'none' };
}

/** Names of this machine, with or without a user in front. */
const THIS_MACHINE =
  /^(?:[^@]*@)?(?:localhost(?:\.localdomain)?|ip6-localhost|127(?:\.\d+){0,3}|0(?:\.0){0,3}|\[?::1\]?)$/i;

function takeFlag(
  row: Wraps,
  words: readonly Word[],
  index: number,
): { last: number; script?: Word; chdir?: Word; unset?: Word; clears?: true } | undefined {
  const word = words[index];
  if (!word || word.kind === 'opaque') return undefined;
  const text = word.value;
  if (row.clears?.includes(text)) return { last: index, clears: true };
  if (text === '-') return row.flags?.includes('-') ? { last: index } : undefined;
  if (row.numeric && /^-\d+$/.test(text)) return { last: index };
  if (text.startsWith('--')) {
    const [flag, value] = splitOnce(text.slice(2), '=');
    if (row.long?.includes(flag) && value === undefined) return { last: index };
    if (!row.longValues?.includes(flag)) return undefined;
    const given = value === undefined ? words[index + 1] : { ...word, value };
    return {
      last: value === undefined ? index + 1 : index,
      chdir: flag === 'chdir' ? given : undefined,
      unset: flag === 'unset' ? given : undefined,
    };
  }
  for (let at = 1; at < text.length; at++) {
    const flag = text.charAt(at);
    if (row.flags?.includes(flag)) continue;
    const isScript = flag === row.script;
    if (!isScript && !row.values?.includes(flag)) return undefined;
    const attached = text.slice(at + 1);
    const value = attached ? { ...word, value: attached } : words[index + 1];
    const last = attached ? index : index + 1;
    if (isScript) return value && { last, script: value };
    return {
      last,
      chdir: flag === row.chdir ? value : undefined,
      unset: flag === row.unset ? value : undefined,
    };
  }
  return { last: index };
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}
