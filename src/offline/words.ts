/** Everything the offline model says, in English and Chinese. */

import type { Failure } from './fix/failure.ts';

const en = {
  help: `I am coder's built-in offline model: rules, not a language model. I use coder's real tools and understand, in English and Chinese:

- **look** — \`list files\`, \`find *.ts\`, \`find where total is defined\`, \`list all TODOs\`, \`show lines 1-20 of README.md\`, \`explain this project\`
- **change** — \`create hello.py that prints hello\`, \`replace foo with bar in src/a.js\`
- **run** — \`run npm test\`, \`run the tests\`, \`the test fails: find out why and fix it\`
- **think** — \`plan how to add a login page\`, \`ask me whether to use tabs or spaces\`

Steps can be joined: \`create a.txt with hi, then run cat a.txt\`. For anything else, connect a model: set \`OPENAI_API_KEY\`, \`ANTHROPIC_API_KEY\`, \`GEMINI_API_KEY\` or \`AGENT_BASE_URL\` and start coder again, or run a local one such as Ollama and choose it with \`/model\`.`,
  notUnderstood:
    'I cannot do that, or did not understand it: I am the built-in offline model and only follow rules. I can list, find, read, explain, create, replace, run, plan, ask and fix a small failing test (`help` shows how to say it); for anything else connect a model: set `OPENAI_API_KEY`, `ANTHROPIC_API_KEY`, `GEMINI_API_KEY` or `AGENT_BASE_URL`, or choose a local one with `/model`.',
  nothingLeft: (changed: string) =>
    `That is all I can do for this request (changed: ${changed || 'nothing'}). If a check failed after it, \`fix the failing test\` lets me have a look.`,
  firstThought: 'I have a rule for this request.',
  stoppedBefore: (left: readonly string[]) =>
    `I stopped there. Not done:\n\n${left.map((step) => `- ${step}`).join('\n')}`,

  failed: (doing: string) => `${doing} did not work:`,
  denied: (doing: string) => `${doing} was not allowed, and I did not work around it:`,
  cancelled: (doing: string) => `${doing} was cancelled:`,

  thisFolder: 'this folder',
  thisProject: 'this project',
  isEmpty: (what: string) => `There is nothing in ${what}.`,
  folderHas: (where: string, folders: number, files: number, more: string) =>
    `**${[folders > 0 && count(folders, 'folder'), files > 0 && count(files, 'file')].filter(Boolean).join(', ')}${more}** in ${where}:`,
  definedIn: (text: string) => `By its looks, ${text} is defined here:`,
  noDefinition: (text: string) => `I see no line that looks like a definition of ${text}.`,
  noFile: (pattern: string, where: string) => `No file in ${where} matches ${pattern}.`,
  filesMatch: (pattern: string, where: string, number: string) =>
    `**${number} ${number === '1' ? 'file' : 'files'}** in ${where} for ${pattern}:`,
  linesWith: (text: string, where: string, number: string) =>
    `**${number} ${number === '1' ? 'line' : 'lines'}** in ${where} with ${text}:`,
  notIn: (text: string, where: string) => `${text} does not occur in ${where}, spelled like this.`,
  andMore: (left: number) => `… and ${left} more.`,
  whichFile: 'Which file? Name it, for example `show README.md`.',
  guessedFile: (asked: string, other: string) => `There is no ${asked}; my guess is ${other}.`,
  fileLines: (name: string, first: number, last: number) => `${name}, lines ${first}–${last}:`,
  showMore: (path: string, from: number) => `More: \`show lines ${from}-${from + 100} of ${path}\`.`,
  defines: '**Outline** (line):',
  onlyOutline: 'This is an outline by rules; what the code means takes a real model.',
  noDescription: (title: string) => `I found no README or description that says what ${title} is for.`,

  cannotWrite: (about: string, path: string) =>
    `Writing “${about}” takes a real model, so I created nothing. I can write your own words: \`create ${path} with "…"\`.`,
  cannotChange:
    'I cannot change files in this mode, and nothing was changed: switch with Tab or `/build`, then ask again.',
  exists: (name: string) => `${name} exists already, so I left it alone.`,
  created: (name: string, lines: number) =>
    `Created ${name} (${lines === 0 ? 'empty' : count(lines, 'line')}). \`/undo\` removes it.`,
  nothingChanged: 'Nothing was changed.',
  isKey: (text: string, name: string) =>
    `${text} is a key in ${name}: replacing the word would not set its value. Name the old value instead.`,
  replaced: (from: string, to: string, name: string, places: number) =>
    `Replaced ${from} with ${to} in ${name}: ${count(places, 'place')}. \`/undo\` reverts it.`,
  ended: (command: string, exitCode: number | null, seconds: string) =>
    `${command} — exit code ${exitCode ?? 'none'}, ${seconds} s.`,
  cannotRun: (name: string) => `I do not know how to run ${name}. Give me the command: \`run …\`.`,
  noTests: 'I found no test command in this project. Name it: `run …`.',

  whichOne: 'Which one do you want?',
  notChosen: 'Nothing was chosen, so I leave it open.',
  chosen: (answer: string) => `You chose **${answer}**.`,
  planSteps: (goal: string, test: string | undefined) => [
    'Read the code it touches, and note what must stay as it is',
    'Write a test that shows the wanted behaviour and fails',
    `Make the smallest change that gets there: ${goal}`,
    `Run ${test ?? 'the program'} and look at the diff`,
  ],
  likelyFiles: 'A guess at the files, since they mention a word of it:',
  onlyGeneral: 'These are general steps by rules; a real model would look into your code.',

  fixStages: ['Run the tests', 'Find the cause', 'Fix it', 'Run the tests again'],
  nothingToFix: (command: string) => `Nothing to fix: ${command} passes.`,
  failure: ({ test, expected, actual }: Failure) =>
    `${test === undefined ? 'A test' : `\`${test}\``} ${expected === undefined || actual === undefined ? 'fails' : `expected \`${expected}\` and got \`${actual}\``}.`,
  noGuess: (command: string) =>
    `${command} fails, and I see none of the few bugs that I know (off by one, a wrong sign). A real model would reason on.`,
  guess: (place: string, why: string) => `My guess: ${place} — ${why}.`,
  why: {
    endsEarly: 'it stops one too early',
    endsLate: 'it goes one too far',
    startsLate: 'it starts one too late',
    wrongSign: 'the sign does not fit the name',
  },
  fixed: (command: string, passed: string | undefined, failed: string, cause: string) =>
    `**Fixed.** ${command} passes now${passed === undefined ? '' : ` (${passed} passed, 0 failed)`}. \`/undo\` reverts it.\n\n- **Failed**: ${failed}\n- **Cause**: ${cause}.`,
  notTried: 'I have not tried it. Say `fix the failing test` to have it tried.',
  untested: (name: string) => `The change to ${name} is there, and no test confirms it; \`/undo\` reverts it.`,
  gaveUp: 'I could not fix it. These guesses did not help, and I reverted them:',
};

export type OfflineWords = typeof en;

const zh: OfflineWords = {
  help: `我是 coder 内置的离线模型：只按规则工作，不是语言模型。我使用 coder 的真实工具，能理解中文和英文的这些请求：

- **查看** — \`列出文件\`、\`查找 *.ts\`、\`total 在哪里定义\`、\`列出所有 TODO\`、\`查看 README.md 第 1 到 20 行\`、\`介绍一下这个项目\`
- **修改** — \`创建 hello.py，打印 hello\`、\`把 src/a.js 里的 foo 改成 bar\`
- **运行** — \`运行 npm test\`、\`跑一下测试\`、\`测试失败了，找出原因并修好\`
- **思考** — \`计划如何添加登录页\`、\`问我用空格还是制表符\`

步骤可以连起来：\`创建 a.txt，内容为 hi，然后运行 cat a.txt\`。其他事情请连接模型：设置 \`OPENAI_API_KEY\`、\`ANTHROPIC_API_KEY\`、\`GEMINI_API_KEY\` 或 \`AGENT_BASE_URL\` 后重新启动 coder，或者运行 Ollama 等本地模型，再用 \`/model\` 选择。`,
  notUnderstood:
    '这个我做不到，或者没有理解：我是内置的离线模型，只按规则工作。我能列出、查找、读取、解释、创建、替换、运行、计划、提问，也能修复简单的失败测试（输入“帮助”看说法）；其他事情请连接模型：设置 `OPENAI_API_KEY`、`ANTHROPIC_API_KEY`、`GEMINI_API_KEY` 或 `AGENT_BASE_URL`，或用 `/model` 选择本地模型。',
  nothingLeft: (changed) =>
    `这个请求我能做的就这些（改动：${changed || '无'}）。如果之后的检查没有通过，可以说“修复失败的测试”让我看看。`,
  firstThought: '这个请求有对应的规则。',
  stoppedBefore: (left) => `我在这里停下了。尚未完成：\n\n${left.map((step) => `- ${step}`).join('\n')}`,

  failed: (doing) => `${doing} 没有成功：`,
  denied: (doing) => `${doing} 没有获得许可，我也没有绕过它：`,
  cancelled: (doing) => `${doing} 已取消：`,

  thisFolder: '当前目录',
  thisProject: '这个项目',
  isEmpty: (what) => `${what}是空的。`,
  folderHas: (where, folders, files, more) =>
    `${where}中有 **${[folders > 0 && `${folders} 个目录`, files > 0 && `${files} 个文件`].filter(Boolean).join('，')}${more}**：`,
  definedIn: (text) => `看起来 ${text} 在这里定义：`,
  noDefinition: (text) => `没有看到像是定义 ${text} 的行。`,
  noFile: (pattern, where) => `${where}中没有文件匹配 ${pattern}。`,
  filesMatch: (pattern, where, number) => `${where}中有 **${number} 个文件**匹配 ${pattern}：`,
  linesWith: (text, where, number) => `${where}中有 **${number} 行**包含 ${text}：`,
  notIn: (text, where) => `${where}中没有 ${text}（按这个写法）。`,
  andMore: (left) => `……还有 ${left} 项。`,
  whichFile: '哪个文件？请说出文件名，例如“查看 README.md”。',
  guessedFile: (asked, other) => `没有 ${asked}；我猜是 ${other}。`,
  fileLines: (name, first, last) => `${name}，第 ${first}–${last} 行：`,
  showMore: (path, from) => `后面的内容：“查看 ${path} 第 ${from} 到 ${from + 100} 行”。`,
  defines: '**大纲**（行号）：',
  onlyOutline: '这是按规则列出的大纲；理解代码的含义需要真正的模型。',
  noDescription: (title) => `没有找到说明${title}用途的 README 或描述。`,

  cannotWrite: (about, path) =>
    `要写出“${about}”需要真正的模型，所以什么都没有创建。我可以写入你给的文字：“创建 ${path}，内容为 …”。`,
  cannotChange: '当前模式不能修改文件，未做任何修改：按 Tab 或输入 `/build` 切换模式后再说一次。',
  exists: (name) => `${name} 已经存在，我没有动它。`,
  created: (name, lines) => `已创建 ${name}（${lines === 0 ? '空文件' : `${lines} 行`}）。\`/undo\` 可以撤销。`,
  nothingChanged: '未做任何修改。',
  isKey: (text, name) => `${text} 是 ${name} 中的键：替换这个词并不会设置它的值。请说出原来的值。`,
  replaced: (from, to, name, places) => `已在 ${name} 中把 ${from} 改成 ${to}：${places} 处。\`/undo\` 可以撤销。`,
  ended: (command, exitCode, seconds) => `${command} — 退出码 ${exitCode ?? '无'}，${seconds} 秒。`,
  cannotRun: (name) => `不知道如何运行 ${name}。请给出命令：“运行 …”。`,
  noTests: '没有找到这个项目的测试命令。请直接给出：“运行 …”。',

  whichOne: '你想要哪一个？',
  notChosen: '没有选择，这一点先保留。',
  chosen: (answer) => `你选择了 **${answer}**。`,
  planSteps: (goal, test) => [
    '阅读相关代码，明确哪些行为必须保持不变',
    '写一个能体现目标行为、目前会失败的测试',
    `用最小的改动实现：${goal}`,
    `运行${test === undefined ? '程序' : ` ${test} `}并查看差异`,
  ],
  likelyFiles: '猜测可能涉及的文件（其中提到了相关的词）：',
  onlyGeneral: '这些是按规则给出的通用步骤；真正的模型会分析你的代码。',

  fixStages: ['运行测试', '找出原因', '修复', '再次运行测试'],
  nothingToFix: (command) => `不需要修复：${command} 已通过。`,
  failure: ({ test, expected, actual }) =>
    `${test === undefined ? '有测试' : `\`${test}\` `}${expected === undefined || actual === undefined ? '失败' : `期望 \`${expected}\`，得到 \`${actual}\``}。`,
  noGuess: (command) => `${command} 失败，我没有发现我认识的少数几种错误（差一、运算符写错）。真正的模型可以继续推理。`,
  guess: (place, why) => `我的猜测：${place} — ${why}。`,
  why: { endsEarly: '少走了最后一个', endsLate: '多走了一个', startsLate: '从第二个才开始', wrongSign: '符号写错' },
  fixed: (command, passed, failed, cause) =>
    `**已修复。**${command} 现在通过${passed === undefined ? '' : `（${passed} 个通过，0 个失败）`}。\`/undo\` 可以撤销。\n\n- **失败**：${failed}\n- **原因**：${cause}。`,
  notTried: '还没有试过。说“修复失败的测试”即可尝试。',
  untested: (name) => `对 ${name} 的改动没有得到验证；\`/undo\` 可以撤销。`,
  gaveUp: '没能修好。下面的猜测没有效果，已经撤回：',
};

/** Enough to tell the language; piped input may be long. */
const LOOKED_AT = 10_000;

/** The words in the language the person writes; quoted text and file names do not count. */
export function wordsFor(prompt: string): OfflineWords {
  const text = prompt.slice(0, LOOKED_AT);
  const unquoted = text.replace(/`[^`]*`|"[^"]*"|“[^“”]*”|'[^'\n]*'|(?<!\S)\S{1,200}\.\w{1,5}(?=\s|$)/g, ' ');
  return /\p{Script=Han}/u.test(unquoted.trim() === '' ? text : unquoted) ? zh : en;
}

function count(number: number, one: string): string {
  return `${number} ${number === 1 ? one : `${one}s`}`;
}
