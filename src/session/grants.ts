/** What `always` remembers for a project, kept in the person's state, where no repository can put anything. */

import { existsSync, mkdirSync, realpathSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing } from '../base/errors.ts';
import { writeAtomic } from '../base/files/atomic-write.ts';
import { withLock } from '../base/files/file-lock.ts';
import { readIfThere } from '../base/files/read-if-there.ts';
import { isPlainObject } from '../base/schema.ts';
import { sha256 } from '../base/text/sha256.ts';
import { type Grant, isSameScope, type Scope } from '../protocol/policy.ts';
import { fault, faultError } from '../words/fault.ts';

export interface ProjectGrants {
  load(): Promise<Grant[]>;
  add(grant: Grant, signal: AbortSignal): Promise<void>;
  /** Returns the number of grants revoked. */
  revoke(scope: Scope, signal: AbortSignal): Promise<number>;
}

/** `home` is coder's folder. A folder that was moved, or created anew under the same name, is another project. */
export function projectGrants(home: string, root: string): ProjectGrants {
  const projects = join(home, 'projects');
  const place = () => {
    const folder = join(projects, projectKey(root));
    return { folder, file: join(folder, 'grants.json') };
  };
  const change = (signal: AbortSignal, next: (grants: Grant[]) => Grant[]) => {
    const { folder, file } = place();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return withLock(`${file}.lock`, signal, async () => {
      const before = readGrants(file) ?? startAnew(file);
      const after = next(before);
      await writeAtomic(file, `${JSON.stringify({ version: 1, root, grants: after }, null, 2)}\n`, {
        mode: 0o600,
        durable: true,
      });
      return before.length - after.length;
    });
  };
  return {
    load: async () => (existsSync(projects) ? (readGrants(place().file) ?? []) : []), // avoids computing the key for nothing
    async add(grant, signal) {
      await change(signal, (grants) => [
        ...grants.filter((old) => !isSameScope(old, grant)),
        { ...grant, lifetime: 'project' },
      ]);
    },
    revoke: (scope, signal) => change(signal, (grants) => grants.filter((grant) => !isSameScope(grant, scope))),
  };
}

/** A unique name for a folder in the person's state. */
export function projectKey(root: string): string {
  const real = realFolder(root);
  const { dev, ino } = statSync(real, { bigint: true });
  return sha256(`${real}\0${dev}:${ino}`).slice(0, 24);
}

/** `undefined` if the file exists but cannot be trusted; nothing is granted then. */
function readGrants(file: string): Grant[] | undefined {
  const text = readIfThere(file);
  if (text === undefined) return [];
  try {
    const value: unknown = JSON.parse(text);
    if (!isPlainObject(value) || value.version !== 1 || !Array.isArray(value.grants)) return undefined;
    return value.grants.filter(isGrant);
  } catch {
    return undefined; // not JSON
  }
}

function startAnew(file: string): Grant[] {
  keepAside(file);
  return [];
}

/** Renames a damaged file, so that a new one can take its place and nothing is lost. */
export function keepAside(file: string): void {
  renameSync(file, `${file}.damaged-${Date.now().toString(36)}`);
}

function isGrant(value: unknown): value is Grant {
  if (!isPlainObject(value) || typeof value.permission !== 'string' || typeof value.at !== 'number') return false;
  return value.lifetime === 'project' && (value.pattern === undefined || typeof value.pattern === 'string');
}

function realFolder(root: string): string {
  try {
    return realpathSync(root);
  } catch (error) {
    if (isMissing(error)) throw faultError('workspace-gone', fault('workspaceGone', root), { cause: error });
    throw error;
  }
}
