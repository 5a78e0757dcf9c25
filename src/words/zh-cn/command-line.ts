/** Errors in a command line, and messages for when coder cannot run, in Chinese. */

import { late } from '../../base/late.ts';
import type { CommandLineWords } from '../en/command-line.ts';

const words = (): CommandLineWords => ({
  seeHelp: '运行 “coder --help” 查看命令和选项。',
  oldNode: (oldest, version) =>
    `需要 Node ${oldest} 或更新的版本，当前是 ${version}。请安装新版 Node，或在源码目录中通过 npm 运行。`,
  bug: (why) => `coder 遇到内部错误：${why}（CODER_DEBUG=1 显示位置）`,
  outputLost: (why) => `无法写入标准输出：${why}`,
  noWorkingFolder: '当前工作目录已不存在；请换一个目录，或用 --cwd 指定',
  noSuchFolder: (path, flag) => `没有这个目录：${path}（${flag}）`,
  notAFolder: (path, flag) => `不是目录：${path}（${flag}）`,

  notOneOf: (option, values, value) => `${option} 只能是 ${values.join('、')}，不能是 “${value}”`,
  jsonForCommands: '--json 用于子命令；单个回合请用 --output-format json',
  cannotBeUsedWith: (option, command) => `${option} 不能用于${command === undefined ? '对话' : ` “coder ${command}”`}`,
  takesNo: (command, word) => `coder ${command} 不接受 “${word}”`,
  verboseVersion: '--verbose 只能与 --version 一起使用。',
  promptTwice: '-p 出现了两次；一次运行只接受一条提示词',
  emptyPrompt: '-p 后面需要内容',
  emptyValue: (option) => `${option} 需要一个值；给出的值是空的`,
  badTrust: '--trust 应为 sha256: 加 64 位十六进制数字，即 “coder trust --print” 的输出',
  continueAndResume: '--continue 与 --resume 不能同时使用',
  resumeNeedsTerminal: '--resume 不带 ID 时从列表中选择，这需要终端；“coder sessions” 列出 ID',
  rangeTwice: (options) => `${options.join(' 和 ')} 不能同时使用`,
  badDescriptor: (variable, value) => `${variable} 为“${value}”，不是已打开且可读的文件描述符；请使用 3 或更大的编号`,
  stdinTwice: '--stdin 和 --no-stdin 不能同时使用',
  inputFormatWithPrompt: '--input-format 用于来自标准输入的消息，而 -p 已经给出了消息；加上 --stdin 可附上标准输入',

  wordAfterPrompt: (word) => `-p 只接受一段文字，而后面还有 “${word}”；请把文字放进引号`,
  unknownCommand: (word, near, commands) =>
    `未知命令 “${word}”（${near === undefined ? `可用命令：${commands.join('、')}；要发送提示词请用：coder -p "…"` : `您是否指 coder ${near}？`}）`,
  unknownOption: (option, near) => `未知选项 ${option}${near === undefined ? '' : `；您是否指 --${near}？`}`,
  optionBeforeDashes: (option) => `未知选项 ${option}；请在命令前加 --：coder policy check -- 命令`,
  valueWithDash: (option, long) => `${option} 需要一个值；以短横线开头的值写作 ${long}=值`,
  takesNoValue: (option) => `${option} 不带值`,
  needsValue: (option) => `${option} 需要一个值`,
});

export const commandLine = late(words);
