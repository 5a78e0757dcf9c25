/** The full screen beside the chat: entered, redrawn only in rows that changed, and left as it was found. */

import type { PanelFrame } from './layout.ts';

export interface AlternateScreen {
  enter(): void;
  draw(frame: PanelFrame): void;
  /** Clears the screen, whose contents are no longer known. */
  forget(): void;
  leave(): void;
}

/** Also sets the keyboard protocol, which terminals keep separately for each screen. */
const ENTER = '\x1b[?1049h\x1b[>1u\x1b[?1002h\x1b[?1006h\x1b[2J';
const SYNC_START = '\x1b[?2026h';
const SYNC_END = '\x1b[?2026l';
const HIDE_CURSOR = '\x1b[?25l';
const SHOW_CURSOR = '\x1b[?25h';
const LEAVE = `${SYNC_END}\x1b[?1006l\x1b[?1002l\x1b[<u\x1b[m${SHOW_CURSOR}\x1b[?1049l`;

export function createAlternateScreen(write: (text: string) => void): AlternateScreen {
  let shown: readonly string[] = [];
  let caret = '';
  return {
    enter() {
      shown = [];
      caret = '';
      write(ENTER);
    },
    draw(frame) {
      let output = '';
      for (const [index, row] of frame.rows.entries()) {
        if (row !== shown[index]) output += `\x1b[${index + 1};1H${row}`;
      }
      const at = frame.caret;
      const nextCaret = at ? `\x1b[${at.row + 1};${at.column + 1}H${SHOW_CURSOR}` : HIDE_CURSOR;
      if (output === '' && nextCaret === caret) return;
      shown = frame.rows;
      caret = nextCaret;
      write(`${SYNC_START}${HIDE_CURSOR}${output}${nextCaret}${SYNC_END}`);
    },
    forget() {
      shown = [];
      caret = '';
      write('\x1b[2J');
    },
    leave: () => write(LEAVE),
  };
}
