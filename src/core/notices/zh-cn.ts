/** The notices in Chinese. */

import type { EnvironmentProblem, Notices } from './notices.ts';

const PROBLEMS: Readonly<Record<EnvironmentProblem, string>> = {
  'command-not-found': '所需的程序没有安装',
  'missing-dependency': '缺少依赖',
  'no-tests': '没有可运行的测试',
  'time-out': '超过了时间限制（safety.command_timeout_ms）',
  'not-started': '命令无法启动',
};

export const zhCn: Notices = {
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
    `自动验证（best-effort，仅尽力而为）：${command} 无法说明改动是否正确，${PROBLEMS[why]}。不再重试。`,
  notRun: (why) => `未执行自动验证：${why}`,
  whyNotRun: {
    declined: '您要求不验证。',
    noShell: (mode) => `${mode} 模式下 bash 已关闭。`,
    noCommand: '没有适用于此项目的检查命令；可在 workflow.verify_commands 中指定。',
    noScript: 'package.json 中没有 test 脚本。',
    wouldWatch: 'test 脚本以 “node --test” 结尾，会把 --watch=false 当作 --watch；请给它指定文件或目录。',
    offList: (command, instead, list) =>
      `“${command}” 不在允许自动执行的命令列表中（${list.join('、')}）。${instead ? `您是否指 “${instead}”？` : ''}`,
    denied: (command, why) => `${command}：${why}`,
  },
  fix: (command, exitCode, output) =>
    `验证失败：\`${command}\` 的退出码是 ${exitCode}。\n\n${output}\n\n请修复并再次验证。`,
  leaveAlone: (failures) =>
    `以下失败在改动之前就有；除非用户要求，请不要处理：\n${failures.map((failure) => `- ${failure}`).join('\n')}\n\n`,
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
    notRun: '未执行：这与之前做过的相同，结果也相同。请换一种做法。',
  },
  routed: (model, by, chosen) => `本回合使用模型 ${model}（${by}），而不是 ${chosen}`,
  checkedBy: (model, chosen) => `此项检查使用模型 ${model}（routing.small），而不是 ${chosen}`,
  jobsEnded: (commands) => `已结束后台任务：${commands}`,
  cutOff: '回答被模型的输出上限截断。',
};
