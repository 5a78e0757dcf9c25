/** The findings of `coder doctor`, and what to do about them, in Chinese. */

import { late } from '../../base/late.ts';
import type { DoctorWords } from '../en/doctor.ts';

const words = (): DoctorWords => ({
  marks: { ok: '正常', warn: '注意', fail: '失败' },
  columns: (term, columns) => `${term}，${columns} 列`,
  notATerminal: '标准输出不是终端',
  useTerminal: '要进行对话，请在终端中运行 “coder”。',
  setTerm: '请设置 TERM（例如 xterm-256color），或使用 --screen-reader。',

  installBash: '请安装 bash：用到 bash 特性的命令在 sh 中会失败。',
  noShell: '没有 /bin/bash，也没有 /bin/sh',
  needsShell: '请安装 bash：没有 shell 就不能运行任何命令。',
  notOnPath: '在 PATH 中找不到',
  installGit: '请安装 git，以便使用 git 工具。',
  comesWithCoder: '随 coder 提供',
  notFound: '找不到',
  nativeChanged: (path) => `${path} 与此版本构建时的文件不一致，因此未使用`,
  installAgain: '请重新安装 coder。',
  installRipgrep: '没有它也能搜索，但较慢；请安装 ripgrep。',
  sandboxNetwork: {
    hosts: (layer) => `${layer}；按主机联网`,
    none: (layer) => `${layer}；没有网络`,
    allowed: (layer) => `${layer}；已允许的命令可以联网`,
  },
  sandboxSignals: (what) => `${what}；命令可以结束您的其他进程（早于 Linux 6.12）`,
  sandboxOff: '已关闭（sandbox.mode）',
  sandboxWithHome: (layer) => `${layer}，主目录之上有覆盖层`,
  noSandbox: (why) => `没有：${why}`,
  ownRights: '命令以您自己的权限运行；由策略和审批决定运行哪些。',
  writable: (path) => `${path} 可写`,
  notWritable: (path) => `${path} 不可写`,
  inMemoryOnly: '会话只保存在内存中；请用 --cwd 选择另一个目录。',

  hooksReady: (count) => `已配置 ${count} 个`,
  hooksNotRun: (count, of) => `${of} 个中有 ${count} 个不运行`,
  seeHooks: '“coder hooks list” 会说明原因。',
  correctHooks: '请改正文件；有误的部分已略过。',
  readable: '可以读取',
  setItYourself: '请在您自己的设置文件中设置。',
  correctFile: '请在该处改正；“coder config set KEY VALUE” 和 “coder config edit” 修改您自己的文件。',
  nothingSent: '在此之前不会发送任何内容。',
  offlineModel: '内置的离线模型',
  setKey: '要用其他模型，请设置 OPENAI_API_KEY、ANTHROPIC_API_KEY、GEMINI_API_KEY 或 AGENT_BASE_URL。',
  checkAddress: '请检查地址、密钥和网络；“coder config” 显示所用的设置。',
  answers: (vendor, host, model) => `${vendor}（${host}）有响应；模型 ${model}`,

  notStored: '没有保存任何结果；等模型能回答时再试。',
  abilities: {
    parallelCalls: (has) => `${has ? '支持' : '不支持'}并行调用`,
    usage: (has) => `${has ? '报告' : '不报告'}用量`,
    reasoning: (has) => `${has ? '支持' : '不支持'}思考`,
    images: (has) => `${has ? '支持' : '不支持'}图像`,
    window: (tokens) => (tokens === undefined ? '未报告上下文窗口' : `上下文窗口 ${tokens} tokens`),
    all: (abilities) => abilities.join('，'),
  },
  noCalls: (abilities) => `不支持工具调用，${abilities}`,
  calls: { native: '原生工具调用', written: '文本形式的工具调用' },
  modelCalls: (calls, abilities) => `${calls}，${abilities}`,
  stored: (file) => `已保存到 ${file}。`,
  onlyAnswers: (stored) => `它只能回答，不能执行操作；请换一个模型。${stored}`,
});

export const doctor = late(words);
