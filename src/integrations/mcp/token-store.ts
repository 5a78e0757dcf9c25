/** Stores the results of logins: client registrations and tokens, in a private file, by resource. Never in a log. */

import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeAtomic } from '../../base/files/atomic-write.ts';
import { withLock } from '../../base/files/file-lock.ts';
import { readIfThere } from '../../base/files/read-if-there.ts';
import { parseObject } from '../../base/parse-json.ts';
import { isPlainObject } from '../../base/schema.ts';

/** The data stored for one server. */
export interface StoredLogin {
  /** The address of the server. */
  resource: string;
  /** The issuer of the tokens. */
  issuer?: string;
  client?: Record<string, unknown>;
  tokens?: Record<string, unknown>;
  /** The key that the tokens are bound to, if the issuer binds them. */
  proofKey?: Record<string, unknown>;
  /** The scope that the server last required beyond what the tokens allow. */
  wantedScope?: string;
  /** True if the issuer identifies itself by a path of the server's own address, as was usual before resource metadata. */
  isOldIssuer?: true;
  /** The loopback port that the registration names. */
  port?: number;
}

export interface TokenStore {
  /** Address of a description of this client, which lets a server know it without a registration. */
  readonly clientMetadataUrl?: string;
  load(resource: string): StoredLogin | undefined;
  save(login: StoredLogin): Promise<void>;
  /** Resolves to false if there was none. */
  remove(resource: string): Promise<boolean>;
}

const PATIENCE_MS = 5000;

export function tokenStore(file: string, clientMetadataUrl?: string): TokenStore {
  const change = async (next: (all: StoredLogin[]) => StoredLogin[]): Promise<void> => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    await withLock(`${file}.lock`, AbortSignal.timeout(PATIENCE_MS), async () => {
      const logins = next(readLogins(file));
      await writeAtomic(file, `${JSON.stringify({ version: 1, logins }, null, 2)}\n`, { mode: 0o600, durable: true });
    });
  };
  return {
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    load: (resource) => readLogins(file).find((login) => login.resource === resource),
    save: (login) => change((all) => [...all.filter(({ resource }) => resource !== login.resource), login]),
    async remove(resource) {
      const isThere = readLogins(file).some((login) => login.resource === resource);
      if (isThere) await change((all) => all.filter((login) => login.resource !== resource));
      return isThere;
    },
  };
}

/** Empty if the file is damaged: a new login replaces it. */
function readLogins(file: string): StoredLogin[] {
  const { logins } = parseObject(readIfThere(file) ?? '');
  const all: unknown[] = Array.isArray(logins) ? logins : [];
  return all.filter((login): login is StoredLogin => isPlainObject(login) && typeof login.resource === 'string');
}
