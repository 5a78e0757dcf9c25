/** Sockets of the person that a command can be lent by name: whoever holds one signs with keys that stay hidden. */

import { existsSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../../base/net/proxy.ts';
import type { LentName } from '../../../protocol/place.ts';

export interface LentSocket {
  path: string;
  /** What names it inside. */
  env: Record<string, string>;
  /** Public files that go with it. */
  shown: readonly string[];
}

const PUBLIC = ['pubring.kbx', 'pubring.gpg', 'trustdb.gpg', 'gpg.conf', 'common.conf'];

/** `undefined`: there is none, or what is there is no socket of this person. */
export function findLent(name: LentName, env: Environment, home: string): LentSocket | undefined {
  if (name === 'ssh-agent') {
    const path = socketAt(env['SSH_AUTH_SOCK']);
    return path === undefined ? undefined : { path, env: { SSH_AUTH_SOCK: path }, shown: [] };
  }
  const folder = env['GNUPGHOME'] ?? join(home, '.gnupg');
  const places = [`/run/user/${process.getuid?.() ?? 0}/gnupg/S.gpg-agent`, join(folder, 'S.gpg-agent')];
  const path = places.map(socketAt).find((place) => place !== undefined);
  const shown = PUBLIC.map((file) => join(folder, file)).filter((file) => existsSync(file));
  return path === undefined ? undefined : { path, env: {}, shown };
}

function socketAt(path: string | undefined): string | undefined {
  if (path === undefined || !path.startsWith('/')) return undefined;
  try {
    const real = realpathSync(path);
    const stats = statSync(real);
    return stats.isSocket() && stats.uid === process.getuid?.() ? real : undefined;
  } catch {
    return undefined; // it leads nowhere
  }
}
