/** `coder auth [PROVIDER]`: which keys coder finds, and a way to store one; a terminal does not show what is typed. */

import type { AgentOptions } from '../app/agent-options.ts';
import { loadAppSettings } from '../app/load-app-settings.ts';
import { CoderError } from '../base/errors.ts';
import { nearest } from '../base/text/nearest.ts';
import { storeKey } from '../providers/catalogue/store-key.ts';
import { storedKeys } from '../providers/catalogue/stored-keys.ts';
import { VENDORS } from '../providers/catalogue/table.ts';
import type { SubcommandWords } from '../words/en/subcommands.ts';
import { wordsFor } from './words-for.ts';

export async function runAuth(options: AgentOptions, [named]: readonly string[]): Promise<number> {
  const { subcommands: say } = await wordsFor(options);
  const { home } = await loadAppSettings(options);
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
  if (named === undefined) for (const line of keyLines(options, home, say)) process.stdout.write(`${line}\n`);
  if (named === undefined && !isTerminal) return 0;
  const vendor = named ?? (await readLine(say.whichProvider));
  if (vendor === '') return 0;
  if (!withKeys().some(({ id }) => id === vendor)) {
    const names = withKeys().map(({ id }) => id);
    throw new CoderError('usage', say.unknownProvider(vendor, nearest(vendor, names), names.join(', ')));
  }
  const key = isTerminal ? await readHidden(say.keyOf(vendor)) : await readAll();
  if (key === '') throw new CoderError('usage', say.noKeyGiven(vendor));
  const file = await storeKey(home, vendor, key, new AbortController().signal);
  process.stdout.write(`${say.keyStored(vendor, file)}\n`);
  return 0;
}

function withKeys() {
  return VENDORS.filter(({ keyVariable }) => keyVariable !== undefined);
}

/** Where each key comes from; never the key. */
function keyLines({ env }: AgentOptions, home: string, say: SubcommandWords): string[] {
  const stored = storedKeys(home);
  const width = Math.max(...withKeys().map(({ id }) => id.length));
  return withKeys().map(({ id, keyVariable = '' }) => {
    const where = env[keyVariable] ? keyVariable : stored[id] !== undefined ? say.stored : say.noKey(keyVariable);
    return `${id.padEnd(width)}  ${where}`;
  });
}

async function readLine(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await lines.question(question)).trim();
  } finally {
    lines.close();
  }
}

/** Nothing of it is shown, not even its length. */
async function readHidden(question: string): Promise<string> {
  process.stdout.write(question);
  process.stdin.setRawMode(true);
  let typed = '';
  try {
    process.stdin.resume();
    for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
      for (const character of chunk.toString('utf8')) {
        if (character === '\r' || character === '\n') return typed.trim();
        if (character === '\x03' || character === '\x04') return '';
        if (character === '\x7f' || character === '\b') typed = typed.slice(0, -1);
        else if (character >= ' ') typed += character;
      }
    }
    return typed.trim();
  } finally {
    process.stdin.setRawMode(false);
    process.stdin.pause();
    process.stdout.write('\n');
  }
}

async function readAll(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8').trim();
}
