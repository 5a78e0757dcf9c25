/** 200 exits of all kinds with a server that would rather stay: `node test/long/mcp-exits.ts [--exits N]`. */

import { parseArgs } from 'node:util';
import { leftAfter, WAYS } from '../fixtures/mcp-exits.ts';

const { values } = parseArgs({ options: { exits: { type: 'string', default: '200' } } });
let left = 0;
for (let index = 0; index < Number(values.exits); index++) {
  const way = WAYS[index % WAYS.length] ?? 'answered';
  const pids = await leftAfter(way);
  if (pids.length > 0) process.stdout.write(`${way}: ${pids.join(', ')}\n`);
  left += pids.length;
}
process.stdout.write(`${values.exits} exits, ${left} processes left\n`);
process.exitCode = left === 0 ? 0 : 1;
