/** Gets to know secrets from the files that hold them: those of the project, the person's own, and any that is about to be read. */

import { type Stats, statSync } from 'node:fs';
import { constants, open, readdir } from 'node:fs/promises';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { expandHome } from '../../base/files/paths.ts';
import { isSecretPath } from '../../base/files/secret-file.ts';
import { type Secret, secretValuesIn, storedKeysIn } from '../../base/text/secrets.ts';

export interface SecretSources {
  /** `line`: a command, which may print what is in any file. */
  look(paths: readonly string[], line?: { text: string; cwd: string }): Promise<void>;
}

export interface SecretSourceOptions {
  roots: readonly string[];
  /** The person's; absent: nothing is looked for there. */
  home?: string;
  /** Of coder itself. */
  own: readonly string[];
  add(secrets: Secret[]): void;
}

/** What tools of the person keep their keys in. */
const IN_HOME = [
  '.netrc .npmrc .pypirc .git-credentials .pgpass .my.cnf .vault-token .yarnrc.yml .s3cfg .databrickscfg',
  '.aws/credentials .docker/config.json .config/gh/hosts.yml .kube/config .cargo/credentials.toml',
  '.ssh/id_rsa .ssh/id_ed25519 .ssh/id_ecdsa .ssh/id_dsa',
]
  .join(' ')
  .split(' ');
const MAX_BYTES = 256 * 1024;
const MAX_FOLDERS = 200;
const DEPTH = 3;
const MAX_LINE = 20_000;
const NOT_LOOKED_INTO = new Set(['node_modules', '.git', '.venv', 'vendor', 'target', 'dist', 'build']);

export function createSecretSources({ roots, home, own, add }: SecretSourceOptions): SecretSources {
  const seen = new Map<string, string>();
  const usual = roots.flatMap((root) => [join(root, '.env'), join(root, '.git', 'config')]);
  let below: Promise<void> | undefined;
  let isBelowSeen = false;

  async function learn(path: string): Promise<void> {
    try {
      await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK); // a pipe must not be waited for
      const stats = await file.stat();
      const { size } = stats;
      if (!stats.isFile() || size > MAX_BYTES) return;
      seen.set(path, markOf(stats));
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0);
      const text = buffer.toString('utf8', 0, bytesRead);
      add(own.includes(path) ? storedKeysIn(text) : secretValuesIn(text, basename(path)));
    } catch (error) {
      if (codeOf(error) === undefined) throw error; // not there, not for us, not a file: nothing that could be read
    }
  }

  /** Asked before each command of files that mostly are not there or did not change: a look without waiting is a tenth of the price. */
  function isNew(path: string): boolean {
    try {
      const stats = statSync(path, { throwIfNoEntry: false });
      return stats?.isFile() === true && stats.size <= MAX_BYTES && seen.get(path) !== markOf(stats);
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      return false; // behind a folder that is not for us
    }
  }

  /** Once: a large tree is not walked before each command. */
  async function lookBelow(): Promise<void> {
    const ofHome = home === undefined ? [] : IN_HOME.map((name) => join(home, name));
    await Promise.all([...ofHome, ...own].filter(isNew).map(learn));
    let count = 0;
    let folders = roots.map((folder) => ({ folder, depth: 0 }));
    while (folders.length > 0 && count < MAX_FOLDERS) {
      const some = folders.slice(0, MAX_FOLDERS - count);
      count += some.length;
      const found = await Promise.all(some.map(({ folder, depth }) => lookInto(folder, depth)));
      folders = found.flat();
    }
    isBelowSeen = true;
  }

  async function lookInto(folder: string, depth: number): Promise<{ folder: string; depth: number }[]> {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []); // not there or not for us
    const files = entries.filter((entry) => entry.isFile() && isSecretPath(entry.name)).slice(0, MAX_FOLDERS);
    await Promise.all(
      files
        .map(({ name }) => join(folder, name))
        .filter(isNew)
        .map(learn),
    );
    if (depth >= DEPTH) return [];
    return entries
      .filter((entry) => entry.isDirectory() && !NOT_LOOKED_INTO.has(entry.name))
      .map(({ name }) => ({ folder: join(folder, name), depth: depth + 1 }));
  }

  return {
    async look(paths, line) {
      const asked = paths.filter(isSecretPath);
      if (line) {
        below ??= lookBelow();
        if (!isBelowSeen) await below;
        for (const path of pathsIn(line, home)) asked.push(path);
        for (const path of usual) asked.push(path);
        for (const path of seen.keys()) asked.push(path);
      }
      const fresh = asked.filter(isNew);
      if (fresh.length > 0) await Promise.all([...new Set(fresh)].map(learn));
    },
  };
}

function markOf({ size, mtimeMs, ino }: Stats): string {
  return `${size} ${mtimeMs} ${ino}`;
}

/** Every word of a line that may name a file; more than there are does no harm. */
function pathsIn({ text, cwd }: { text: string; cwd: string }, home = '/'): string[] {
  const words = text
    .slice(0, MAX_LINE)
    .split(/[\s"'`;|&<>()=]+/)
    .filter(isSecretPath);
  return words.map((word) => {
    const path = expandHome(word, home);
    return isAbsolute(path) ? path : resolve(cwd, path);
  });
}
