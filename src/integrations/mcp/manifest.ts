/** Stores what a server offers in the user's state: its tools are known before it runs, and it starts only when one is used. */

import { hash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomic } from '../../base/files/atomic-write.ts';
import { readIfThere } from '../../base/files/read-if-there.ts';
import { parseObject } from '../../base/parse-json.ts';
import { isPlainObject } from '../../base/schema.ts';
import type { ServerEntry } from './entry.ts';

export interface Manifest {
  server: { name: string; version: string };
  /** The protocol revision it spoke. */
  protocol: string;
  instructions?: string;
  tools: readonly ListedTool[];
  prompts: readonly ListedPrompt[];
  resources: readonly ListedResource[];
  /** When the manifest was fetched. */
  at: number;
  /** How long the manifest is valid, as stated by the server; afterwards the next connection fetches it again. */
  ttlMs?: number;
}

export interface ListedTool {
  name: string;
  title?: string;
  description: string;
  inputSchema: Readonly<Record<string, unknown>>;
  outputSchema?: Readonly<Record<string, unknown>>;
  annotations?: Readonly<Record<string, unknown>>;
}

interface ListedPrompt {
  name: string;
  description?: string;
  arguments: readonly { name: string; required?: boolean }[];
}

interface ListedResource {
  uri: string;
  name: string;
  mimeType?: string;
}

const VERSION = 1;
const LARGEST = 16 * 1024 * 1024;

export interface ManifestStore {
  load(entry: ServerEntry): Manifest | undefined;
  save(entry: ServerEntry, manifest: Manifest): Promise<void>;
}

/** `folder`: a folder in the user's own state. */
export function manifestStore(folder: string): ManifestStore {
  return {
    load(entry) {
      const text = readIfThere(fileOf(entry));
      if (text === undefined || text.length > LARGEST) return undefined;
      const { version, manifest } = parseObject(text);
      return version === VERSION && isManifest(manifest) ? manifest : undefined; // an incomplete one is fetched again
    },
    async save(entry, manifest) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      await writeAtomic(fileOf(entry), `${JSON.stringify({ version: VERSION, manifest })}\n`, { mode: 0o600 });
    },
  };

  function fileOf(entry: ServerEntry): string {
    return join(folder, `${manifestKey(entry)}.json`);
  }
}

/** Hash of the whole entry, including the values of its variables. */
function manifestKey({ name, transport, include, exclude }: ServerEntry): string {
  return hash('sha256', JSON.stringify([VERSION, name, transport, include ?? null, exclude])).slice(0, 32);
}

function isManifest(value: unknown): value is Manifest {
  if (!isPlainObject(value) || !isPlainObject(value.server) || typeof value.at !== 'number') return false;
  const lists = [value.tools, value.prompts, value.resources];
  return lists.every((list) => Array.isArray(list) && list.every((each) => isPlainObject(each)));
}
