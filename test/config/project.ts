/** A project and a home with settings files in a temporary folder. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LoadedSettings, type LoadOptions, loadSettings } from '../../src/config/load-settings.ts';

export interface Places {
  cwd: string;
  home: string;
}

export function places(t: { after(done: () => void): void }, files: { user?: string; project?: string } = {}): Places {
  const folder = mkdtempSync(join(tmpdir(), 'coder-config-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [cwd, home] = [join(folder, 'project'), join(folder, 'home', '.coder')];
  mkdirSync(join(cwd, '.coder'), { recursive: true });
  mkdirSync(home, { recursive: true });
  if (files.user !== undefined) writeFileSync(join(home, 'config.json'), files.user);
  if (files.project !== undefined) writeFileSync(join(cwd, '.coder', 'config.json'), files.project);
  return { cwd, home };
}

export function load(where: Places, options: Partial<LoadOptions> = {}): Promise<LoadedSettings> {
  return loadSettings({ ...where, env: {}, flags: {}, admits: () => true, ...options });
}
