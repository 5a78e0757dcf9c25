/** Puts scenes on the terminal: inline with a live region, or line by line for a screen reader. */

import { INPUT_START, OUTPUT_START, SHOWN_MARKS } from './prompt-marks.ts';
import { type Caret, drawFrame, eraseShown, NOTHING_SHOWN, type Reflow, type Size } from './screen.ts';

/** All that is to be seen at one moment. */
export interface Scene {
  /** Lines for the scrollback, once. */
  commit: readonly string[];
  /** The live region, and where the caret stands in it. */
  live: readonly string[];
  caret: Caret;
  /** The same for ears: nothing while no answer is awaited. */
  spoken?(): Spoken;
}

/** What is asked for, and the answer as far as it is typed. */
interface Spoken {
  label: readonly string[];
  prompt: string;
  text: string;
}

export interface Display {
  show(scene: Scene, size: Size): void;
  /** The window changed: what stands there has to be drawn anew. */
  resized(size: Size): void;
  /** An empty screen, with the scrollback kept. */
  clear(): void;
  /** Takes the live region away, for another program or the end. */
  withdraw(): void;
}

export function inlineDisplay(write: (text: string) => void, reflow: Reflow): Display {
  let shown = NOTHING_SHOWN;
  return {
    show(scene, size) {
      const drawn = drawFrame(shown, scene, size);
      shown = drawn.shown;
      write(drawn.output);
    },
    resized(size) {
      if (shown === NOTHING_SHOWN) return; // the screen is another program's
      const erased = eraseShown(shown, size.columns, reflow);
      shown = erased.shown;
      write(erased.output);
    },
    clear() {
      write('\x1b[H\x1b[2J');
      shown = NOTHING_SHOWN;
    },
    withdraw() {
      const erased = eraseShown(shown, Number.MAX_SAFE_INTEGER, { rows: false, caretRow: false });
      shown = erased.shown;
      write(erased.output);
    },
  };
}

/** No repaint, no spinner: lines follow each other, and the line being typed is only ever added to. */
export function readerDisplay(write: (text: string) => void): Display {
  let open: { prompt: string; text: string } | undefined;

  function endLine(): void {
    if (open) write('\r\n');
    open = undefined;
  }

  return {
    show({ commit, spoken }) {
      // What was just typed stands there already.
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

/** What was sent in the same read as it was typed has not been seen yet. */
function unsaid(echo: string, typed: string): string {
  const [, sent = ''] = echo.replace(/\x1b\[[\d;]*m/g, '').split(INPUT_START);
  const text = sent.replace(SHOWN_MARKS, '');
  return text.startsWith(typed) ? text.slice(typed.length) : '';
}

/** One column each, so that a blank takes it away. */
function isNarrow(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
