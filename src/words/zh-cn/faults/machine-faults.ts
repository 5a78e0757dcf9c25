/** What the machine and the network report, in Chinese. */

import { late } from '../../../base/late.ts';
import { own } from '../../../base/own.ts';
import type { MachineFaultWords } from '../../en/faults/machine-faults.ts';
import { undoRefusals } from '../undo-refusals.ts';

const words = (): MachineFaultWords => ({
  proxySilent: (_said, proxy) => `代理 ${proxy} 没有应答`,
  proxyRefused: (_said, proxy, status) => `代理 ${proxy} 拒绝建立隧道（${status}）`,
  proxyBad: (_said, variable) => `${variable} 不是 http:// 或 https:// 代理。请改正它，或把该主机加入 NO_PROXY。`,
  encodingUnknown: (_said, encoding) => `回答使用了未知的编码 "${encoding}"`,

  editorStatus: (_said, status) => `它返回了状态 ${status}。`,
  editorNoWebSocket: (_said) => '它不支持 WebSocket。',
  editorBusy: (_said) => '等待发送给它的消息太多。',
  editorTooLong: (_said) => '它发来的消息太长。',
  editorLate: (_said) => '它没有及时回答。',

  lockHeld: (_said, pid, host, path) =>
    `正被${pid === '' ? '另一个进程' : `${host === '' ? '' : ` ${host} 上的`}进程 ${pid} `}使用。请先结束它；若它已不在，请删除 ${path}`,
  stateNoFolder: (_said, folder) => `${folder} 不是目录。请把它移走，以便 coder 在那里保存文件。`,

  keyCommandLate: (_said, program, seconds) => `provider.key_command：${program} 在 ${seconds} 秒内没有给出密钥。`,
  keyCommandMissing: (_said, program) => `provider.key_command：找不到 ${program}。`,
  keyCommandFailed: (_said, program, code) =>
    `provider.key_command：${program} 失败（退出码 ${code}）。请自己运行它查看原因。`,
  keyCommandSilent: (_said, program) => `provider.key_command：${program} 没有输出。`,

  sandboxOff: (_said) => 'sandbox.mode 已关闭',
  sandboxNoHome: (_said) => '没有主目录',
  sandboxHomeInside: (_said, root) => `工作区 ${root} 包含您的整个主目录`,
  sandboxUnsupported: (_said) => '不支持此系统',
  sandboxInstall: (_said) => '请安装 bubblewrap',
  sandboxUntried: (_said) => 'macOS 的沙箱未经测试；把 sandbox.mode 设为 "require" 可启用',
  sandboxNoSeatbelt: (_said) => '没有 sandbox-exec',
  sandboxRanNothing: (_said, program) => `${program}：没有运行任何程序`,
  sandboxConfinesNothing: (_said, program) => `${program}：它没有任何限制作用`,
  sandboxNoNamespaces: (_said, program) => `${program}：系统不允许您创建命名空间`,
  sandboxFailed: (_said, program, why) => `${program} 失败：${why}`,

  mentionMissing: (_said) => '没有这个文件',
  mentionOutside: (_said) => '路径在工作区之外（用 --add-dir 添加其目录）',
  mentionOff: (_said) => '读取已关闭',
  mentionNoMemory: (_said) => '还没有记住任何内容',

  unkeptIrregular: (_said) => '不是普通文件',
  unkeptUnreadable: (_said) => '无法读取',
  unkeptNoRoom: (_said) => '没有空间保留它（undo.max_bytes）',
  unkeptNoTime: (_said) => '来不及保留它',
  unkeptTooLarge: (_said, mb) => `太大，无法保留（${mb} MB）`,
  uncoveredTree: (_said, root) => `${root}：文件太多；不涵盖命令在那里所做的更改`,
  uncoveredPlace: (_said, path) => `${path}：来自撤销不涵盖的位置，会保留`,
  uncoveredIgnored: (_said, names) => `不涵盖被忽略的文件：${names}`,
  uncoveredMore: (_said, count) => `另有 ${count} 项`,
  uncoveredKilled: (_said, line) => `${line}：它运行时 coder 被强行终止`,
  leftChanged: (_said, path) => `${path}（之后有改动）`,
  leftRefused: (_said, path, refusal) => `${path}（${own<string>(undoRefusals, refusal) ?? refusal}）`,
  leftBecause: (_said, path, why) => `${path}（${why}）`,
  andSomeMore: (_said, count) => `另有 ${count} 个`,
  undoBytesGone: (_said) => '它的内容已不再保留',
  undoProtected: (_said) => '它受保护：请自行修改',

  noCommitYet: (_said, why) => `此仓库还没有提交：请先提交一些内容${why}`,
  noSuchCommit: (_said, base, why) => `无法读取基准 ${base}：这里没有这个提交${why}`,
  worktreeNoRepository: (_said, folder) => `不是 git 仓库：${folder}。工作树需要仓库；请先在那里运行 \`git init\`。`,
  worktreeBadName: (_said, name) => `不能作为工作树的名称：${name}`,
  worktreeExists: (_said, name, path) => `已有工作树 ${name}：${path}`,
  worktreeNoBranch: (_said, branch) => `没有可用的分支名称：${branch}`,

  keptTooMany: (_said) => '有改动的文件：数量过多，无法逐一检查',
  keptHead: (_said) => '不属于任何分支的提交：无法读取 HEAD',
  keptOperation: (_said, what) => `git 有未完成的操作：${what}`,
  keptMount: (_said, path) => `${path} 处有挂载`,
  keptIndex: (_said) => '无法读取暂存区',
  keptLocked: (_said, by) => `已锁定：${by}`,
  keptForeign: (_said, path) => `${path} 不是当初创建它的仓库的工作树`,
  keptElsewhere: (_said, path, root) => `${path} 不在 ${root} 之下`,
  keptRepository: (_said, path) => `${path} 中是仓库本身`,
  keptNoFolder: (_said, path) => `${path} 不是目录`,
});

export const machineFaults = late(words);
