/** Interactive programs as the engine sees them: input from the person, which commands need a terminal, the note when one ends. */

import { FULL_SCREEN, plainLine } from '../../base/text/full-screen.ts';
import type { Op } from '../../protocol/op.ts';
import type { TerminalControl, TerminalSummary } from '../../protocol/terminal.ts';

export type TerminalOp = Extract<Op, { type: `terminal-${string}` }>;

export async function sendToTerminal(op: TerminalOp, terminals: TerminalControl): Promise<void> {
  switch (op.type) {
    case 'terminal-input':
      return terminals.input(op.id, op.data);
    case 'terminal-resize':
      return terminals.resize(op.id, { columns: op.columns, rows: op.rows });
    case 'terminal-scroll':
      return terminals.scroll(op.id, op.back);
    case 'terminal-hand-over':
      return terminals.handOver(op.id);
    case 'terminal-close':
      return terminals.kill(op.id);
  }
}

/** The note for the model about a program that ended between its turns. */
export function endedText({ id, command, exitCode, durationMs, savedPath, screen }: TerminalSummary): string {
  const seconds = (durationMs / 1000).toFixed(1);
  const saved = savedPath === undefined ? '' : `\nAll it printed: ${savedPath}`;
  return `${id} ended: ${command}\nexit=${exitCode ?? '?'} after ${seconds} s${saved}\n${screen()}`.trimEnd();
}

export interface ShellLine {
  command: string;
  interactive: boolean;
}

/** Reads `-i CMD`; with `guesses`, also recognises a command that is useless without a terminal. */
export function readShellLine(command: string, { guesses }: { guesses: boolean }): ShellLine {
  const asked = /^-i(?:\s+([\s\S]*))?$/.exec(command);
  if (asked) return { command: (asked[1] ?? '').trim(), interactive: true };
  return { command, interactive: guesses && needsTerminal(command) };
}

const CONVERSATIONS =
  'ssh telnet ftp sftp mosh su sudo passwd gdb lldb psql mysql sqlite3 redis-cli mongosh bc ghci iex';
const NEEDS_TERMINAL = new Set([...FULL_SCREEN, ...CONVERSATIONS.split(' ')]);
/** Programs that are interactive only when given nothing to run. */
const WHEN_ALONE = new Set('python python3 ipython node deno irb lua R php julia bash sh zsh fish'.split(' '));
/** What git opens an editor or asks about: the words after its name. */
const GIT_ASKS =
  /^(?:rebase\s.*(?:-i|--interactive)\b|add\s.*(?:-p|-i|--patch)\b|(?:commit|mergetool|difftool)\b(?!.*(?:-m|-F|--message|--no-edit|-C)\b))/;

/** False for a line with pipes or redirections, whose input or output is not a terminal, and for several commands. */
function needsTerminal(command: string): boolean {
  const { name = '', words = [] } = plainLine(command) ?? {};
  if (NEEDS_TERMINAL.has(name)) return true;
  return (WHEN_ALONE.has(name) && words.length === 0) || (name === 'git' && GIT_ASKS.test(words.join(' ')));
}
