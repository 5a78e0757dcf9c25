/** Everything that makes one command dangerous, as typed reasons that no saved rule lifts. */

import type { Reason, Said } from '../../../protocol/policy.ts';
import { deedsOf } from '../../programs/deeds.ts';
import { FIND_WITH_VARIABLE, FIND_WRITES } from '../../programs/find.ts';
import { mayHoldSought } from '../../programs/in-text.ts';
import type { Program } from '../../programs/program.ts';
import { programLike, programNamed } from '../../programs/table.ts';
import { say } from '../../say.ts';
import { placesOf, type ShellContext } from '../places.ts';
import { isAscii } from '../read/characters.ts';
import { readingsOf, type Word } from '../read/words.ts';
import { programName, type SimpleCommand } from '../walk/simple-command.ts';
import { codeDangers } from './danger-code.ts';
import { writeFindings } from './danger-files.ts';
import { gitDangers } from './danger-git.ts';

export function dangerReasons(command: SimpleCommand, context: ShellContext): Reason[] {
  const name = programName(command.name);
  const values = command.words.slice(1).map((word) => word.value);
  const reasons: Reason[] = [];
  const add = (code: Reason['code'], said: Said, risk = true): void => {
    reasons.push({ code, text: said.text, says: said.says, risk, part: command.text, span: command.span });
  };

  if (!isAscii(command.name)) add('hidden-characters', say('lookAlikeName', command.name));
  const row = programNamed(name) ?? {};
  const { dangers, grammar, wraps, shell, writes } = row;
  const lists = dangers?.unless?.test(values.join(' ')) === true;
  if (dangers?.always && !(lists && command.stdin.kind === 'none' && command.appended === 'none'))
    add('dangerous-command', say('does', name, dangers.always));
  const wrapper = typeof wraps === 'object' ? wraps : undefined;
  if (wrapper?.risk === 'privilege') add('dangerous-command', say('otherRights', name));

  const flag = values.find((value) => dangers?.flags?.test(value));
  if (flag !== undefined) add('dangerous-command', say('riskyFlag', name, flag));
  if (dangers?.words?.test(values.join(' '))) add('dangerous-command', say('riskyUse', name));
  const [deed] = deedsOf(row, command.words.slice(1));
  if (deed) add('dangerous-command', say('does', `${name} ${deed.name}`, deed.deed.does));

  const disguised = command.words.slice(1).find((word, index) => mayBeFlag(word, command.words[index], grammar));
  if (disguised && (grammar !== undefined || dangers?.flags || writes))
    add('dangerous-command', say('mayBeFlag', name, disguised.text));

  if (grammar === 'tar' && tarRuns(values)) add('dangerous-command', say('tarRuns', name));
  if (grammar === 'find' || grammar === 'fd') reasons.push(...findReasons(command, grammar));
  if (grammar === 'container') mountsOutside(command, context, add);
  if (grammar === 'git') for (const said of gitDangers(command, context)) add('dangerous-command', said);
  for (const said of codeDangers(command)) add('dangerous-command', said);
  for (const finding of writeFindings(command, context)) add(finding.code, finding, finding.risk);
  reasons.push(...networkReasons(command, name, row));
  if (
    command.appended === 'anything' &&
    (shell !== undefined || (wrapper !== undefined && !wrapper.appends) || wrapper?.joins || grammar === 'git')
  ) {
    add('dangerous-command', say('foreignWords', name));
  }
  return reasons;
}

/** True if the word may turn into a harmful flag: shells read it differently, or, for `find`, a variable may hold a flag that deletes. */
function mayBeFlag(word: Word, before: Word | undefined, grammar: Program['grammar']): boolean {
  if (word.kind !== 'opaque' || !/^(?:-|$)/.test(word.lead)) return false;
  const isExpansion = /\$[\w{(@*#?!-]|`/.test(word.text);
  if (!isExpansion) return true;
  const isValue = word.text.startsWith('"') && FIND_WITH_VARIABLE.test(before?.value ?? '');
  return grammar === 'find' && !isValue && /^["$`]/.test(word.text);
}

/** For a command that is not known: a dangerous name among its words may be what it runs. */
export function hiddenDangers(command: SimpleCommand): Reason[] {
  const name = programName(command.name);
  const own = programNamed(name);
  if (own?.grammar === 'git' || own?.dangers?.always !== undefined || own?.explains) return [];
  const at = { risk: true, part: command.text, span: command.span } as const;
  if (command.stdin.kind === 'text' && mayHoldSought(command.stdin.text)) {
    return [{ code: 'dangerous-command', ...say('givenText', name), ...at }];
  }
  for (const [index, word] of command.words.entries()) {
    if (index === 0 || (index === 1 && ((own?.installs && !name.endsWith('x')) || own?.dangers?.words !== undefined)))
      continue;
    const inner = programName(word.value);
    if (programLike(inner)?.sought) return [{ code: 'dangerous-command', ...say('mayRun', name, inner), ...at }];
    if (/\s/.test(word.value) && mayHoldSought(word.value)) {
      return [{ code: 'dangerous-command', ...say('givenThisText', name, word.text), ...at }];
    }
  }
  return [];
}

function findReasons(command: SimpleCommand, grammar: 'find' | 'fd'): Reason[] {
  const at = { risk: true, part: command.text, span: command.span } as const;
  const found: Reason[] = [];
  const values = command.words.slice(1).map((word) => word.value);
  const action = values.find((value) => FIND_WRITES.test(value));
  if (action) found.push({ code: 'dangerous-command', ...say('findWrites', action), ...at });
  const mayBeFd = grammar === 'fd' || command.name.includes('/'); // a program of the project may only be called find
  if (mayBeFd && values.some((value) => /^(?:-[a-zA-Z]*[xX]|--exec)/.test(value))) {
    found.push({ code: 'dangerous-command', ...say('runsOnFound', command.name), ...at });
  }
  return found;
}

function tarRuns(values: readonly string[]): boolean {
  return values.some((value, index) => {
    const cluster = index === 0 && /^[a-zA-Z]+$/.test(value) ? value : /^-([a-zA-Z]+)/.exec(value)?.[1];
    return cluster !== undefined && !value.startsWith('--') && /[PIFU]/.test(cluster);
  });
}

function mountsOutside(
  command: SimpleCommand,
  context: ShellContext,
  add: (code: Reason['code'], said: Said) => void,
): void {
  const values = command.words.slice(1).flatMap((word) => readingsOf(word));
  for (const host of values.flatMap((value) => mountedFolder(value) ?? [])) {
    const places = placesOf(host, command.cwds, context);
    const outside = places === undefined || host.startsWith('~') ? host : places.find(({ inside }) => !inside)?.path;
    if (outside !== undefined) add('outside-workspace', say('givenOutside', command.name, outside));
  }
}

/** The host folder in `-v HOST:…`, `--volume=HOST:…` and `--mount …,src=HOST,…`, or in a separate word. */
export function mountedFolder(value: string): string | undefined {
  const named = /(?:^|[,=])(?:src|source)=([^,]+)/.exec(value)?.[1];
  const plain = /^(?:-v=?|--volume=?)?((?:\/|~|\.)[^:]*)(?::|$)/.exec(value)?.[1];
  return named ?? plain;
}

function networkReasons(command: SimpleCommand, name: string, program: Program): Reason[] {
  const { sends, sendsWith, listens, copies } = program;
  if (!sends) return [];
  const at = { risk: true, part: command.text, span: command.span } as const;
  const operands = command.words.slice(1);
  const unknown = operands.find((word) => word.kind === 'opaque');
  if (unknown) return [{ code: 'network', ...say('sendsUnknown', name, unknown.text), ...at }];
  const isLocal = sendsWith !== undefined && operands[0]?.value !== sendsWith;
  if (sends === 'input' && command.stdin.kind !== 'none' && !isLocal) {
    return [{ code: 'network', ...say('sendsInput', name), ...at }];
  }
  if (operands.some((word) => listens?.test(word.value))) return [{ code: 'network', ...say('listens', name), ...at }];
  const leavesFiles = !copies || deedsOf(program, operands).some(({ deed }) => deed.copies === false);
  if (leavesFiles || !/^[^/]+:/.test(operands.at(-1)?.value ?? '')) return [];
  return [{ code: 'network', ...say('copiesAway', name), ...at }];
}
