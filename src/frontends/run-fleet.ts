/** `coder fleet` with its connections to this process: how to start coder, when to stop, and a live table if there is a terminal. */

import type { AgentOptions } from '../app/agent-options.ts';
import { EXIT } from '../protocol/exit-codes.ts';
import { type FleetFlags, runFleet } from '../subcommands/fleet.ts';
import { createLeaving } from './leaving.ts';

export async function runFleetHere(options: AgentOptions, flags: FleetFlags): Promise<number> {
  const stop = new AbortController();
  const leaving = createLeaving({
    begin: () => stop.abort(),
    exit: (code) => process.exit(code),
    codeOf: () => EXIT.cancelled,
  });
  const isTable = flags.operands[0] === 'run' && process.stdin.isTTY && process.stdout.isTTY;
  const screen = isTable ? (await import('./tty/fleet-table.ts')).openFleetTable() : undefined;
  void screen?.stopped.then(() => leaving.ask(EXIT.cancelled));
  try {
    const coder = [process.execPath, process.argv[1] ?? 'coder'] as const;
    return await runFleet(options, flags, { coder, signal: stop.signal, ...(screen && { screen }) });
  } finally {
    leaving.dispose();
  }
}
