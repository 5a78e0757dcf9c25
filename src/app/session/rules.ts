/** The rules that decide about calls: the workspace, the preset, and the person's grants for a session or for the project. */

import { homeFolder } from '../../base/files/home-folder.ts';
import type { Rules } from '../../core/live-session.ts';
import { disk } from '../../host/files/disk-view.ts';
import type { Workspace } from '../../host/files/workspace.ts';
import { addGrant } from '../../log/fold.ts';
import { followLog } from '../../log/follow-log.ts';
import { type Grant, isSameScope } from '../../protocol/policy.ts';
import type { Session } from '../../protocol/session.ts';
import { projectGrants } from '../../session/grants.ts';
import type { AgentOptions } from '../agent-options.ts';
import type { AppSettings } from '../load-app-settings.ts';

const LOCK_PATIENCE_MS = 5000;

/** The rules of a session; grants for the project are the same in all sessions. */
export type RulesOf = (session: Session) => Rules;

export async function loadRules(
  { home, settings }: AppSettings,
  { env }: AgentOptions,
  { root, roots }: Workspace,
): Promise<RulesOf> {
  const saved = projectGrants(home, root);
  let grants: readonly Grant[] = await saved.load();
  let personHome: string | undefined;
  const patience = () => AbortSignal.timeout(LOCK_PATIENCE_MS);

  return (session) => {
    const ofSession = followLog<readonly Grant[]>(session.entries, [], addGrant);
    return {
      facts: (preset) => ({
        root,
        roots,
        home: (personHome ??= disk.real(homeFolder(env) ?? '/')),
        preset,
        grants: [...grants, ...ofSession()],
        hardBlockInYolo: settings.safety.hard_block_in_yolo,
        hosts: settings.sandbox.hosts.map((host) => host.toLowerCase()),
        asksOnlyToLeave: settings.sandbox.ask === 'leave',
        mayLeave: settings.sandbox.leave,
        confinesPerson: settings.command_mode.sandbox,
        disk,
      }),
      async remember(grant) {
        if (grant.lifetime === 'session') {
          await session.append({ type: 'grant', grant });
          return;
        }
        grants = [...grants, grant];
        await saved.add(grant, patience());
      },
      async revoke(scope) {
        const before = grants.length + ofSession().length;
        await session.append({ type: 'revoke', scope });
        const kept = grants.filter((grant) => !isSameScope(grant, scope));
        if (kept.length < grants.length) await saved.revoke(scope, patience());
        grants = kept;
        return before - grants.length - ofSession().length;
      },
    };
  };
}
