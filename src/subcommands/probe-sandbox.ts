/** Tries the sandbox of this machine once, for commands that report what it would do. */

import { realpathSync } from 'node:fs';
import type { AgentOptions } from '../app/agent-options.ts';
import { homeFolder } from '../base/files/home-folder.ts';
import { createResolver } from '../base/net/url-reach.ts';
import type { SandboxOptions } from '../host/sandbox/session.ts';
import type { SandboxStatus } from '../protocol/sandbox.ts';

/** `undefined` if the sandbox is off. */
export async function probeSandbox(
  { cwd, env }: Pick<AgentOptions, 'cwd' | 'env'>,
  mode: SandboxOptions['mode'],
  roots: readonly string[] = [realpathSync(cwd)],
): Promise<SandboxStatus | undefined> {
  if (mode === 'off') return undefined;
  const { createSandbox } = await import('../host/sandbox/session.ts');
  const sandbox = createSandbox({
    mode,
    roots,
    home: homeFolder(env),
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    hosts: { resolve: createResolver(), env },
  });
  try {
    return await sandbox.status();
  } finally {
    await sandbox.close();
  }
}
