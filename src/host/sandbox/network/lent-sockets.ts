/** Finds the person's sockets that can be lent to a command by name, which lets the command sign with keys that stay hidden. */

import { existsSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../../base/net/proxy.ts';
import type { LentName } from '../../../protocol/sandbox.ts';

export interface LentSocket {
  path: string;
  /** Variables that name the socket inside. */
  env: Record<string, string>;
  /** Public files that are shown with the socket. */
  shown: readonly string[];
}

const PUBLIC = ['pubring.kbx', 'pubring.gpg', 'trustdb.gpg', 'gpg.conf', 'common.conf'];

/** `undefined` if there is no socket, or it belongs to another user. */
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
    return undefined; // leads nowhere
  }
}
