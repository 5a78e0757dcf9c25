/** Messages of policy and approvals, in Chinese. */

import { late } from '../../base/late.ts';
import type { PolicyWords } from '../en/policy.ts';
import { effects } from './effects.ts';
import { reasons } from './reasons.ts';

const words = (): PolicyWords => ({
  get reasons() {
    return reasons();
  },
  get effects() {
    return effects();
  },
  and: '；',
  risk: (reason) => `风险，任何规则都不能免除：${reason}`,

  hardBlocked: (why) => `在任何模式下都被禁止：${why}`,
  toolOff: (tool, mode) => `工具 ${tool} 在 ${mode} 模式下已关闭。`,
  riskUnattended: (why) => `这需要人来批准，而现在没有人可以批准。原因：${why}`,
  unattended: (why, isEdit) =>
    `这需要批准，而现在没有人可以批准（${isEdit ? '--mode auto-edit 允许修改；' : ''}--yes 或 approval.auto_approve_ask 批准策略会询问的操作）。原因：${why}`,
  scopeNotOffered: '没有运行：回答 always 时给出的规则不在可选之列。',
  wrongArguments: (at) => (at === '' ? '参数有误' : `参数有误（${at}）`),
  refused: '您拒绝了这次调用。',
  refusedBefore: '您在本回合已拒绝过同样的调用。',
  refusedBecause: (why) => `您拒绝了：${why}`,
  coversTyping: '它将在终端中运行。此次批准也包括向该程序输入的内容；在 shell 提示符处输入的命令行会再次询问。',
  tried: (exitCode, added, changed, deleted) =>
    `已在用后即弃的覆盖层上试运行（退出码 ${exitCode}）：新增 ${added}，修改 ${changed}，删除 ${deleted}。`,
  triedNothing: (exitCode) => `已在用后即弃的覆盖层上试运行（退出码 ${exitCode}）：工作区不会有文件改变。`,
  triedHosts: (hosts) => `它试图连接 ${hosts}；试运行时没有网络。`,
  notTried: '无法试运行：这里没有可用的覆盖层。',
  cancelledAsking: '等待批准时被取消。',
  cancelledBefore: '开始之前被取消。',
});

export const policy = late(words);
