/** Starts a command in a terminal and reports its screen once quiet, or how it ended; waits for the person if the program asks them. */

import { elapsedMs } from '../../base/elapsed.ts';
import type { Terminal } from '../../host/terminal/terminal.ts';
import type { TerminalCommand } from '../../host/terminal/terminal-opener.ts';
import type { Terminals } from '../../host/terminal/terminals.ts';
import type { Waited } from '../../host/terminal/wait-until.ts';
import type { Outcome } from '../../protocol/message.ts';
import { cancelled, ok, type ToolContext } from '../../protocol/tool.ts';
import { reportTerminal } from './report.ts';

export interface InteractiveCommand {
  line: string;
  cwd: string;
  /** Absent for the default: half an hour for the model, no limit for a person. */
  timeoutMs?: number;
  env?: Record<string, string>;
  /** Puts the command into a sandbox. */
  wrap?: TerminalCommand['wrap'];
  /** True if the model works the program alone, without waiting for the person. */
  background?: boolean;
}

interface OpenDeps {
  terminals: Terminals;
  root: string;
  /** True if a person is available to answer. */
  attended: boolean;
}

const MODEL_TIMEOUT_MS = 30 * 60 * 1000;
const QUIET_MS = 300;
const LOOK_MS = 250;
/** How long to wait for quiet: a model needs the result, a person sees the screen anyway. */
const YIELD_MS = { model: 5000, person: 400 };

export async function openInteractive(
  { line, cwd, timeoutMs, env, wrap, background = false }: InteractiveCommand,
  { terminals, root, attended }: OpenDeps,
  { signal, origin }: ToolContext,
): Promise<Outcome> {
  const by = origin === 'user' ? 'person' : 'model';
  const usual = by === 'model' ? MODEL_TIMEOUT_MS : 0;
  const terminal = await terminals.open({
    line,
    cwd,
    timeoutMs: timeoutMs ?? usual,
    by,
    ...(env && { env }),
    ...(wrap && { wrap }),
  });
  const withPerson = by === 'model' && attended && terminals.isShown && !background;
  const waited = withPerson
    ? await waitWithPerson(terminal, signal)
    : await terminal.wait({ quietMs: QUIET_MS, timeoutMs: YIELD_MS[by] }, signal);
  terminals.markSeen(terminal.id);
  const result = { ...(await reportTerminal(terminal, { root, waited })), cwd };
  return waited === 'cancelled' ? cancelled('cancelled by the user', result) : ok(result);
}

/** A program that asks the person for a line is theirs until it ends or they hand it over; a busy program is given a moment to ask. */
async function waitWithPerson(terminal: Terminal, signal: AbortSignal): Promise<Waited> {
  const deadline = elapsedMs() + YIELD_MS.model;
  for (;;) {
    const left = Math.max(1, deadline - elapsedMs());
    const waited = await terminal.wait({ quietMs: QUIET_MS, timeoutMs: left }, signal);
    if (waited !== 'quiet') return waited;
    if (await terminal.asksPerson()) return terminal.waitForPerson(signal);
    if (terminal.foreground()?.isReading !== false) return waited;
    const still = await terminal.wait({ timeoutMs: Math.min(left, LOOK_MS) }, signal);
    if (still !== 'timeout' || left <= LOOK_MS) return still === 'timeout' ? waited : still;
  }
}
