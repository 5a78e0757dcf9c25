/** The part of the window that an interactive program gets: all but the border, the input line for it and the status. */

import type { TerminalSize } from '../../../protocol/terminal.ts';
import type { Size } from '../screen/screen.ts';

const CHROME_ROWS = 4;
const CHROME_COLUMNS = 2;

export function innerSize({ columns, rows }: Size): TerminalSize {
  return { columns: Math.max(2, columns - CHROME_COLUMNS), rows: Math.max(1, rows - CHROME_ROWS) };
}
