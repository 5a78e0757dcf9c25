/** What a model sees of an interactive program: always the same fields. */

import { shownPath } from '../../base/files/paths.ts';
import type { Terminal } from '../../host/terminal/terminal.ts';
import type { Waited } from '../../host/terminal/wait-until.ts';

export interface ReportOptions {
  /** True for only the new text instead of the whole screen. */
  changes?: boolean;
  waited?: Waited;
  root: string;
}

const MAX_NEW_TEXT = 20_000;

/** Everything reported counts as seen: later changes are relative to this report. */
export async function reportTerminal(terminal: Terminal, options: ReportOptions): Promise<Record<string, unknown>> {
  const isRunning = terminal.state === 'running';
  const hidden = isRunning && (await terminal.isHidden());
  const foreground = terminal.foreground();
  const typed = terminal.takeTyped();
  const { row, column } = terminal.cursor;
  const shown = options.changes ? { changed: cut(terminal.newText()) } : { screen: terminal.toldScreen() };
  terminal.markSeen();
  return {
    terminal: terminal.id,
    state: terminal.state,
    ...(!isRunning && { exit_code: terminal.exitCode, timed_out: terminal.timedOut }),
    ...(options.waited && { waited_for: options.waited }),
    ...shown,
    cursor: { row: row + 1, column: column + 1 },
    size: terminal.size,
    ...(terminal.isAlternate && { full_screen: true }),
    ...(foreground && { program: foreground.name }),
    ...(foreground?.isReading && { waiting_for_input: true }),
    ...(hidden && { echo_off: true, keyboard: 'person' }),
    ...(typed !== '' && { typed_by_person: typed }),
    duration_ms: terminal.durationMs,
    ...(terminal.savedPath !== undefined && { saved_path: shownPath(options.root, terminal.savedPath) }),
    recording: shownPath(options.root, terminal.recording),
  };
}

function cut(text: string): string {
  if (text.length <= MAX_NEW_TEXT) return text;
  return `[… ${text.length - MAX_NEW_TEXT} characters before, see saved_path]\n${text.slice(-MAX_NEW_TEXT)}`;
}
