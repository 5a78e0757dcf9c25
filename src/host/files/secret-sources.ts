/** Learns secrets from the files that hold them: the project's, the person's, and any secret file about to be read. */

import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { elapsedMs } from '../../base/elapsed.ts';
import { codeOf } from '../../base/errors.ts';
import { readableEntries } from '../../base/files/folder.ts';
import { expandHome } from '../../base/files/paths.ts';
import { isSecretPath } from '../../base/files/secret-file.ts';
import { type Secret, secretValuesIn, storedKeysIn } from '../../base/secrets/secrets.ts';
import { SKIPPED_FOLDERS } from './skipped-folders.ts';

export interface SecretSources {
  /** `line` is a command, which may print the contents of any file. */
  look(paths: readonly string[], line?: { text: string; cwd: string }): Promise<void>;
}

export interface SecretSourceOptions {
  roots: readonly string[];
  /** The person's home folder; if absent, no files there are examined. */
  home?: string;
  /** Files that hold coder's own keys. */
  own: readonly string[];
  add(secrets: Secret[]): void;
}

/** Files in which the person's tools keep their keys. */
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
/** A walk lets other work run after this much time. */
const AT_A_TIME_MS = 8;

export function createSecretSources({ roots, home, own, add }: SecretSourceOptions): SecretSources {
  const seen = new Map<string, string>();
  const usual = roots.flatMap((root) => [join(root, '.env'), join(root, '.git', 'config')]);
  /** The paths named by the last line, cached because each line is examined both before and after it runs. */
  let named: { line?: string; cwd?: string; paths: string[] } = { paths: [] };
  let below: Promise<void> | undefined;
  let isBelowSeen = false;

  function learn(path: string): void {
    try {
      const text = textOf(path, (stats) => seen.set(path, markOf(stats)));
      if (text !== undefined) add(own.includes(path) ? storedKeysIn(text) : secretValuesIn(text, basename(path)));
    } catch (error) {
      if (codeOf(error) === undefined) throw error; // missing, inaccessible or not a file, so no one could read it
    }
  }

  /** Called before each command for files that are mostly missing or unchanged, so synchronously: that costs a tenth as much. */
  function isNew(path: string): boolean {
    try {
      const stats = statSync(path, { throwIfNoEntry: false });
      return stats?.isFile() === true && stats.size <= MAX_BYTES && seen.get(path) !== markOf(stats);
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      return false; // below a folder we cannot access
    }
  }

  /**
   * Runs once, because walking a large tree before each command would be too slow. Synchronous, because the threads of the pool would
   * stay and make every program start slower.
   */
  async function lookBelow(): Promise<void> {
    const ofHome = home === undefined ? [] : IN_HOME.map((name) => join(home, name));
    for (const path of [...ofHome, ...own]) if (isNew(path)) learn(path);
    const folders = roots.map((folder) => ({ folder, depth: 0 }));
    let since = elapsedMs();
    for (let at = 0; at < Math.min(folders.length, MAX_FOLDERS); at++) {
      const { folder, depth } = folders[at] as { folder: string; depth: number };
      for (const name of lookInto(folder, depth)) folders.push({ folder: join(folder, name), depth: depth + 1 });
      if (elapsedMs() - since < AT_A_TIME_MS) continue;
      await new Promise((resolve) => setImmediate(resolve));
      since = elapsedMs();
    }
    isBelowSeen = true;
  }

  /** Returns the names of subfolders to examine as well. */
  function lookInto(folder: string, depth: number): string[] {
    const entries = readableEntries(folder);
    const files = entries.filter((entry) => entry.isFile() && isSecretPath(entry.name)).slice(0, MAX_FOLDERS);
    for (const { name } of files) {
      const path = join(folder, name);
      if (isNew(path)) learn(path);
    }
    if (depth >= DEPTH) return [];
    return entries.flatMap((entry) => (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name) ? [entry.name] : []));
  }

  return {
    async look(paths, line) {
      const asked = paths.filter(isSecretPath);
      if (line) {
        below ??= lookBelow();
        if (!isBelowSeen) await below;
        if (line.text !== named.line || line.cwd !== named.cwd)
          named = { line: line.text, cwd: line.cwd, paths: pathsIn(line, home) };
        for (const path of named.paths) asked.push(path);
        for (const path of usual) asked.push(path);
        for (const path of seen.keys()) asked.push(path);
      }
      for (const path of asked) if (isNew(path)) learn(path);
    },
  };
}

/** `undefined` if it is not a regular file, or too large. */
function textOf(path: string, opened: (stats: Stats) => void): string | undefined {
  const handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK); // must not wait for a pipe
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile() || stats.size > MAX_BYTES) return undefined;
    opened(stats);
    const bytes = Buffer.alloc(stats.size);
    return bytes.toString('utf8', 0, readSync(handle, bytes, 0, stats.size, 0));
  } finally {
    closeSync(handle);
  }
}

function markOf({ size, mtimeMs, ino }: Stats): string {
  return `${size} ${mtimeMs} ${ino}`;
}

/** Every word of a line that may name a secret file; too many do no harm. */
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
