/** Terminals in a temporary folder, closed and removed with the test. */

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { childEnvironment } from '../../../src/host/process/child-env.ts';
import { createTerminals, type Terminals } from '../../../src/host/terminal/terminals.ts';
import type { Event } from '../../../src/protocol/event.ts';
import type { ShareInput, TerminalScreen } from '../../../src/protocol/terminal.ts';

export interface Opened {
  terminals: Terminals;
  events: Event[];
  root: string;
  open(line: string, timeoutMs?: number): ReturnType<Terminals['open']>;
  /** Resolves with the first screen, also among those already reported, that satisfies `check`. */
  screen(check: (screen: TerminalScreen) => boolean): Promise<TerminalScreen>;
}

export function openTerminals(context: TestContext, share: ShareInput = 'all'): Opened {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'coder-pty-')));
  const events: Event[] = [];
  const listeners = new Set<() => void>();
  const env = childEnvironment({ ...process.env, HOME: root, PS1: '$ ' }, { keep: [], terminal: true });
  const terminals = createTerminals({
    env,
    marker: `test-${process.pid}`,
    cacheDir: join(root, '.coder/cache/pty'),
    share,
    emit(event) {
      events.push(event);
      for (const listener of listeners) listener();
    },
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
    screen: (check) =>
      new Promise((resolve) => {
        listeners.add(look);
        look();
        function look(): void {
          const found = events.find((event) => event.type === 'terminal-screen' && check(event.screen));
          if (found?.type !== 'terminal-screen') return;
          listeners.delete(look);
          resolve(found.screen);
        }
      }),
  };
}

/** Why terminals cannot be tested here; `false` if they can. */
export const noPty: string | false = await import('@lydell/node-pty').then(
  () => false as const,
  () => 'no pseudo-terminals: @lydell/node-pty is not installed',
);
