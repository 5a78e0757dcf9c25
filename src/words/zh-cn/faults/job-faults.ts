/** What is wrong with a job, with the file of a fleet, or with standard input, in Chinese. */

import { late } from '../../../base/late.ts';
import type { JobFaultWords } from '../../en/faults/job-faults.ts';

const words = (): JobFaultWords => ({
  jobIdForm: () => '应为 1 到 200 个字符，且不能以空格或斜杠开头',
  jobBlank: () => '不能为空',
  jobOther: (id) => `id：${id} 是另一个任务的 id。请为此任务另取一个 id。`,
  jobNoFolder: (folder) => `cwd：没有这个目录：${folder}`,
  jobBudget: (budget) => `budget：无法理解：${budget}。写法：$2、500k tokens 或 30m；多个用逗号分隔；off 表示不限。`,
  jobVariable: (name) => `env_names：没有设置 ${name}`,
  jobSchema: (keywords) => `output_schema：coder 无法检查：${keywords}`,
  jobNoRepository: (key, folder) => `${key}：${folder} 不在 git 仓库中`,
  jobWorktreeUsed: (name) => `${name} 正在使用中`,

  lineNoObject: (line) => `第 ${line} 行不是 JSON 对象`,
  lineOtherJob: (line) => `第 ${line} 行的 id 属于另一个任务`,

  standardInput: () => '标准输入',
  inputLine: (line) => `标准输入第 ${line} 行`,
  inputNotJson: (what, why) => `${what} 不是 JSON：${why}`,
  inputNotRead: (what, why) => `无法读取 ${what}：${why}`,
  inputLineNoJson: (place, text) => `${place}：不是一行 JSON：${text}`,
  inputTooLong: () => '标准输入超过 32 MB；请存为文件，再指定该文件',
  inputNoText: () => '标准输入不是文本；请存为文件，再指定该文件：coder -p "… @FILE"',
});

export const jobFaults = late(words);
