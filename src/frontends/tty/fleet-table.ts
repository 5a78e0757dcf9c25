/** The table of a running fleet, redrawn in place; Esc stops the fleet. */

import { fitWidth } from '../../base/text/text-width.ts';
import type { FleetScreen } from '../../subcommands/fleet.ts';

export interface FleetTable extends FleetScreen {
  /** Resolves when Esc or Ctrl+C is pressed. */
  readonly stopped: Promise<void>;
}

const EVERY_MS = 100;

export function openFleetTable(): FleetTable {
  const { stdin, stdout } = process;
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  let drawn = 0;
  let waiting: readonly string[] | undefined;
  let timer: NodeJS.Timeout | undefined;
  stdin.setRawMode(true);
  stdin.on('data', onKey);
  stdin.resume();
  return { draw, close, stopped };

  function onKey(bytes: Buffer): void {
    const isEscape = bytes.length === 1 && bytes[0] === 0x1b; // more bytes mean another key
    if (isEscape || bytes.includes(3)) resolve();
  }

  function draw(rows: readonly string[]): void {
    waiting = rows;
    timer ??= setTimeout(flush, drawn === 0 ? 0 : EVERY_MS);
  }

  function flush(): void {
    timer = undefined;
    const rows = waiting;
    if (!rows) return;
    waiting = undefined;
    const shown = rows
      .slice(0, Math.max(2, stdout.rows - 1))
      .map((row) => fitWidth(row, Math.max(10, stdout.columns - 1)));
    stdout.write(`${drawn > 0 ? `\x1b[${drawn}A` : ''}\x1b[J${shown.join('\r\n')}\r\n`);
    drawn = shown.length;
  }

  function close(): void {
    clearTimeout(timer);
    if (drawn > 0) stdout.write(`\x1b[${drawn}A\x1b[J`);
    stdin.off('data', onKey);
    stdin.setRawMode(false);
    stdin.pause();
  }
}
