/** SHA-256 without `node:crypto` for what is short, such as an AGENTS.md: loading it takes 8 MB and 8 ms, which every start would pay. */

import { hash } from 'node:crypto';

/** Up to this length, in bytes, counting is quicker than loading. */
const SHORT = 16 * 1024;

export function sha256(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return bytes.length > SHORT ? hash('sha256', bytes) : ownSha256(bytes);
}

function ownSha256(bytes: Uint8Array): string {
  const data = padded(bytes);
  const state = new Uint32Array(START);
  for (let at = 0; at < data.byteLength; at += BLOCK) addBlock(state, data, at);
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

const BLOCK = 64;
const ROUNDS = 64;
/** The first fractional bits of the square roots of the first primes, and, in `ROOTS`, of the cube roots. */
const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
// biome-ignore format: a table
const ROOTS = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

/** The text followed by a one bit, zeros up to the end of a block, and the text's length in bits. */
function padded(bytes: Uint8Array): DataView {
  const data = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  data.set(bytes);
  data[bytes.length] = 0x80;
  const view = new DataView(data.buffer);
  view.setUint32(data.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(data.length - 4, bytes.length * 8);
  return view;
}

/** `mixed` holds the eight rotating words: the first in one round is the second in the next. */
function addBlock(state: Uint32Array, data: DataView, at: number): void {
  const words = new Uint32Array(ROUNDS);
  const mixed = new Uint32Array(state);
  for (let round = 0; round < ROUNDS; round += 1) {
    words[round] = round < 16 ? data.getUint32(at + round * 4) : mixedWord(words, round);
    const a = mixed[0] ?? 0;
    const e = mixed[4] ?? 0;
    const chosen = (e & (mixed[5] ?? 0)) ^ (~e & (mixed[6] ?? 0));
    const first = (mixed[7] ?? 0) + turned(e, 6, 11, 25) + chosen + (ROOTS[round] ?? 0) + (words[round] ?? 0);
    const b = mixed[1] ?? 0;
    const c = mixed[2] ?? 0;
    mixed.copyWithin(1, 0, 7);
    mixed[4] = (mixed[4] ?? 0) + first;
    mixed[0] = first + turned(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c));
  }
  for (let index = 0; index < state.length; index += 1) state[index] = (state[index] ?? 0) + (mixed[index] ?? 0);
}

function mixedWord(words: Uint32Array, index: number): number {
  const near = words[index - 2] ?? 0;
  const far = words[index - 15] ?? 0;
  const low = rotated(far, 7) ^ rotated(far, 18) ^ (far >>> 3);
  const high = rotated(near, 17) ^ rotated(near, 19) ^ (near >>> 10);
  return (words[index - 16] ?? 0) + low + (words[index - 7] ?? 0) + high;
}

function turned(word: number, one: number, two: number, three: number): number {
  return rotated(word, one) ^ rotated(word, two) ^ rotated(word, three);
}

function rotated(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
