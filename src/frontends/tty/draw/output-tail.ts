/** The output of a command as it arrives: the first lines are shown at once, the last of the others when it ends. */

import { createSanitizer, type Sanitizer } from '../../../base/text/sanitize.ts';
import { cutShort } from '../../../base/text/truncate.ts';

export interface OutputTail {
  /** Returns the lines that stay on the screen. */
  write(text: string, stream: 'stdout' | 'stderr'): string[];
  /** The lines that are still open; the last may be unfinished. */
  live(): string[];
  /** `skipped` counts the lines that were never shown. */
  end(): { skipped: number; lines: string[] };
  readonly isEmpty: boolean;
}

const LONGEST_LINE = 4000;

/** Lines that stay as they come (`first`), of the rest at the end (`last`), and while the command runs (`live`). */
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
      // Nothing was left out between the lines shown and the remaining ones.
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
  return cutShort(line, LONGEST_LINE);
}
