/** What commands answer, in Chinese. */

import type { CommandWords } from '../en/commands.ts';

const BUDGET_HINT = '写法：$2、500k tokens 或 30m；多个用逗号分隔；off 表示不限。';

import { trust } from './trust.ts';

export const commands: CommandWords = {
  modes: {
    build: '在项目中工作；修改和命令需要确认',
    plan: '阅读、提问、规划；不做任何修改',
    default: '同 build，带待办；按要求验证',
    'auto-edit': '修改不再询问；命令需要确认',
    yolo: '什么都不询问，包括命令',
  },
  inputRules: [
    'Enter 发送；Ctrl+J、Shift+Enter 或行尾的 \\ 换行',
    '多行粘贴显示为 [copy N lines]，发送时完整',
    '空行按 Tab 在 plan 与之前的模式之间切换',
    '↑ 和 ↓ 浏览已发送的内容，Ctrl+R 搜索',
    'Esc 和 Ctrl+C 清空输入，或取消正在运行的内容；空行按 Ctrl+C 或 Ctrl+D、连按两次 Ctrl+C 退出',
    '! 命令 运行 shell 命令，@路径 引用文件',
  ],

  trust,

  unknownCommand: (name, close) =>
    `未知命令：/${name}。${close === undefined ? '' : `您是否指 /${close}？`}/help 列出全部命令。`,
  pathFirst: (path) => `不是命令：/${path}。要发给模型，请先写文字，不要以路径开头。`,
  commands: '命令',
  input: '输入',
  leftOut: '未采用',

  mode: (name) => `模式：${name}`,
  modeAsBefore: (name) => `模式：${name}，保持不变`,
  unknownMode: (name, all) => `未知模式：${name}。可用模式：${all}`,
  nothingAsks: (name) => `${name}：所有命令和修改都不经询问直接执行，由模型决定。仅在没有东西可丢失的地方使用。`,
  switchTo: (name) => `切换到 ${name}`,
  stay: '保持不变',

  model: (name) => `模型：${name}`,
  modelAsBefore: (now, wanted, why) => `模型：${now}，保持不变。无法使用 ${wanted}：${why}`,
  modelSaved: (name, file) => `模型：${name}（已保存到 ${file}）`,
  modelOverridden: (variable) => `只要设置了 ${variable}，下次启动时以它为准。`,
  modelNotSaved: (name, why) => `模型：${name}，仅限本次会话。未能保存：${why}`,

  tools: (mode) => `${mode} 模式的工具`,
  toolsOff: (names) => `已关闭：${names}`,
  skills: '技能。描述相符时由模型加载。',
  noMcp: '此版本不连接 MCP 服务器。/tools 列出现有工具。',
  /** What a front end is answered that cannot do it itself. */
  forFrontEnds: {
    vim: 'vim 按键只能在终端中使用。',
    style: '样式只在终端中有用。',
    exit: '要结束会话，请发送 {"type":"close"}。',
  },
  nothingPinned: '没有固定的备注。/pin 文字 可以让一条备注不被压缩掉。',
  pins: '固定的备注',
  pinned: (text) => `已固定：${text}`,

  nothingToUndo: '没有可撤销的内容：本次会话没有回合修改过文件，或记录已不再保留。',
  notUndone: '没有撤销任何内容。',
  notATurnCount: (typed) => `/undo 后面是回合数，例如 /undo 2。无法理解：${typed}`,
  undo: '撤销',
  keepChanges: '保留修改',
  undoTurn: (input) => `撤销本回合${input === '' ? '' : `：${input}`}`,
  undoTurns: (turns) => `撤销 ${turns} 个回合`,
  onlyTurns: (turns) => `只有 ${turns} 个回合还能撤销。`,
  undone: (files, left) => `已撤销 ${files} 个文件的修改。${left > 0 ? `还可撤销 ${left} 个回合。` : ''}/redo 可重做。`,
  undoRefused: (next) =>
    `没有撤销任何内容：所有文件之后都有改动。${next === undefined ? '' : `/undo ${next} 继续撤销更早的回合。`}`,
  wouldUndo: { remove: '将删除', restore: '将恢复', change: '将还原' },
  didUndo: { remove: '已删除', restore: '已恢复', change: '已还原' },
  nothingToRedo: '没有可重做的内容：没有撤销过，或之后又有其他修改。',
  redoRefused: '没有重做任何内容：所有文件之后都有改动。',
  redone: (files) => `已重做 ${files} 个文件的修改。`,
  didRedo: { remove: '已再次删除', restore: '已再次创建', change: '已再次修改' },
  leftAsItIs: '保持原样：',
  notCovered: '未包括：',
  undoRefusals: {
    'not-empty': '它不是空的',
    'content-gone': '之前的内容已不再保留',
    'other-form': 'git 以另一种形式保存它，例如换行符不同',
    removed: '之后被删除了',
    created: '之后被创建了',
    changed: '之后被修改了',
    'no-room': '没有空间为 /redo 保留它（undo.max_bytes）',
    outside: '它现在位于工作区之外',
  },
  andMore: (count) => `另有 ${count} 个`,

  noChanges: (path) => `会话开始以来${path === undefined ? '' : ` ${path} `}没有改动。`,
  changes: (files, added, deleted) => `会话开始以来改动了 ${files} 个文件：+${added} -${deleted}`,
  changedOutside: '不是由本次会话的回合修改，与 git 比较：',
  changedEarlier: (files) => `git 显示此前已有 ${files} 个文件被改动；/diff all 一并显示。`,
  beforeSession: '会话开始前的改动，与最后一次提交比较：',
  changedUnknown: '由外部修改，没有更早的副本可比较：',

  noCompaction: '没有可撤回的压缩。',
  compactionUndone: '已撤回压缩。本次会话不再自动压缩；需要时用 /compact。',
  compacted: (before, after, byRules) =>
    `上下文已压缩：${before} → ${after} tokens${byRules ? '，模型没有给出摘要，按规则压缩' : ''}。/compact undo 可撤回。`,

  nothingCompacted: {
    cancelled: '已取消；没有任何改动。',
    'not-shorter': '摘要不会更短；没有任何改动。',
    'nothing-older': '还没有可以压缩的较早内容。',
    'nothing-to-drop': '没有可以省略的内容。',
  },

  noUsage: '还没有模型调用报告用量。',
  contextFill: (tokens, limit) => `上下文：${tokens} / ${limit} tokens`,
  usageTotal: (tokens, money, isLeast) => `${tokens} tokens，${isLeast ? '至少 ' : ''}${money}`,
  usageOf: (model, input, cached, output, money) =>
    `${model}：输入 ${input}（缓存 ${cached}），输出 ${output}，${money ?? '价格未知'}`,
  budget: (limits) => `预算：${limits}`,
  noBudget: '不限',
  notABudget: (typed) => `“${typed}” 不是预算。${BUDGET_HINT}`,
  spent: (limits, money, tokens, minutes) =>
    `预算：${limits}。已用：${money}，${tokens} tokens，${minutes} 分钟。${BUDGET_HINT}`,

  permissions: (preset, mode) => `权限：${preset}，${mode} 模式`,
  permissionsAsBefore: (preset) => `权限：${preset}，保持不变`,
  unknownPreset: (name, all) => `未知预设：${name}。可用预设：${all}；另有：why 命令、revoke [规则]`,
  offIn: (mode) => `${mode} 模式下关闭`,
  byCommand: (verdict) => `按命令：${verdict}，见下`,
  askButAllowed: 'ask，但您已允许',
  otherCommands: (verdict, readOnlyRuns, skipsChecks) =>
    `* ${verdict}（${readOnlyRuns ? '确认只读的命令不询问；' : ''}${skipsChecks ? '有风险也不询问' : '有风险的总是询问'}）`,
  allowedByYou: '您已允许（“/permissions revoke” 可撤回）',
  secretsHidden: '不会给模型看的密钥，以及各自隐藏的次数：',
  nothingAllowed: '还没有用 always 允许过任何内容。',
  everyCallOf: (tools) => `${tools} 的所有调用`,
  lifetimes: { session: '本次会话', project: '本项目' },
  whichCommand: '哪条命令？例如 /permissions why git push',
  checkResults: {
    'hard-block': () => '在任何模式下都会被拒绝，批准也无效。',
    refused: (preset) => `被预设 ${preset} 拒绝。`,
    runs: () => '无需询问即可运行。',
    'asks-risk': () => '每次都会询问：是或否。',
    'asks-always': () => '每次都会询问；没有规则能覆盖它。',
    asks: () => '会询问；可以用 always 保存规则。',
  },
  noGrants: '没有可撤回的规则。',
  whichRule: '撤回哪条规则？',
  notRevoked: '没有撤回任何规则。/permissions revoke 规则，可选：',
  unknownRule: (name) => `没有规则 “${name}”。现有：`,
  revoked: (rule) => `已撤回：${rule}。今后会再次询问。`,

  newSession: (before) => `已开始新会话。${before === undefined ? '' : `/resume ${before} 可返回。`}`,
  thisSession: (id) => `当前就是会话 ${id}。`,
  sessions: (id) => `当前会话：${id}。/resume ID 继续另一个。`,
  sessionMarks: { damaged: '（已损坏）', empty: '（没有内容）' },
  noSessions: '当前目录还没有会话。',
  noOtherSession: '当前目录没有其他会话。',
  whichSession: '继续哪个会话？',
  sessionsToResume: '会话，新的在前。用 /resume ID 继续其中一个。',
  resumed: (id) => `已恢复会话 ${id}`,
  resumedStricter: (was, now) =>
    `它原来处于 ${was} 模式，现在以 ${now} 继续：会话文件不能放宽规则。/mode ${was} 可切换回去。`,
  nothingSaid: '本次会话还没有内容。',
  notAFormat: (typed, all) => `未知格式：${typed}。可用格式：${all}；文件名要带扩展名。`,
  fileExists: (path) => `${path} 已存在。`,
  replaceIt: '替换',
  leaveIt: '不替换',
  fileStays: (path) => `未导出：${path} 保持不变。`,
  exported: (path) => `已导出到 ${path}`,
  notExported: (why) => `未导出：${why}`,
  noFolder: (file) => `${file} 所在的目录不存在。`,

  noJobs: '没有后台命令。模型可以用 bash 在后台启动。',
  jobs: '后台命令。/jobs ID 查看输出，/jobs stop ID 结束。',
  unknownJob: (id, all) => `没有后台命令 ${id}。现有：${all}`,
  jobOver: (id, state) => `${id} 已经结束（${state}）。`,
  stoppedJob: (job) => `已停止 ${job}`,
  jobStates: { exited: '已退出', stopped: '已停止' },
  runningFor: (seconds) => `已运行 ${seconds} 秒`,
  stateAndExit: (state, exitCode) => `${state}，退出码 ${exitCode}`,
  noOutput: '（没有输出）',
  linesBefore: (count) => `[前面还有 ${count} 行]`,
  noTerminals: '没有交互式程序。用“! -i 命令”启动，模型也可以启动。',
  terminals: '交互式程序。/terminals ID 查看屏幕，/terminals kill ID 结束；Home 键切换过去。',
  unknownTerminal: (id, all) => `没有交互式程序 ${id}。现有：${all}`,
  terminalOver: (id) => `${id} 已经结束。`,
  endedTerminal: (terminal) => `已结束 ${terminal}`,
  endedAfter: (seconds, exitCode) => `${seconds} 秒后结束，退出码 ${exitCode}`,
  emptyScreen: '（空）',
};
