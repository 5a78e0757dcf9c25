/** Requests that take several steps of thought: a plan, a question back, a failing test. */

import { pattern, type Rule } from './rule.ts';

const TEST = '\\b(?:tests?|specs?|test suite|checks?|verification|test_\\w+)\\b';
const BROKEN =
  "\\b(?:fail(?:s|ed|ing|ure)?|broken|red|bugs?|breaks?|wrong|incorrect|(?:not|doesn'?t|isn'?t) work(?:ing)?)\\b";

export const fixRules: readonly Rule[] = [
  {
    when: pattern(
      `^(?=[\\s\\S]*(?:\\b(?:fix|repair|solve|debug|correct|resolve)\\b|\\b(?:make|get)\\b.*\\b(?:pass|green|work)\\b))(?=[\\s\\S]*(?:${TEST}|${BROKEN}))(?![\\s\\S]*\\b(?:typo|spelling|create|add|write|commit)\\b)[\\s\\S]*?(?:(?<command>(?:npm|pnpm|yarn|go|cargo|make)(?: run)? test\\S*|pytest\\b|node --test\\b)[\\s\\S]*)?$`,
    ),
    whole: true,
    intent: ({ command }) => ({ kind: 'fix-tests', ...commandOf(command), repair: true }),
  },
  {
    when: pattern(
      `^(?=[\\s\\S]*(?:\\bwhy\\b|\\bfind (?:out|the (?:cause|reason|problem))|\\bfigure out|\\bdiagnose\\b|\\bwhat(?:'?s| is) wrong\\b))(?=[\\s\\S]*(?:${TEST}))(?=[\\s\\S]*(?:${BROKEN}|wrong))[\\s\\S]*$`,
    ),
    whole: true,
    intent: () => ({ kind: 'fix-tests', repair: false }),
  },
  {
    when: pattern(
      '^(?=[\\s\\S]*(?:修复|修好|修一下|修正|修|解决|改好|让.*通过|弄好))(?=[\\s\\S]*(?:测试|单测|报错|bug|用例))(?![\\s\\S]*(?:创建|新建|新增|提交))[\\s\\S]*$',
    ),
    whole: true,
    intent: () => ({ kind: 'fix-tests', repair: true }),
  },
  {
    when: pattern(
      '^(?=[\\s\\S]*(?:为什么|为何|原因|怎么回事|哪里(?:有|出)(?:问题|错)|挂了|没过|不通过|看看))(?=[\\s\\S]*(?:测试|单测|用例))[\\s\\S]*$',
    ),
    whole: true,
    intent: () => ({ kind: 'fix-tests', repair: false }),
  },
];

export const planRules: readonly Rule[] = [
  {
    when: pattern(
      '^(?:(?:make|create|write|draft|draw up|give|propose|prepare|show|sketch)(?: me| us)?(?: an?| the)?(?: short| quick| detailed| step by step)? )?plan(?: out)?\\s*(?:on how to|how to|how|for how to|for|to|of|the|that)?\\s*[:：]?\\s+(?<goal>[\\s\\S]+)$',
    ),
    whole: true,
    intent: ({ goal = '' }) => ({ kind: 'plan', goal: goal.trim() }),
  },
  {
    when: pattern(
      "^(?:how (?:would|should|could|can|do|might) (?:you|i|we)(?: best)?|think (?:about|through) how to|what(?:'s| is| would be) the best way to) (?<goal>[\\s\\S]+)$",
    ),
    whole: true,
    intent: ({ goal = '' }) =>
      /^(?:connect|use|set up|switch|configure)\b.*\b(?:model|api|key|ollama|you|this|it|coder)\b/i.test(goal)
        ? undefined
        : { kind: 'plan', goal: goal.trim() },
  },
  {
    when: pattern(
      '^(?:帮我)?(?:制定|做|写|给我|列|出|拟)(?:一下|一个|个|一份|份)*\\s*(?:关于)?(?<goal1>[\\s\\S]*?)(?:的)?(?:计划|方案|规划)\\s*[:：，,]?\\s*(?<goal2>[\\s\\S]*)$',
    ),
    whole: true,
    intent: ({ goal1 = '', goal2 = '' }) => planFor(goal2.trim() || goal1.trim()),
  },
  {
    when: pattern('^(?:计划|规划)(?:一下)?\\s*(?:如何|怎么|怎样)?\\s*[:：，,]?\\s*(?<goal>[\\s\\S]+)$'),
    whole: true,
    intent: ({ goal = '' }) => planFor(goal.trim()),
  },
  {
    when: pattern(
      '^(?:我们?|你)?(?:该|应该|要|打算|会)?(?:如何|怎么|怎样)(?:才能|去)?\\s*(?<goal>(?:实现|添加|增加|加|做|写|改|重构|迁移|优化|支持|拆分|设计|完成)[\\s\\S]*)$',
    ),
    whole: true,
    intent: ({ goal = '' }) => planFor(goal.trim()),
  },
  {
    when: pattern(
      '^(?:refactor|migrate|optimi[sz]e|improve|redesign|rearchitect|moderni[sz]e)(?: (?<what>(?!.* (?:to|with|into) ).+))?$',
    ),
    intent: ({ what = '' }) => ({ kind: 'plan', goal: `improve ${what}`.trim() }),
  },
  {
    when: pattern('^(?:重构|迁移|优化|改进|改造)(?:一下)?\\s*(?<what>.*)$'),
    intent: ({ what = '' }) => ({ kind: 'plan', goal: `改进${what}`.trim() }),
  },
];

export const askRules: readonly Rule[] = [
  {
    when: pattern(
      '^ask me(?: (?:whether|if|which|what|about|to choose|to pick|a question))?(?: (?:to|i want|i prefer|between))?\\s*[:：]?\\s+(?<choice>[\\s\\S]+)$',
    ),
    whole: true,
    intent: ({ choice = '' }) => ({ kind: 'ask', question: choice, options: optionsIn(choice) }),
  },
  {
    when: pattern(
      '^(?:请)?(?:问问?我|问一下我|询问我)\\s*(?:是|要|想|该)?(?:用|选|选择)?\\s*[:：，,]?\\s*(?<choice>[\\s\\S]+)$',
    ),
    whole: true,
    intent: ({ choice = '' }) => ({ kind: 'ask', question: choice, options: optionsIn(choice) }),
  },
];

function planFor(goal: string) {
  return goal === '' ? undefined : ({ kind: 'plan', goal } as const);
}

function commandOf(command: string | undefined): { command?: string } {
  return command === undefined ? {} : { command: command.trim() };
}

/** `which editor: vim, emacs or nano` → three options; what stands before the colon is the question. */
function optionsIn(choice: string): string[] {
  const options = (choice.split(/[:：]\s*/).at(-1) ?? choice)
    .replace(/^(?:whether|if|which|between|to use|use|用|选|选择)\s+/i, '')
    .split(/\s*(?:,|，|、|\bor\b|\band\b|还是|或者?)\s*/i)
    .map((option) =>
      option
        .replace(/^(?:use|to)\s+/i, '')
        .replace(/[?？。.]+$/, '')
        .trim(),
    )
    .filter((option) => option !== '');
  return options.length >= 2 && options.length <= 6 ? options : [];
}
