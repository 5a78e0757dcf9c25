/** Determines what of this machine a command may see and change, once per session and without creating anything. */

import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { readableNames } from '../../base/files/folder.ts';
import { realPathIfReachable } from '../../base/files/if-reachable.ts';
import { isInside } from '../../base/files/paths.ts';
import { isSecretPath } from '../../base/files/secret-file.ts';
import { type NamedText, named } from '../../base/named-text.ts';
import { pointerIn, withoutLineEnds } from '../git/git-folder.ts';

export interface Layout {
  home: string;
  /** Folders that commands may write: the workspace, and repository folders outside it. */
  writable: readonly string[];
  /** Paths within these that commands may not write. */
  readOnly: readonly string[];
  hidden: readonly Hidden[];
  /** Files within hidden folders that may still be read. */
  shown: readonly string[];
}

interface Hidden {
  path: string;
  kind: 'file' | 'folder';
}

/** State of other tools, and of coder itself. */
const STATE = [
  '.coder .claude .claude.json .codex .gemini .mozilla .thunderbird .local/share/keyrings .config/github-copilot',
  '.config/google-chrome .config/chromium .config/BraveSoftware .config/op .config/gh .config/gcloud .cargo/credentials.toml',
]
  .join(' ')
  .split(' ');
const SHOWN_IN_SSH = /^known_hosts2?$|\.pub$|^config$/;
const MAX_ENTRIES = 2000;

export type LayoutFound = { ok: true; layout: Layout } | { ok: false; why: NamedText };

export function findLayout(roots: readonly string[], home: string): LayoutFound {
  const wide = roots.find((root) => root === '/' || isInside(root, home));
  if (wide !== undefined) {
    const text = `the workspace ${wide} contains your whole home folder`;
    return { ok: false, why: named('sandboxHomeInside', text, wide) };
  }
  const repositories = roots.flatMap((root) => gitFolders(root));
  const writable = [...new Set([...roots, ...repositories])];
  const readOnly = [
    ...roots.flatMap((root) => [join(root, '.git', 'hooks'), join(root, '.coder')]),
    ...repositories.map((folder) => join(folder, 'hooks')),
  ].filter((path) => existsSync(path) && !lstatSync(path).isSymbolicLink());
  const hidden = hiddenIn(home).filter(({ path }) => !writable.some((root) => isInside(path, root)));
  const ssh = join(home, '.ssh');
  const shown = readableNames(ssh)
    .filter((name) => SHOWN_IN_SSH.test(name))
    .map((name) => join(ssh, name));
  return { ok: true, layout: { home, writable, readOnly, hidden, shown } };
}

/** Secret files by name, two levels deep, and the state of other tools. */
function hiddenIn(home: string): Hidden[] {
  const found = new Map<string, Hidden>();
  const add = (path: string) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats) found.set(path, { path: realpathSync(path), kind: stats.isDirectory() ? 'folder' : 'file' });
  };
  for (const name of STATE) add(join(home, name));
  let left = MAX_ENTRIES;
  for (const name of readableNames(home)) {
    const path = join(home, name);
    if (isSecretPath(`/${name}`)) add(path);
    else if (name.startsWith('.') && left > 0 && isFolder(path)) {
      for (const below of readableNames(path).slice(0, left)) {
        left -= 1;
        if (isSecretPath(`/${name}/${below}`) && !found.has(path)) add(join(path, below));
      }
    }
  }
  return [...found.values()].filter(({ path }) => isInside(home, path) && path !== home);
}

/** The repository of a linked worktree or submodule, if that repository points back to this folder. */
function gitFolders(root: string): string[] {
  const file = join(root, '.git');
  if (!lstatSync(file, { throwIfNoEntry: false })?.isFile()) return [];
  const named = pointerIn(readSmall(file));
  if (named === undefined) return [];
  const folder = realPathIfReachable(resolve(root, named));
  if (folder === undefined || !existsSync(join(folder, 'HEAD')) || !pointsBack(folder, root)) return [];
  const common = withoutLineEnds(readSmall(join(folder, 'commondir')));
  const whole = common === '' ? folder : realPathIfReachable(resolve(folder, common));
  return whole !== undefined && existsSync(join(whole, 'objects')) ? [whole] : [];
}

function pointsBack(folder: string, root: string): boolean {
  const back = readSmall(join(folder, 'gitdir')).trim(); // of a worktree
  if (back !== '') return realPathIfReachable(dirname(isAbsolute(back) ? back : resolve(folder, back))) === root;
  const worktree = /^\s*worktree\s*=\s*(.{1,4000})$/m.exec(readSmall(join(folder, 'config')))?.[1]?.trim(); // of a submodule
  return worktree !== undefined && realPathIfReachable(resolve(folder, worktree)) === root;
}

function readSmall(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(0, 64 * 1024);
  } catch {
    return ''; // missing or unreadable
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
