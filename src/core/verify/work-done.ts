/** Describes what a session did: files changed, commands run, the last check. Pure. */

import { truncate } from '../../base/text/truncate.ts';
import { isCheck } from './is-check.ts';
import type { RanCommand, SessionWork } from './session-work.ts';

const FILES = 40;
const COMMANDS = 15;
const LINE = 120;

export function workDone({ edited, ran }: SessionWork): string {
  const files = [...edited];
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
