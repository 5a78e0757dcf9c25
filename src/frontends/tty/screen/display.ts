/** Puts scenes on the terminal: inline with a live region, or line by line for a screen reader. */

import { INPUT_START, OUTPUT_START, SHOWN_MARKS } from './prompt-marks.ts';
import { type Caret, drawFrame, eraseShown, NOTHING_SHOWN, type Reflow, rowsGained, type Size } from './screen.ts';

/** Everything that is visible at one moment. */
export interface Scene {
  /** Lines for the scrollback, written once. */
  commit: readonly string[];
  /** Rows of the live region; `caret` is a position in it. */
  live: readonly string[];
  caret: Caret;
  /** The live region for a screen reader. Absent while no answer is awaited. */
  spoken?(): Spoken;
}

/** The question, and the answer typed so far. */
interface Spoken {
  label: readonly string[];
  prompt: string;
  text: string;
}

export interface Display {
  show(scene: Scene, size: Size): void;
  /** The window has changed, so the live region must be redrawn. */
  resized(size: Size): void;
  /** Clears the screen, but keeps the scrollback. */
  clear(size: Size): void;
  /** Removes the live region, for another program or at the end. */
  withdraw(): void;
}

/** Empty rows that a narrower window may push out of the screen before rows of the live region. */
const TOP_MARGIN = 6;

export function inlineDisplay(write: (text: string) => void, reflow: Reflow): Display {
  let shown = NOTHING_SHOWN;
  /** True while only blank rows are above, those that `clear` left. */
  let hasMargin = false;
  return {
    show(scene, size) {
      if (scene.commit.length > 0) hasMargin = false;
      const drawn = drawFrame(shown, scene, size);
      shown = drawn.shown;
      write(drawn.output);
    },
    resized(size) {
      if (shown === NOTHING_SHOWN) return; // another program has the screen
      const lost = hasMargin ? rowsGained(shown, size.columns) : 0;
      const erased = eraseShown(shown, size.columns, reflow);
      shown = erased.shown;
      write(lost > 0 ? `${erased.output}\x1b[${lost}B` : erased.output);
    },
    clear({ rows }) {
      withdraw(); // tmux keeps in its history what is on the screen when it is cleared
      const margin = reflow.losesTop ? Math.min(TOP_MARGIN, Math.floor(rows / 4)) : 0;
      hasMargin = margin > 0;
      write(`\x1b[H\x1b[2J${margin > 0 ? `\x1b[${margin + 1}H` : ''}`);
    },
    withdraw,
  };

  function withdraw(): void {
    const erased = eraseShown(shown, Number.MAX_SAFE_INTEGER, { rows: false, caretRow: false });
    shown = erased.shown;
    write(erased.output);
  }
}

/** Never repaints and has no spinner: lines follow each other, and the line being typed changes only at its end. */
export function readerDisplay(write: (text: string) => void): Display {
  let open: { prompt: string; text: string } | undefined;

  function endLine(): void {
    if (open) write('\r\n');
    open = undefined;
  }

  return {
    show({ commit, spoken }) {
      // The text just typed is already on the line.
      const echoed = open ? commit.findIndex((line) => line.includes(OUTPUT_START)) : -1;
      if (commit.length > 0) {
        if (open && echoed >= 0) write(unsaid(commit[echoed] ?? '', open.text));
        endLine();
        const lines = commit.slice(echoed + 1).map((line) => `${line.replace(SHOWN_MARKS, '')}\r\n`);
        write(lines.join(''));
      }
      if (!spoken) return;
      const { label, prompt, text } = spoken();
      if (open && open.prompt === prompt && text.startsWith(open.text)) write(text.slice(open.text.length));
      else if (open && open.prompt === prompt && open.text.startsWith(text) && isNarrow(open.text.slice(text.length))) {
        write('\b \b'.repeat(open.text.length - text.length));
      } else {
        endLine();
        write(`${label.map((line) => `${line}\r\n`).join('')}${prompt}${text}`);
      }
      open = { prompt, text };
    },
    resized() {},
    clear() {},
    withdraw: endLine,
  };
}

/** The part of a submitted line that was not echoed yet, because it was typed and sent in the same read. */
function unsaid(echo: string, typed: string): string {
  const [, sent = ''] = echo.replace(/\x1b\[[\d;]*m/g, '').split(INPUT_START);
  const text = sent.replace(SHOWN_MARKS, '');
  return text.startsWith(typed) ? text.slice(typed.length) : '';
}

/** True if each character takes one column, so that a blank erases it. */
function isNarrow(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
