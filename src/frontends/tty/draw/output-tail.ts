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

const LONGEST_LINE = 4000;

/** How many lines are shown for good as they come, of the rest at the end, and while it goes on. */
export interface OutputRows {
  first: number;
  last: number;
  live: number;
}

export function createOutputTail({ first, last: lastLines, live: liveLines }: OutputRows): OutputTail {
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
    const head = lines.slice(0, Math.max(0, first - shown));
    shown += head.length;
    const rest = lines.slice(head.length);
    last.push(...rest);
    if (last.length > lastLines) {
      skipped += last.length - lastLines;
      last = last.slice(-lastLines);
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
      return [...last.slice(-liveLines), ...(open === '' ? [] : [cut(open)])];
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
