/** Where plugins are looked for, and what is needed for it. */

import { join } from 'node:path';
import type { ProjectTrust } from '../trust/project-trust.ts';

export interface PluginsOptions {
  cwd: string;
  /** Coder's own folder. */
  home: string;
  env: NodeJS.ProcessEnv;
  trust: ProjectTrust;
}

export function projectPlugins(cwd: string): string {
  return join(cwd, '.coder', 'plugins');
}
