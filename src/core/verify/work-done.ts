/** What a session did, from its log: files changed, commands run, the last check. Pure. */

import { truncate } from '../../base/text/truncate.ts';
import type { Entry } from '../../protocol/session.ts';
import type { Tool } from '../../protocol/tool.ts';
import { editedInLog, type RanCommand, ranInLog } from './edited-in-log.ts';
import { isCheck } from './is-check.ts';

const FILES = 40;
const COMMANDS = 15;
const LINE = 120;

export function workDone(entries: readonly Entry[], tools: ReadonlyMap<string, Tool>): string {
  const files = [...new Set(editedInLog(entries, tools))];
  const ran = ranInLog(entries, tools);
  const commands = [...new Set(ran.map(shown).toReversed())].toReversed();
  const check = ran.findLast(({ line }) => isCheck(line));
  const sections = [
    section('Files changed', newest(files, FILES)),
    section('Commands run', newest(commands, COMMANDS)),
    section('Last check', check ? [shown(check)] : []),
  ];
  return sections.filter((text) => text !== '').join('\n\n');
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `# ${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
}

function shown({ line, exitCode }: RanCommand): string {
  return `${truncate(line.replace(/\s+/g, ' '), LINE)} (exit ${exitCode})`;
}

function newest(lines: readonly string[], most: number): string[] {
  const rest = lines.length - most;
  return rest > 0 ? [`${rest} earlier`, ...lines.slice(-most)] : [...lines];
}
