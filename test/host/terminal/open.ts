/** Terminals in a temporary folder, closed and removed with the test. */

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { childEnvironment } from '../../../src/host/process/child-env.ts';
import { createTerminals, type Terminals } from '../../../src/host/terminal/terminals.ts';
import type { Event } from '../../../src/protocol/event.ts';
import type { ShareInput } from '../../../src/protocol/terminal.ts';

export interface Opened {
  terminals: Terminals;
  events: Event[];
  root: string;
  open(line: string, timeoutMs?: number): ReturnType<Terminals['open']>;
}

export function openTerminals(context: TestContext, share: ShareInput = 'all'): Opened {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'coder-pty-')));
  const events: Event[] = [];
  const env = childEnvironment({ ...process.env, HOME: root, PS1: '$ ' }, { keep: [], terminal: true });
  const terminals = createTerminals({
    env,
    marker: `test-${process.pid}`,
    cacheDir: join(root, '.coder/cache/pty'),
    share,
    emit: (event) => void events.push(event),
  });
  context.after(async () => {
    await terminals.close();
    rmSync(root, { recursive: true, force: true });
  });
  return {
    terminals,
    events,
    root,
    open: (line, timeoutMs = 0) => terminals.open({ line, cwd: root, timeoutMs, by: 'model' }),
  };
}

/** Why terminals cannot be tested here; `false` if they can. */
export const noPty: string | false = await import('@lydell/node-pty').then(
  () => false as const,
  () => 'no pseudo-terminals: @lydell/node-pty is not installed',
);
