/** What people say besides requests: greetings, thanks, questions about the model itself, "go on". */

import { pattern, type Rule } from './rule.ts';

/** What is a command of coder itself, by the words people use for it. */
const SLASH: readonly { when: RegExp; command: string }[] = [
  {
    when: pattern(
      "^(?:undo|revert)(?: (?:it|that|this|the last change|your changes?|everything))?$|^(?:that(?:'?s| is) (?:wrong|not (?:right|what i (?:wanted|meant|asked(?: for)?)))|wrong)$|^(?:撤销|撤回|还原|回退)(?:一下|它|刚才的?|上一步的?|最后的?|上次的?)*(?:修改|改动|操作)?$|^(?:错了|不对|不是这样)$",
    ),
    command: '/undo',
  },
  { when: pattern('^redo(?: it| that)?$|^(?:重做|恢复)$'), command: '/redo' },
  { when: pattern('^(?:exit|quit|bye|goodbye|leave)$|^(?:退出|再见|拜拜)$'), command: '/exit' },
  {
    when: pattern(
      '^(?:new session|start over|start a new (?:session|conversation)|clear(?: the)? (?:history|conversation))$|^(?:新会话|重新开始|清空(?:对话|会话|历史))$',
    ),
    command: '/new',
  },
  {
    when: pattern(
      '^(?:(?:show|list)(?: me)?(?: the| my)? )?todos?(?: list)?$|^(?:查看|显示)?(?:待办|任务)(?:列表|清单)?$',
    ),
    command: '/todos',
  },
  {
    when: pattern('^(?:switch to|enter|go to|use)(?: the)? plan(?: mode)?$|^(?:切换到|进入)计划模式$'),
    command: '/plan',
  },
  {
    when: pattern('^(?:switch to|enter|go to|use)(?: the)? build(?: mode)?$|^(?:切换到|进入)构建模式$'),
    command: '/build',
  },
  { when: pattern('^(?:show |what are (?:the|my) )?permissions$|^(?:查看)?权限$'), command: '/permissions' },
];

/** What `/init` asks for: notes that take judgement. Read as a request, its words about tests would look like one to fix them. */
const NOTES: Rule = {
  when: pattern("^Write AGENTS\\.md in the project's root"),
  whole: true,
  intent: () => ({ kind: 'unknown', text: 'write AGENTS.md' }),
};

export const talkRules: readonly Rule[] = [
  NOTES,
  ...SLASH.map(({ when, command }): Rule => ({ when, intent: () => ({ kind: 'slash', command }) })),
  {
    when: pattern(
      "^(?:hi|hello|hey|hiya|yo|good (?:morning|afternoon|evening)|greetings|what's up|how are you(?: doing)?)(?: (?:there|coder|all|everyone|again))*$|^(?:你好|您好|嗨|哈喽|哈啰|早上好|下午好|晚上好|在吗|你好呀|你好啊|hello)$",
    ),
    intent: () => ({ kind: 'greet' }),
  },
  {
    when: pattern(
      '^(?:thanks?|thank you|thx|ty|cheers|great|nice|perfect|awesome|cool|well done|good job|lgtm)(?: (?:you|a lot|so much|very much|coder|job|work|again))*$|^(?:谢谢|多谢|感谢|太好了|很好|不错|厉害|辛苦了|棒|谢了)(?:你|您|啦|了)?$',
    ),
    intent: () => ({ kind: 'thanks' }),
  },
  {
    when: pattern(
      '^(?:help|help me|what can you do|what (?:do|can) i (?:say|ask|do)(?: here)?|how (?:do i|to|can i) use (?:you|this|it|coder)(?: (?:thing|tool|app|program))?|i (?:don.t|do not) (?:understand|get it)|what now|show me what you can do|commands|examples|usage|\\?)$|^(?:帮助|你(?:能|会|可以)(?:做什么|干什么|干嘛|干啥|做些什么|帮我做什么)|怎么用|如何使用|怎么使用|有什么功能|功能|你有什么用|示例|例子)$',
    ),
    intent: () => ({ kind: 'help' }),
  },
  {
    when: pattern(
      '^(?:who|what) are you|^are you (?:an? )?(?:real|ai|llm|gpt|chat-?gpt|copilot|claude|gemini|model|human|bot)|^(?:which|what) (?:model|llm|ai) (?:are you|is this|do you use|am i using)|^how (?:do|can|should|would) (?:i|we|you) (?:connect|use|set up|switch|configure|add)\\b.*\\b(?:model|api|key|llm|openai|claude|anthropic|gemini|ollama|gpt)|^(?:connect|use|switch to|set up)(?: to)?(?: an?| the)?(?: real| better| different| other)? (?:model|llm|api|ollama|openai|claude|gemini)|^你是(?:谁|什么|真的|哪个|不是)|^(?:怎么|如何|怎样)(?:连接|接入|使用|配置|切换|换|用)(?:到)?.*(?:模型|api|key|openai|ollama|claude|gemini|密钥)|^(?:连接|接入|切换|换)(?:一个)?(?:真正的|真实的|更好的)?模型|^(?:现在)?(?:是|用的是|在用)?什么模型',
    ),
    intent: () => ({ kind: 'about' }),
  },
  {
    when: pattern(
      '^(?:please )?(?:continue|go on|go ahead|proceed|keep going|carry on|resume|do it|do that|yes|yes please|yep|yeah|ok|okay|sure|ok go|next|implement (?:it|the plan)|execute (?:it|the plan)|carry out the plan)$|^(?:继续|接着(?:做|来)?|往下|开始吧?|开始执行|执行(?:吧|计划|它)?|做吧|好的?|可以|是的?|行|嗯|没问题|按计划(?:做|执行|来)|请继续)$',
    ),
    intent: () => ({ kind: 'continue' }),
  },
  {
    when: pattern(
      "^(?:no|nope|nah|no,? thank(?:s| you)|never ?mind|stop|stop it|cancel|forget it|don't|abort|wait|not now)$|^(?:不|不用|不要|不了|不行|算了|停|停止|停下|取消|别|等等)(?:了|谢谢|，谢谢)?$",
    ),
    intent: () => ({ kind: 'no' }),
  },
  {
    when: pattern(
      '^why(?: (?:is that|not|so|did (?:it|that|this) (?:fail|happen|break)|does (?:it|that) fail))?$|^(?:为什么|为啥|为何|怎么会|怎么回事)(?:呢|这样|会这样|失败)?$',
    ),
    intent: () => ({ kind: 'why' }),
  },
  {
    when: pattern('^(?:try(?: it)? again|retry|again|once more)$|^(?:再试一次|再来一次|重试)$'),
    intent: () => ({ kind: 'retry' }),
  },
];
