/** Starts a command in a terminal and says what it shows once it is quiet, or how it ended. */

import type { Terminals } from '../../host/terminal/terminals.ts';
import type { Outcome } from '../../protocol/message.ts';
import { cancelled, ok, type ToolContext } from '../../protocol/tool.ts';
import { reportTerminal } from './report.ts';

export interface InteractiveCommand {
  line: string;
  cwd: string;
  /** Absent: half an hour for the model, no limit for a person. */
  timeoutMs?: number;
  env?: Record<string, string>;
}

const MODEL_TIMEOUT_MS = 30 * 60 * 1000;
const QUIET_MS = 300;
/** A model reads what comes of it; a person sees it. */
const YIELD_MS = { model: 5000, person: 400 };

export async function openInteractive(
  { line, cwd, timeoutMs, env }: InteractiveCommand,
  { terminals, root }: { terminals: Terminals; root: string },
  { signal, origin }: ToolContext,
): Promise<Outcome> {
  const by = origin === 'user' ? 'person' : 'model';
  const usual = by === 'model' ? MODEL_TIMEOUT_MS : 0;
  const terminal = await terminals.open({ line, cwd, timeoutMs: timeoutMs ?? usual, by, ...(env && { env }) });
  const waited = await terminal.wait({ quietMs: QUIET_MS, timeoutMs: YIELD_MS[by] }, signal);
  if (waited === 'cancelled') await terminal.kill();
  terminals.markSeen(terminal.id);
  const result = { ...(await reportTerminal(terminal, { root, waited })), cwd };
  return waited === 'cancelled' ? cancelled('cancelled by the user', result) : ok(result);
}
