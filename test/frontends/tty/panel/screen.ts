/** The screen of a program that shows nothing and has requested no mode. */

import type { TerminalScreen } from '../../../../src/protocol/terminal.ts';

export function emptyScreen(columns = 78, rows = 20): TerminalScreen {
  return {
    columns,
    rows,
    lines: Array.from({ length: rows }, () => []),
    cursor: { row: 0, column: 0 },
    back: 0,
    scrollback: 50,
    alternate: false,
    hidden: false,
    applicationCursor: false,
    bracketedPaste: false,
    mouse: 'none',
    mouseEncoding: 'plain',
  };
}
