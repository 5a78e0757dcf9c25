/** coder's own messages while a session runs, in Chinese. */

import { late } from '../../base/late.ts';
import type { TurnWords } from '../en/turn.ts';

const words = (): TurnWords => ({
  commandStopped: (line: string) => `命令到此为止，什么都没有发送：! ${line} 没有运行。`,
  readInstead: (files: string) => `没有 AGENTS.md，改读 ${files}。`,
  wroteWhatRuns: (path) => `该命令写入了 ${path}，它以后会被执行；已先放到一边。`,
  putItBack: '放回去',
  leaveItAside: '先不放回',
  offlineAnswers:
    '由内置的离线模型回答：基于规则，无需密钥，不联网。接入真实模型：设置 OPENAI_API_KEY、ANTHROPIC_API_KEY、GEMINI_API_KEY 或 AGENT_BASE_URL；“coder models” 会查找本地服务。',
  projectClosed: (folder) => `${folder} 属于另一个用户，无法读取：没有项目设置，本次会话只保存在内存中。`,
  homeNotAFolder: (home) =>
    `${home} 不是目录：没有您自己的设置和密钥，也不会在那里保存任何内容。可用 CODER_HOME 指定另一个目录。`,
  nativeChanged: (path) => `${path} 与此版本 coder 构建时的文件不一致，因此未使用；搜索会变慢。请重新安装 coder。`,
  ownWorktree: (path, branch) => `子智能体的工作在 ${path}，分支 ${branch}；参见 “coder worktrees”。`,
  writtenCall: (model) =>
    `模型把工具调用写成了文本，未执行。运行 “coder doctor --model ${model}” 可测量它如何调用工具。`,
  cutShort: (undone, left) =>
    `coder 在修改多个文件时被强行终止。${undone.length === 0 ? '' : `已恢复原状：${undone.join('、')}。`}${left.length === 0 ? '' : `保持现状：${left.join('、')}。`}`,
  modelByVariable: (variable, model, where, saved) =>
    `模型：${model}，由 ${variable} 决定；${saved}（${where}）未使用。`,
  jobsEnded: (commands) => `已结束后台程序：${commands}`,

  verifying: (command, retry, of) =>
    retry === 0 ? `自动验证：${command}` : `自动验证，第 ${retry} 次重试（共 ${of} 次）：${command}`,
  baseline: (command) => `首次修改之前先运行一次，以便比较：${command}`,
  verifyFailed: (command, exitCode, of, retry) =>
    retry === undefined
      ? `自动验证失败：${command}（退出码 ${exitCode}）。重试次数已用完（${of} 次）。`
      : `自动验证失败：${command}（退出码 ${exitCode}）。请模型修复（第 ${retry} 次，共 ${of} 次）。`,
  failedBefore: (command, exitCode) =>
    `自动验证失败：${command}（退出码 ${exitCode}），与本回合之前相同，没有新的失败。`,
  bestEffort: (command, why) =>
    `自动验证（best-effort，仅尽力而为）：${command} 无法说明改动是否正确，${why}。不再重试。`,
  problems: {
    'command-not-found': '所需的程序没有安装',
    'not-executable': '它没有执行权限（chmod +x）',
    'missing-dependency': '缺少依赖',
    'no-tests': '没有可运行的测试',
    'time-out': '超过了时间限制（safety.command_timeout_ms）',
    'not-started': '命令无法启动',
  },
  notRun: (why) => `未执行自动验证：${why}`,
  whyNotRun: {
    declined: '您要求不验证。',
    noShell: (mode) => `${mode} 模式下 bash 已关闭。`,
    noCommand: '没有适用于此项目的检查命令；可在 workflow.verify_commands 中指定。',
    noScript: 'package.json 中没有 test 脚本。',
    offList: (command, instead, list) =>
      `项目设置中的 “${command}” 不是已知的检查命令（${list.join('、')}）。${instead ? `您是否指 “${instead}”？` : ''}`,
    refusedProgram: (line) => `您在本次会话中拒绝了 “${line}”。`,
    refusedAnything: (why) => `您说过 “${why}”。`,
    denied: (command, why) => `${command}：${why}`,
    changedCheck: (command, path) =>
      `${command} 会运行本次会话改动过的内容（${path}），而无人可以同意。要事先同意，请在消息中写明检查命令，或使用 --yes。`,
  },
  checked: (lines) => `已检查：${lines.join('、')} 通过（在最后一次修改之后）`,
  failed: (line, exitCode, asBefore) =>
    `检查失败：${line} 退出码 ${exitCode}（在最后一次修改之后${asBefore ? '，与本回合之前相同' : ''}）`,
  notChecked: (path) => `${path} 修改后尚未检查`,
  notCheckedAfter: (command) => `运行 “${command}” 之后尚未检查`,
  sameCall: (call, times) => `同一调用连续 ${times} 次，结果相同：${call}`,
  sameCycle: (calls, times) => `同样的 ${calls.length} 个调用循环了 ${times} 次，结果相同：${calls.join('、')}`,
  sameText: (text, times) => `同一段文字重复了 ${times} 次：${text}`,
  loop: {
    ask: (what) => `模型在重复：${what} —— 要继续吗？`,
    stop: '到此为止',
    goOn: '继续',
    ended: (what) => `检测到循环：${what}`,
  },
  routed: (model, by, chosen) => `本回合使用模型 ${model}（${by}），而不是 ${chosen}`,
  checkedBy: (model, chosen) => `此项检查使用模型 ${model}（routing.small），而不是 ${chosen}`,
  cutOff: '回答被模型的输出上限截断。',
  stepLimit: (most) => `已达到步数上限（${most}）`,
  turnLimit: (most) => `已达到会话的回合上限（${most}）`,
  modelRefused: '模型拒绝回答（内容过滤）。',
  asksToWait: (seconds) => `服务商要求等待 ${seconds} 秒；请稍后再试。`,
  nothingMoreToDrop:
    '没有更多内容可以省略。请使用上下文窗口更大的模型，把 context_limit 设为此模型能接受的大小，或用 /new 重新开始。',

  budgetReached: (spent, limit, next, attended) =>
    `已达到预算：已用 ${spent}，上限 ${limit}${next === undefined ? '' : `；下一次请求大约需要 ${next}`}。没有丢失任何内容：${attended ? '用 /budget 提高上限，然后说“继续”' : '用 coder --continue --budget LIMIT -p "继续" 提高上限后继续'}。`,
  budgetWarning: (spent, limit) => `预算 ${limit} 已用去 ${spent}。`,
  priceUnknown: (model) => `${model} 的价格未知，无法按金额计算预算。请改用 token 数或分钟数。`,
  tokens: (amount) => `${amount} tokens`,
  minutes: (amount) => `${amount} 分钟`,

  usualSteps: {
    change: ['理解需求和相关代码', '完成修改', '验证结果'],
    study: ['理解需求和相关代码', '分析并形成方案', '总结结论'],
  },
});

export const turn = late(words);
