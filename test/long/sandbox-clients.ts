/** Every client by itself in a sandbox with a network: the allowed host is reached, the other one is not. */

import assert from 'node:assert/strict';
import { CLIENTS, noNetworkHere, startSandboxNetwork } from '../fixtures/sandbox-network.ts';

if (noNetworkHere) throw new Error(noNetworkHere);
const network = await startSandboxNetwork(true);
try {
  await network.sandbox.status();
  for (const [name, { port, line, prints = /stand-in/ }] of Object.entries(CLIENTS)) {
    if (!network.has(name)) {
      console.log(`${name}: not installed`);
      continue;
    }
    const reached = await network.run(line('allowed.test'), async (host) => host.name === 'allowed.test');
    assert.match(reached.text, prints, name);
    assert.deepEqual(reached.report?.reached, [`allowed.test:${port}`], name);
    const before = network.dialled.length;
    const refused = await network.run(line('denied.test'), async () => false);
    assert.notEqual(refused.code, 0, name);
    assert.deepEqual(refused.report?.refused, [`denied.test:${port}`], name);
    assert.equal(network.dialled.length, before, name);
    console.log(`${name}: reached by ${port}, refused elsewhere`);
  }
  assert.deepEqual(network.looked, []);
} finally {
  await network.close();
}
