/** The scratch project of `coder demo`: small, without dependencies, with one genuine bug and the test that reveals it. */

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const SOURCE_FILE = 'src/receipt.js';
const TEST_FILE = 'test/receipt.test.js';

/** The test runs as a plain script, so arguments that a runner appends to `npm test` (`--watch=false`) are ignored. */
const MANIFEST = `{
  "name": "corner-shop",
  "version": "1.0.0",
  "private": true,
  "description": "Adds up the receipt of a corner shop.",
  "type": "module",
  "scripts": {
    "test": "node ${TEST_FILE}"
  }
}
`;

const README = `# corner-shop

Adds up the receipt of a corner shop. Prices are in cents, so that nothing gets lost in rounding.

- \`${SOURCE_FILE}\` adds up and formats
- \`npm test\` checks it
`;

const SOURCE = `/** Adds up a receipt. Prices are whole cents. */

/** What all items cost together. */
export function total(items) {
  let sum = 0;
  for (let index = 0; index < items.length - 1; index += 1) {
    sum += items[index].price * items[index].quantity;
  }
  return sum;
}

/** 560 → "5.60" */
export function formatPrice(cents) {
  return (cents / 100).toFixed(2);
}
`;

const TEST = `import assert from 'node:assert/strict';
import test from 'node:test';
import { formatPrice, total } from '../${SOURCE_FILE}';

const bread = { name: 'bread', price: 320, quantity: 1 };
const apples = { name: 'apple', price: 60, quantity: 4 };

test('an empty receipt costs nothing', () => {
  assert.equal(total([]), 0);
});

test('every item counts', () => {
  assert.equal(total([bread, apples]), 560);
});

test('a price has two decimals', () => {
  assert.equal(formatPrice(560), '5.60');
});
`;

const FILES: Readonly<Record<string, string>> = {
  'package.json': MANIFEST,
  'README.md': README,
  [SOURCE_FILE]: SOURCE,
  [TEST_FILE]: TEST,
};

export async function writeDemoProject(folder: string): Promise<void> {
  for (const [name, content] of Object.entries(FILES)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}
