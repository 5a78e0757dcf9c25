/** What a command prints, as it comes: the first lines at once, of the rest the last ones when it ends. */

import { createSanitizer, type Sanitizer } from '../../../base/text/sanitize.ts';

export interface OutputTail {
  /** Lines to show for good. */
  write(text: string, stream: 'stdout' | 'stderr'): string[];
  /** The lines that are still open, the last of them unfinished. */
  live(): string[];
  /** `skipped` lines are shown by nobody. */
  end(): { skipped: number; lines: string[] };
  readonly isEmpty: boolean;
}

const FIRST_LINES = 200;
const LAST_LINES = 20;
const LIVE_LINES = 3;
const LONGEST_LINE = 4000;

/** `firstLines`: 0 shows nothing for good, only what is going on. */
export function createOutputTail(firstLines = FIRST_LINES): OutputTail {
  const streams: Record<'stdout' | 'stderr', Sanitizer> = {
    stdout: createSanitizer({ returns: 'rewrite' }),
    stderr: createSanitizer({ returns: 'rewrite' }),
  };
  let shown = 0;
  let skipped = 0;
  let last: string[] = [];
  let current: 'stdout' | 'stderr' = 'stdout';
  let isEmpty = true;

  function accept(text: string): string[] {
    if (text === '') return [];
    const lines = text.replace(/\n$/, '').split('\n').map(cut);
    const head = lines.slice(0, Math.max(0, firstLines - shown));
    shown += head.length;
    const rest = lines.slice(head.length);
    last.push(...rest);
    if (last.length > LAST_LINES) {
      skipped += last.length - LAST_LINES;
      last = last.slice(-LAST_LINES);
    }
    return head;
  }

  return {
    write(text, stream) {
      current = stream;
      isEmpty = false;
      return accept(streams[stream].write(text));
    },
    live() {
      const open = streams[current].pending;
      return [...last.slice(-LIVE_LINES), ...(open === '' ? [] : [cut(open)])];
    },
    end() {
      const lines = [...accept(streams.stdout.end()), ...accept(streams.stderr.end())];
      // Nothing was left out between what was shown and what is left.
      const result = { skipped, lines: [...lines, ...last] };
      last = [];
      return result;
    },
    get isEmpty() {
      return isEmpty;
    },
  };
}

function cut(line: string): string {
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}
