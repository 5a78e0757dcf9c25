/** An interactive program for the model: the new text on its screen, then its state. */

import { isPlainObject } from '../../base/schema.ts';
import { errorText } from '../../log/result-text.ts';
import type { Outcome } from '../../protocol/message.ts';

export function terminalText(_args: unknown, outcome: Outcome): string {
  const { result } = outcome;
  if (!result) return outcome.status === 'ok' ? '' : errorText(outcome);
  if (Array.isArray(result.terminals)) return listText(result.terminals);
  const shown = [result.changed, result.screen].find((text) => typeof text === 'string');
  const screen = typeof shown === 'string' ? shown.trimEnd() : '';
  const typed = typeof result.typed_by_person === 'string' ? [`[the person typed: ${result.typed_by_person}]`] : [];
  const error = outcome.status === 'ok' ? [] : [errorText(outcome)];
  return [...(screen === '' ? [] : [screen]), ...typed, ...error, `[${stateOf(result)}]`].join('\n');
}

function stateOf(result: Record<string, unknown>): string {
  const { terminal, state, exit_code: exitCode, timed_out: timedOut, cursor, program, waited_for: waited } = result;
  const ended = `ended, exit ${String(exitCode)}${timedOut === true ? ' (timed out)' : ''}`;
  const at = isPlainObject(cursor) ? [`cursor ${String(cursor.row)}:${String(cursor.column)}`] : [];
  const running = [
    result.waiting_for_input === true ? 'running, waits for input' : 'running',
    ...(typeof program === 'string' ? [program] : []),
    ...(result.full_screen === true ? ['full screen'] : []),
    ...(result.echo_off === true ? ['echo is off, the keyboard is the person’s'] : []),
    ...(typeof waited === 'string'
      ? [waited === 'hand-over' ? 'the person hands over to you' : `waited for: ${waited}`]
      : []),
    ...at,
  ];
  const saved = typeof result.saved_path === 'string' ? [`all it printed: ${result.saved_path}`] : [];
  return `${String(terminal)} ${(state === 'running' ? running : [ended, ...saved]).join('; ')}`;
}

function listText(terminals: readonly unknown[]): string {
  const rows = terminals.filter(isPlainObject).map(({ id, state, exit_code: exitCode, command }) => {
    const how = state === 'running' ? 'running' : `ended, exit ${String(exitCode)}`;
    return `${String(id)} ${how}: ${String(command)}`;
  });
  return rows.join('\n') || 'no terminals';
}
