/** The folders that plugins are looked for in, and the options for that. */

import { join } from 'node:path';
import type { ProjectTrust } from '../trust/project-trust.ts';

export interface PluginsOptions {
  cwd: string;
  /** coder's own folder. */
  home: string;
  env: NodeJS.ProcessEnv;
  trust: ProjectTrust;
}

export function projectPlugins(cwd: string): string {
  return join(cwd, '.coder', 'plugins');
}
