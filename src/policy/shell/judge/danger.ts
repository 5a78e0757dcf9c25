/** Everything that makes one command dangerous, as typed reasons that no saved rule lifts. */

import { isInside } from '../../../base/files/paths.ts';
import type { Reason } from '../../../protocol/policy.ts';
import { programLike, programNamed } from '../../programs/table.ts';
import type { ShellContext } from '../places.ts';
import { isAscii } from '../read/characters.ts';
import { programName, type SimpleCommand } from '../walk/simple-command.ts';
import { codeDangers } from './danger-code.ts';
import { writeFindings } from './danger-files.ts';
import { gitDangers } from './danger-git.ts';

export function dangerReasons(command: SimpleCommand, context: ShellContext): Reason[] {
  const name = programName(command.name);
  const values = command.words.slice(1).map((word) => word.value);
  const reasons: Reason[] = [];
  const add = (code: Reason['code'], text: string, risk = true): void => {
    reasons.push({ code, text, risk, part: command.text, span: command.span });
  };

  if (!isAscii(command.name))
    add('hidden-characters', `the name ${command.name} has letters that only look like others`);
  const { dangers, grammar, wraps, shell } = programNamed(name) ?? {};
  const lists = dangers?.unless?.test(values.join(' ')) === true;
  if (dangers?.always && !(lists && command.stdin.kind === 'none' && command.appended === 'none'))
    add('dangerous-command', `${name} ${dangers.always}`);
  const wrapper = typeof wraps === 'object' ? wraps : undefined;
  if (wrapper?.risk === 'privilege') add('dangerous-command', `${name} runs with other rights`);

  const flag = values.find((value) => dangers?.flags?.test(value));
  if (flag !== undefined)
    add('dangerous-command', `${name} ${flag} runs a program, changes the system, or sends data away`);
  if (dangers?.words?.test(values.join(' ')))
    add('dangerous-command', `this use of ${name} deletes, publishes or gives access`);

  if (grammar === 'tar' && tarRuns(values)) add('dangerous-command', `${name} would run a program or write outside`);
  if (grammar === 'find' || grammar === 'fd') reasons.push(...findReasons(command, values));
  if (grammar === 'container') mountsOutside(command, context, add);
  if (grammar === 'git') for (const text of gitDangers(command, context)) add('dangerous-command', text);
  for (const text of codeDangers(command)) add('dangerous-command', text);
  for (const finding of writeFindings(command, context)) add(finding.code, finding.text, finding.risk);
  reasons.push(...networkReasons(command, name));
  if (
    command.appended === 'anything' &&
    (shell !== undefined || (wrapper !== undefined && !wrapper.appends) || wrapper?.joins || grammar === 'git')
  ) {
    add('dangerous-command', `${name} gets words from elsewhere, which may be any command`);
  }
  return reasons;
}

/** Words of a command that is not known: a dangerous name among them may be what it runs. */
export function hiddenDangers(command: SimpleCommand): Reason[] {
  const name = programName(command.name);
  const own = programNamed(name);
  if (own?.grammar === 'git' || own?.dangers?.always !== undefined) return [];
  const at = { risk: true, part: command.text, span: command.span } as const;
  if (command.stdin.kind === 'text' && TEXT_WORTH_A_LOOK.test(command.stdin.text)) {
    return [{ code: 'dangerous-command', text: `${name} is given text that may be run`, ...at }];
  }
  for (const [index, word] of command.words.entries()) {
    if (index === 0 || (index === 1 && ((own?.installs && !name.endsWith('x')) || own?.dangers?.words !== undefined)))
      continue;
    const inner = programName(word.value);
    if (programLike(inner)?.sought) return [{ code: 'dangerous-command', text: `${name} may run ${inner}`, ...at }];
    if (/\s/.test(word.value) && TEXT_WORTH_A_LOOK.test(word.value)) {
      return [{ code: 'dangerous-command', text: `${name} is given text that may be run: ${word.text}`, ...at }];
    }
  }
  return [];
}

const TEXT_WORTH_A_LOOK =
  /(?:^|[\s;&|!"'(`])(?:rm|unlink|shred|rimraf|mv|chmod|chown|dd|truncate|sudo|mkfs\S*|killall|pkill|shutdown|reboot)\s+\S/;

function findReasons(command: SimpleCommand, values: readonly string[]): Reason[] {
  const at = { risk: true, part: command.text, span: command.span } as const;
  const found: Reason[] = [];
  const action = values.find((value) => /^-(?:delete|fprint0?|fprintf|fls)$/.test(value));
  if (action) found.push({ code: 'dangerous-command', text: `find ${action} deletes or writes files`, ...at });
  if (command.name !== 'find' && values.some((value) => /^(?:-[a-zA-Z]*[xX]|--exec)/.test(value))) {
    found.push({ code: 'dangerous-command', text: `${command.name} runs a program on what it finds`, ...at });
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
  add: (code: Reason['code'], text: string) => void,
): void {
  for (const word of command.words.slice(1)) {
    const host = /^(?:--?v(?:olume)?=?|--mount=?.*?(?:src|source)=)?((?:\/|~|\.\.)[^:,]*)(?:[:,]|$)/.exec(
      word.value,
    )?.[1];
    if (host !== undefined && !isInside(context.root, host)) {
      add('outside-workspace', `${command.name} is given ${host}, outside the workspace`);
    }
  }
}

function networkReasons(command: SimpleCommand, name: string): Reason[] {
  const sends = programNamed(name)?.sends;
  if (!sends) return [];
  const at = { risk: true, part: command.text, span: command.span } as const;
  const operands = command.words.slice(1);
  const unknown = operands.find((word) => word.kind === 'opaque');
  if (unknown) return [{ code: 'network', text: `${name} would send ${unknown.text}, only known when it runs`, ...at }];
  const isLocal = name === 'openssl' && operands[0]?.value !== 's_client';
  if (sends === 'input' && command.stdin.kind !== 'none' && !isLocal) {
    return [{ code: 'network', text: `${name} sends what comes on its standard input to another machine`, ...at }];
  }
  if (
    /^n(?:et)?cat$|^nc/.test(name) &&
    operands.some((word) => /^(?:-[a-zA-Z]*[ecl]|--(?:exec|sh-exec|lua-exec|listen))/.test(word.value))
  ) {
    return [{ code: 'network', text: `${name} gives another machine a program or listens for one`, ...at }];
  }
  if (/^(?:scp|sftp|rclone|rsync)$/.test(name) && /^[^/]+:/.test(operands.at(-1)?.value ?? '')) {
    return [{ code: 'network', text: `${name} copies files to another machine`, ...at }];
  }
  return [];
}
