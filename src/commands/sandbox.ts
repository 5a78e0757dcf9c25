/** `/sandbox`: where commands run, and what they wrote to the layer over the home folder; `/sandbox keep PATH` copies a path out of it. */

import type { CommandResult } from '../protocol/command.ts';
import type { Network, SandboxStatus } from '../protocol/sandbox.ts';
import type { Block } from '../protocol/view.ts';
import type { CommandWords } from '../words/en/commands.ts';
import { saidIn } from '../words/fault.ts';
import { defineCommand } from './command.ts';

export default defineCommand({
  name: 'sandbox',
  words: {
    en: {
      portsOpen: 'Servers of commands that your browser can reach:',
      homeChanges: 'Written to the layer over your home folder, which is removed with the session:',
      keepFromSandbox: (path: string) => `Copy ${path} from the sandbox to your home folder?`,
      keepIt: 'Copy',
      copied: (path: string) => `${path} is now in your home folder.`,
      notCopied: (path: string) => `${path} was not copied.`,
      notInLayer: (path: string) => `No command wrote ${path} to the layer over your home folder.`,
      sandboxUsage: 'Usage: /sandbox, or /sandbox keep PATH',
    },
    'zh-CN': {
      portsOpen: '浏览器可以访问的、由命令启动的服务：',
      homeChanges: '写入主目录覆盖层的内容，会随会话一起消失：',
      keepFromSandbox: (path) => `把 ${path} 从沙箱复制到主目录？`,
      keepIt: '复制',
      copied: (path) => `${path} 已在主目录中。`,
      notCopied: (path) => `未复制 ${path}。`,
      notInLayer: (path) => `没有命令把 ${path} 写入主目录的覆盖层。`,
      sandboxUsage: '用法：/sandbox 或 /sandbox keep PATH',
    },
  },
  async run(args, { programs: { sandbox }, person, mode }, say): Promise<CommandResult> {
    const status = await sandbox.status();
    const [, action = '', path = ''] = /^(\S*)\s*([\s\S]*)$/.exec(args.trim()) ?? [];
    if (action === 'keep' && path !== '') {
      if (!(await sandbox.holds(path))) return { problem: { title: say.notInLayer(path) } };
      if (!(await person.confirm({ title: say.keepFromSandbox(path) }, say.keepIt, say.leaveIt)))
        return { title: say.notCopied(path) };
      return (await sandbox.keep(path)) === 'missing'
        ? { problem: { title: say.notInLayer(path) } }
        : { title: say.copied(path) };
    }
    if (action !== '') return { problem: { title: say.sandboxUsage } };
    const changes = await sandbox.changes();
    const ports = sandbox.openPorts?.() ?? [];
    return {
      title: statusLine(status, mode.current.network, say),
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
export function gapList(status: SandboxStatus, say: CommandWords): Block[] {
  if (status.layer === 'none' || status.gaps.length === 0) return [];
  return [{ type: 'list', items: status.gaps.map((gap) => say.sandboxGaps[gap]) }];
}

/** The sandbox layer in one line, or why there is none. */
export function statusLine(status: SandboxStatus | undefined, network: Network | undefined, say: CommandWords): string {
  if (!status || status.layer === 'none') return say.noSandbox(status ? saidIn(status.why, say.faults) : '');
  const reach = say.reach[status.network === 'hosts' || network === 'none' ? (network ?? 'hosts') : status.network];
  return `${say.inSandbox(status.layer, status.home === 'layer')} ${reach}`;
}
