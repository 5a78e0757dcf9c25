/** What hiding secrets costs per megabyte of source text, compared with a loop that only reads it. */

import { globSync, readFileSync } from 'node:fs';
import { createSecretVault } from '../src/base/secrets/secret-vault.ts';

const LIMIT_MS = 2;
const ROUNDS = 60;
const PIECE = 16 * 1024;

const source = globSync('src/**/*.ts').map((file) => readFileSync(file, 'latin1'));
const text = source.join('\n').repeat(2).slice(0, 2_000_000);
/** Pieces as a command's output arrives. */
const pieces = Array.from({ length: Math.ceil(text.length / PIECE) }, (_, index) =>
  Buffer.from(text.slice(index * PIECE, (index + 1) * PIECE), 'latin1').toString('latin1'),
);
const bytes = new Uint8Array(Buffer.from(text, 'latin1'));
let read = 0;
const floor = perMegabyte(() => {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 1) sum = (sum + (bytes[at] as number)) | 0;
  read += sum;
});
console.log(`a loop that reads each byte: ${floor.toFixed(2)} ms/MB`);
for (const count of [0, 10, 100]) {
  const vault = createSecretVault({ key: () => 'bench' });
  vault.add(
    Array.from({ length: count }, (_, index) => ({
      name: `S${index}`,
      value: `Zq${index}x8Kd03mfLpw9Qn${index * 7919}`,
    })),
  );
  const cost = perMegabyte(() => {
    read += vault.mask(text).length;
  });
  const inPieces = perMegabyte(() => {
    for (const piece of pieces) read += vault.mask(piece).length;
  });
  console.log(
    `SECRET-5 ${count} secrets: ${cost.toFixed(2)} ms/MB, ${(cost / floor).toFixed(1)} × the loop; in pieces of 16 KB ${inPieces.toFixed(2)} (limit ${LIMIT_MS} ms)`,
  );
}
if (read === 0) console.log('nothing was read');

/** CPU time, the best of many, so that other programs running at the same time do not count. */
function perMegabyte(work: () => void): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times) / (text.length / 1_000_000);
}
