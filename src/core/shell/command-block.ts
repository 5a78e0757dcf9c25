/** The `[COMMAND]` block of command mode: the command, how it ended, and the first lines of its output. Pure. */

import { exitCodeOf } from '../../protocol/message.ts';

const SHOWN_LINES = 20;

export function commandBlock(command: string, result: Record<string, unknown>): string {
  const stdout = textIn(result, 'stdout');
  const stderr = textIn(result, 'stderr');
  const saved = textIn(result, 'saved_path');
  const marks = (result.timed_out === true ? ' (timed out)' : '') + (result.truncated === true ? ' (truncated)' : '');
  const lines = [
    `$ ${command}`,
    `exit=${exitCodeOf({ result }) ?? ''} duration=${textIn(result, 'duration_ms')}ms${marks}`,
  ];
  if (stdout !== '') lines.push('stdout:', ...firstLines(stdout, '...[output truncated for display]'));
  if (stderr !== '') lines.push('stderr:', ...firstLines(stderr, '...[error output truncated for display]'));
  if (stdout === '' && stderr === '') lines.push('(no output)');
  if (saved !== '') lines.push(`saved: ${saved}`);
  return lines.join('\n');
}

function textIn(result: Record<string, unknown>, key: string): string {
  const value = result[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function firstLines(text: string, mark: string): string[] {
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.length <= SHOWN_LINES ? lines : [...lines.slice(0, SHOWN_LINES), mark];
}
