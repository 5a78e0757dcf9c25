/** Messages without a terminal: on standard error, next to the answer. */

import { late } from '../../base/late.ts';
import { views } from './views.ts';

const words = () => ({
  get views() {
    return views();
  },
  nothingSaid: `coder: nothing to do: standard input is empty.
Say something with coder -p "…", pipe a message in, or start coder in a terminal.
To see it work without a key: coder demo. For more: coder --help
`,
  pipeSilent: 'standard input was silent for a second and is ignored; --stdin waits for it, --no-stdin never reads it.',
  withoutServers: (names: string) => `running without these MCP servers: ${names} ("coder mcp list" says why)`,
  statuses: { failed: 'failed', denied: 'denied', cancelled: 'cancelled' },
  /** Before the duration of a command. */
  exit: (code: number) => `exit ${code}, `,
  retry: (attempt: number, of: number, seconds: number, reason: string) =>
    `retry ${attempt}/${of} in ${seconds} s: ${reason}`,
  compacted: (before: number, after: number) => `context compacted: ${before} → ${after} tokens`,
});

export const headless = late(words);

export type HeadlessWords = ReturnType<typeof headless>;
