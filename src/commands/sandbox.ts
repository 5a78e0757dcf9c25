/** `/sandbox`: where commands run, and what they wrote to the layer over the home folder; `/sandbox keep PATH` copies a path out of it. */

import type { CommandResult } from '../protocol/command.ts';
import type { Network, PlaceStatus } from '../protocol/place.ts';
import type { Block } from '../protocol/view.ts';
import type { CommandWords } from '../words/en/commands.ts';
import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'sandbox',
  async run(args, { place, person, mode, say }): Promise<CommandResult> {
    const status = await place.status();
    const [, action = '', path = ''] = /^(\S*)\s*([\s\S]*)$/.exec(args.trim()) ?? [];
    if (action === 'keep' && path !== '') {
      if (!(await place.holds(path))) return { problem: { title: say.notInLayer(path) } };
      if (!(await person.confirm({ title: say.keepFromSandbox(path) }, say.keepIt, say.leaveIt)))
        return { title: say.notCopied(path) };
      return (await place.keep(path)) === 'missing'
        ? { problem: { title: say.notInLayer(path) } }
        : { title: say.copied(path) };
    }
    if (action !== '') return { problem: { title: say.sandboxUsage } };
    const changes = await place.changes();
    const ports = place.openPorts?.() ?? [];
    return {
      title: placeLine(status, mode.current.network, say),
      body: [
        ...(status ? gapList(status, say) : []),
        ...(ports.length > 0
          ? [
              { type: 'text' as const, text: say.portsOpen },
              { type: 'list' as const, items: ports.map((port) => `http://127.0.0.1:${port}`) },
            ]
          : []),
        ...(changes.length > 0
          ? [
              { type: 'text' as const, text: say.homeChanges },
              { type: 'list' as const, items: changes },
            ]
          : []),
      ],
    };
  },
});

/** What the sandbox layer in use does not prevent. */
export function gapList(status: PlaceStatus, say: CommandWords): Block[] {
  if (status.layer === 'none' || status.gaps.length === 0) return [];
  return [{ type: 'list', items: status.gaps.map((gap) => say.sandboxGaps[gap]) }];
}

/** The sandbox layer in one line, or why there is none. */
export function placeLine(status: PlaceStatus | undefined, network: Network | undefined, say: CommandWords): string {
  if (!status || status.layer === 'none') return say.noSandbox(status?.why ?? '');
  const reach = say.reach[status.network === 'hosts' || network === 'none' ? (network ?? 'hosts') : status.network];
  return `${say.inSandbox(status.layer, status.home === 'layer')} ${reach}`;
}
