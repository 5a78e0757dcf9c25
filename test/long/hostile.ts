/** Opens every hostile repository on its own under strace: `node test/long/hostile.ts`. */

import { HOSTILE } from '../fixtures/hostile.ts';
import { openHostile } from '../fixtures/open-hostile.ts';

let bad = 0;
for (const [name, files] of Object.entries(HOSTILE)) {
  const { started, connected, said, ran } = await openHostile(files);
  const isBad = started.length + connected.length + said.length > 0 || ran;
  if (isBad) bad++;
  process.stdout.write(
    `${isBad ? 'BAD ' : 'good'} ${name}: ${started.length} started, ${connected.length} connected, ${said.length} said\n`,
  );
}
process.stdout.write(`${Object.keys(HOSTILE).length} repositories, ${bad} that did something\n`);
process.exitCode = bad === 0 ? 0 : 1;
