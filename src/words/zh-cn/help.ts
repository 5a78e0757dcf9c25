/** The output of `coder --help`, in Chinese. */

import { late } from '../../base/late.ts';
import type { HelpWords } from '../en/help.ts';

const commands: HelpWords['commands'] = {
  login: `  coder login [服务商]           连接模型：密钥和模型，先验证再保存；不在终端时从标准输入读取密钥
                                 （coder auth 作用相同）`,
  logout: `  coder logout [服务商]          删除已保存的密钥`,
  sessions: `  coder sessions                 列出当前目录的会话`,
  config: `  coder config                   显示当前生效的设置及其来源
                                 （path、edit、get KEY、set KEY VALUE：您自己的文件）`,
  models: `  coder models                   列出这里可以使用的模型`,
  doctor: `  coder doctor                   检查这台机器并给出建议；加 --model NAME 则测量该模型`,
  policy: `  coder policy check -- COMMAND  显示一条 shell 命令会被如何处理，以及原因
                                 （--mode M、--json；--stdin：每行一个 JSON 字符串）`,
  trust: `  coder trust                    显示此项目自带的内容以及是否使用：--print（整体哈希）、
                                 show 项、diff、add 项…、revoke 项…|all（--json）`,
  mcp: `  coder mcp                      MCP 服务器：add 名称 -- 命令、add 名称 URL、list、get、remove、test、login、logout`,
  plugin: `  coder plugin                   插件：install 目录|GIT-URL|npm:NAME、link 目录、list、update、remove、validate 目录`,
  hooks: `  coder hooks                    钩子：list、test 事件（试运行会触发的钩子并说明原因）`,
  import: `  coder import [AGENT]           导入 claude、codex、gemini、qwen 或 opencode 的设置，逐项列出，
                                 经您同意后写入（--yes、--json）`,
  export: `  coder export ID                导出会话或任务的会话：--md（默认）、--html（单个网页）、--json、
                                 --format atif（供基准测试使用的轨迹）；-o, --output FILE`,
  replay: `  coder replay ID                在临时副本中不用模型重放会话，并比较结果
                                 （--yes：也执行策略会询问的命令）`,
  run: `  coder run --spec FILE|-        为队列运行一个任务：输入一个 JSON 对象，输出一个（--result FILE）；同一 id
                                 会返回结果、继续执行，或说明正在运行（此时退出码为 75）`,
  review: `  coder review                   审查改动；不写任何文件，差异中没有依据的发现会被丢弃：
                                 --uncommitted（默认）、--staged、--base REF、--commit SHA；
                                 --format text|json|sarif|github、--fail-on error|warning|note|never（退出码 1；默认 warning）`,
  fleet: `  coder fleet run TASKS.jsonl    在本机运行许多任务：--results DIR，--jobs N（4），--budget B 为总预算；
                                 之后可用 show [ID]、diff ID、apply ID`,
  worktrees: `  coder worktrees [clean]        列出 coder 创建的工作树；clean 移除其中不会丢失内容的`,
  acp: `  coder acp                      在编辑器中运行（--acp 作用相同）：通过标准输入输出使用 Agent Client Protocol`,
  completion: `  coder completion SHELL         输出 bash、zsh 或 fish 的补全脚本`,
  demo: `  coder demo                     在临时项目上演示，无需密钥（--yes：无人值守）`,
};

const words = (): HelpWords => ({
  commands,
  options: '选项',
  everywhere: (options) => `所有命令都接受：${options}。“coder --help” 说明这些选项并列出全部命令。`,
  text: (version) => `coder ${version}：终端里的编程智能体

用法
  coder                          在当前目录开始对话
  coder "修好这个测试"           以这条提示词开始对话
  coder -p "修好这个测试"        执行一个回合后退出
  git diff | coder -p "审查"     标准输入的内容会附加到提示词
  git diff | coder               标准输入就是消息

对话
  -p, --print TEXT               执行一个回合后退出
  --stdin, --no-stdin            与 -p 一起使用：等待标准输入，或从不读取它
  --output-format FORMAT         text（回答写到 stdout，进度写到 stderr）、json、stream-json
  --input-format FORMAT          text（标准输入是一条消息）、lines（每行一条消息）、
                                 stream-json（每行一个 JSON 操作，供程序使用）
  -c, --continue                 继续当前目录最近的会话
  -r, --resume [ID]              继续该会话，或从列表中选择
  -m, --model NAME               模型，或 服务商/模型；使用自己的服务器（AGENT_BASE_URL）时，可用其支持的任意名称
  --mode NAME                    build、plan、default、auto-edit、yolo
  --budget LIMIT                 本次会话的花费上限：'$2'、'500k tokens'、30m
  -y, --yes                      自动批准策略会询问的操作；有风险的命令仍会询问您
  --trust sha256:HASH            仅当项目自带的内容与此哈希完全一致时才使用（coder trust --print）
  --cwd DIR                      在该目录中工作
  --add-dir DIR                  工具可以使用的另一个目录（可重复）
  --config FILE                  在您自己的设置之上再加一份设置
  --lang en|zh-CN                coder 的界面语言（默认取自 LANG）
  --worktree[=NAME]              在单独的 git 工作树中工作；若不会丢失内容，结束后移除
  --no-color                     不使用颜色（NO_COLOR 效果相同）
  --screen-reader                带标签、只追加的输出（ACCESSIBLE=1 效果相同）
  -v, --version [--verbose]      显示版本；加 --verbose 还显示此程序包的 SHA-256
  -h, --help                     显示本说明；写在命令之后则显示该命令的说明

命令
${Object.values(commands).join('\n')}

退出码
  0  已回答            2  用法错误                       4    审批被拒绝，或没有人可以审批
  1  出错              3  达到步数、回合或预算上限       130  已取消

连接模型
  运行 coder login；或设置 OPENAI_API_KEY、ANTHROPIC_API_KEY 或 GEMINI_API_KEY；任何兼容 OpenAI 的服务可用
  AGENT_BASE_URL 加 AGENT_API_KEY 和 AGENT_MODEL。都没有设置时，由内置的离线模型回答。
`,
});

export const help = late(words);
