/** Tells whether there may be a hook; if not, no hook code is loaded. */

import type { HookControl } from '../../protocol/hooks.ts';
import type { AppSettings } from '../load-app-settings.ts';
import type { AppHooksOptions } from './hooks.ts';

export function mayHaveHooks({ hookFiles, plugins }: AppSettings): boolean {
  return hookFiles.length > 0 || plugins.current.some(({ hooks }) => hooks.length > 0);
}

export async function hooksOf(options: AppHooksOptions): Promise<HookControl | undefined> {
  if (!mayHaveHooks(options.run.app)) return undefined;
  const { createAppHooks } = await import('./hooks.ts');
  return createAppHooks(options);
}
