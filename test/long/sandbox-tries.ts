/** Tries over a hundred commands on a layer, then runs them for real: a trial changes nothing, and shows exactly what then happens. */

import { MANY_LINES, tryPlace } from '../fixtures/tried-lines.ts';

const place = await tryPlace();
if (!place) throw new Error('there are no layers of files here');
let wrong = 0;
for (const line of MANY_LINES) {
  const differs = await place.compare(line);
  if (differs.length === 0) continue;
  wrong += 1;
  console.log(line, differs.slice(0, 4));
}
if (place.isOutside('outside')) console.log('a file came to be in the home folder', (wrong += 1));
await place.close();
console.log(`${MANY_LINES.length} commands tried: ${wrong} differ`);
process.exit(wrong === 0 ? 0 : 1);
