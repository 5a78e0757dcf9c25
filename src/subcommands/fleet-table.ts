/** The table of a running fleet: a heading with totals, then one row per running job, with aligned columns. */

import { type PoolState, spentBy } from '../app/fleet/pool.ts';
import { cleanLine } from '../base/text/sanitize.ts';
import { fitWidth, inColumns } from '../base/text/text-width.ts';
import { formatMoney } from '../log/budget.ts';
import type { FleetWords } from '../words/en/fleet.ts';

/** Longer ids are cut, so that the rest of the row stays visible. */
const WIDEST = 40;

export function fleetTable(pool: PoolState, say: FleetWords, isStopping: boolean, now = Date.now()): string[] {
  const { tokens, cost } = spentBy(pool);
  const ended = pool.answered + pool.failed + pool.stopped + pool.before;
  const rows = [...pool.running.values()].map(({ id, step, calls, since }) => [
    fitWidth(cleanLine(id), WIDEST),
    say.step(step),
    say.seconds(Math.round((now - since) / 1000)),
    cleanLine(calls.join(' ')),
  ]);
  return [
    say.heading(ended, pool.total, pool.running.size, String(tokens), formatMoney(cost)),
    ...inColumns(rows).map((row) => `  ${row}`),
    isStopping ? say.stopping : say.stopHint,
  ];
}
