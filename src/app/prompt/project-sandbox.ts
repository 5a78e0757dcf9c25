/** Runs what a project itself provides (hooks, servers) in the session's sandbox, if there is one. */

import type { ProcessCommand } from '../../host/process/process-command.ts';
import type { Sandbox } from '../../host/sandbox/session.ts';
import type { HostClient } from '../../protocol/sandbox.ts';
import { faultError } from '../../words/fault.ts';

/**
 * The person agreed to it as a whole and cannot be asked while it runs, so it may reach public hosts, and others that the settings name.
 */
function projectClient(hosts: readonly string[]): HostClient {
  return {
    async mayReach({ name, port, address, isOwn }) {
      const { decideHost } = await import('../../policy/decide-host.ts');
      const preset = { name: 'project', rules: {}, bash: {}, readOnlyRuns: false };
      const target = { name, port, ...(address !== undefined && { address }), ...(isOwn && { isOwn }) };
      return decideHost(target, { preset, grants: [], hosts, network: 'open' }).verdict === 'allow';
    },
  };
}

/** `undefined` if there is no sandbox. Throws if one is required. */
export async function projectWrap(
  sandbox: Sandbox,
  cwd: string,
  hosts: readonly string[],
): Promise<ProcessCommand['wrap'] | undefined> {
  const status = await sandbox.status();
  if (status.layer === 'none' && status.isRequired) throw faultError('sandbox', status.why);
  if (status.layer === 'none') return undefined;
  await sandbox.prepare('write');
  const client = projectClient(hosts);
  return (argv) => sandbox.wrap(argv, { cwd, confinement: 'write', client, sockets: true });
}
