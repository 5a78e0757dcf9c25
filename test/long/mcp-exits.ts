/** Ends coder 200 times in all ways while an MCP server refuses to stop: `node test/long/mcp-exits.ts [--exits N] [--at-once N]`. */

import { parseArgs } from 'node:util';
import { leftAfter, WAYS } from '../fixtures/mcp-exits.ts';

const { values } = parseArgs({
  options: { exits: { type: 'string', default: '200' }, 'at-once': { type: 'string', default: '2' } },
});
let [begun, left] = [0, 0];
const work = async () => {
  for (let index = begun++; index < Number(values.exits); index = begun++) {
    const way = WAYS[index % WAYS.length] ?? 'answered';
    const pids = await leftAfter(way);
    if (pids.length > 0) process.stdout.write(`${way}: ${pids.join(', ')}\n`);
    left += pids.length;
  }
};
await Promise.all(Array.from({ length: Number(values['at-once']) }, work));
process.stdout.write(`${values.exits} exits, ${left} processes left\n`);
process.exitCode = left === 0 ? 0 : 1;
