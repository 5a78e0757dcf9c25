/** Where a path written in a command leads: inside the workspace or not, and what is there. */

import { isInside } from '../../base/files/paths.ts';
import { isSecretPath } from '../../base/files/secret-file.ts';
import type { DiskView } from '../../protocol/policy.ts';
import { asksBeforeWriting } from '../asks-before-writing.ts';

export interface ShellContext {
  cwd: string;
  root: string;
  roots: readonly string[];
  /** The home folder, with links followed. */
  home: string;
  disk: DiskView;
}

export interface Place {
  path: string;
  inside: boolean;
  protected: boolean;
  secret: boolean;
}

/** Folders a command may run in; `undefined` if not known. */
export type Cwds = readonly string[] | undefined;

/** True for devices that mean only "nothing" or a stream that is open anyway. */
export function isHarmlessDevice(path: string): boolean {
  return /^\/dev\/(?:null|stdin|stdout|stderr|tty|fd\/[012])$/.test(path);
}

export function isSocketPath(path: string): boolean {
  return /^\/dev\/(?:tcp|udp)\//.test(path);
}

/** Every place a path may mean, one for each folder the command may run in; `undefined` if the folder is not known. */
export function placesOf(path: string, cwds: Cwds, context: ShellContext): Place[] | undefined {
  if (path.startsWith('/')) return [placeAt(resolvePath('/', path, context.disk), context)];
  if (!cwds) return undefined;
  return cwds.map((cwd) => placeAt(resolvePath(cwd, path, context.disk), context));
}

/** Resolves component by component, as the kernel does: `..` after a link leaves the link's target. */
export function resolvePath(base: string, path: string, disk: DiskView): string {
  let current = path.startsWith('/') ? '/' : disk.real(base);
  for (const component of path.split('/')) {
    if (component === '' || component === '.') continue;
    if (component === '..') current = parentOf(disk.real(current));
    else current = current === '/' ? `/${component}` : `${current}/${component}`;
  }
  return disk.real(current);
}

export function placeAt(path: string, context: ShellContext): Place {
  const roots = context.roots.includes(context.root) ? context.roots : [context.root, ...context.roots];
  const root = roots.find((candidate) => isInside(candidate, path) || isInside(context.disk.real(candidate), path));
  return {
    path,
    inside: root !== undefined,
    protected: asksBeforeWriting(path, roots, context.home),
    secret: isSecretPath(path),
  };
}

export function parentOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at <= 0 ? '/' : path.slice(0, at);
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
