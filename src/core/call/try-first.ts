/** Try first: the command runs on a throw-away layer, then the question is asked again with what it changed there. */

import { shownPath } from '../../base/files/paths.ts';
import { formatBytes } from '../../base/text/format-number.ts';
import type { Tried } from '../../protocol/sandbox.ts';
import type { Block } from '../../protocol/view.ts';
import type { PolicyWords } from '../../words/en/policy.ts';
import type { Engine } from '../engine.ts';
import type { Proposal } from './proposal.ts';

const MOST_SHOWN = 40;
const SIGNS = { added: '+', changed: '~', deleted: '-' } as const;

/** True if layers are available and the command stays in the sandbox. */
export function offersTrial({ use, decision, facts }: Proposal, { machine }: Engine): boolean {
  const { sandbox } = facts;
  if (!machine.sandbox.attempt || !use.command || use.command.interactive || use.command.typedAt !== undefined)
    return false;
  if (decision.confinement !== 'write' || decision.leaves) return false;
  return sandbox !== undefined && sandbox.layer === 'bubblewrap' && sandbox.home === 'layer';
}

/** The same proposal with the trial's result added to its view; a trial is not offered again. */
export async function tried(proposal: Proposal, engine: Engine, signal: AbortSignal): Promise<Proposal> {
  const { command } = proposal.use;
  const { sandbox } = engine.machine;
  const found = command && (await sandbox.attempt?.(command.line, command.cwd, signal));
  const say = engine.words.policy;
  const told: Block[] = found ? blocksOf(found, engine.settings.cwd, say) : [{ type: 'text', text: say.notTried }];
  const view = proposal.view();
  return { ...proposal, view: () => ({ ...view, body: [...(view.body ?? []), ...told] }), wasTried: true };
}

function blocksOf({ exitCode, files, hosts }: Tried, cwd: string, say: PolicyWords): Block[] {
  const rows = files.map(({ path, change, bytes, isFolder }) => {
    const shown = `${SIGNS[change]} ${shownPath(cwd, path)}`;
    return isFolder ? `${shown}/` : `${shown}  ${formatBytes(bytes)}`;
  });
  const left = rows.length - MOST_SHOWN;
  const count = (kind: keyof typeof SIGNS) =>
    files.filter(({ change, isFolder }) => change === kind && !isFolder).length;
  const counts = [count('added'), count('changed'), count('deleted')] as const;
  return [
    { type: 'text', text: files.length === 0 ? say.triedNothing(exitCode) : say.tried(exitCode, ...counts) },
    ...(rows.length > 0
      ? [{ type: 'list' as const, items: [...rows.slice(0, MOST_SHOWN), ...(left > 0 ? [`… ${left}`] : [])] }]
      : []),
    ...(hosts.length > 0 ? [{ type: 'text' as const, text: say.triedHosts(hosts.join(', ')) }] : []),
  ];
}
