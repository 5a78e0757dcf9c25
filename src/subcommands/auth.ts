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
  const key = isTerminal ? await readLine(say.keyOf(vendor), true) : await readAll();
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

/** `hidden`: nothing of what is typed is shown, not even its length. */
async function readLine(question: string, hidden = false): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const { Writable } = await import('node:stream');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  process.stdout.write(question);
  const output = hidden ? nowhere : process.stdout;
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return (await lines.question('')).trim();
  } finally {
    lines.close();
    if (hidden) process.stdout.write('\n');
  }
}

async function readAll(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8').trim();
}
