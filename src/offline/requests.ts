/** The requests that are understood, in English and Chinese: one table, read from the top. */

import { createFile, programThatPrints, replaceText } from './acts/change.ts';
import { findFiles, listFolder, searchText } from './acts/look.ts';
import { explainProject } from './acts/overview.ts';
import { askPerson, makePlan } from './acts/plan.ts';
import { explainFile, readFile } from './acts/read.ts';
import { runCommand, runFile, runTests } from './acts/run.ts';
import { fixTests } from './fix/fix.ts';
import { asFile, asPlace, asTarget, isProject, kindPattern, namePattern } from './names.ts';
import { ARGUMENT, FIND, IN, INTO, LOOK, PLACE, PROGRAM, pattern, SORT, TOOL, WHERE, ZH_SORT } from './patterns.ts';
import { isQuoted, QUOTE } from './quotes.ts';
import { done, type Report, type Scene, type Script } from './script.ts';

type Groups = Readonly<Record<string, string | undefined>>;

export interface OfflineRequest {
  /** Pattern sources, matched against one request with quotations hidden. */
  when: readonly string[];
  /** Acts on the named groups, given as typed and still hidden; `undefined` if the text only looked like this request. */
  act(groups: Groups, scene: Scene, hidden: Groups): Script | Report | undefined;
  /** True if read before the prompt is split into requests, because its "then" belongs to it. */
  isWhole?: true;
}

export const REQUESTS: readonly OfflineRequest[] = [
  {
    when: [
      "(?:hi|hello|hey|help|help me|good (?:morning|afternoon|evening)|(?:what|who) are you|what can (?:you do|i ask|i say)|how do i (?:use (?:this|you|coder)|connect (?:an?|the|another)(?: real)? model)|what(?:'s| is) this)(?: there| coder)?",
      '(?:你好|您好|嗨|帮助|你是谁|你(?:能|会|可以)(?:做|干)(?:些)?什么|怎么用|如何使用|(?:怎么|如何)(?:连接|接入).*模型)',
    ],
    act: (_, { words }) => done(words.help),
  },
  {
    isWhole: true,
    when: [
      'ask me(?: (?:whether|if|which|what|about|to choose))?(?: (?:to|i want|i prefer|between))?:? (?<choice>.+)',
      '(?:问问?我|询问我)(?:是|要|想|该)?(?:用|选择?)?[:：，,]?\\s*(?<choice>.+)',
    ],
    act: ({ choice = '' }, scene) => {
      const options = optionsIn(choice);
      return options.length < 2 ? undefined : askPerson(options, scene);
    },
  },
  {
    isWhole: true,
    when: [
      '(?:(?:make|write|draw up|give me) a )?plan(?: (?:on )?how to| for| to|:)? (?<goal>.+)',
      'how (?:would|should|could) (?:you|i|we) (?<goal>.+)',
      '(?:计划|规划)(?:一下)?(?:如何|怎么|怎样)?[:：，,]?\\s*(?<goal>.+)',
      '(?:制定|做|写|给我|列)(?:一个|一份|个|份)\\s*(?<goal>.+?)的?(?:计划|方案)',
    ],
    act: ({ goal = '' }, scene) => makePlan(goal, scene),
  },
  {
    isWhole: true,
    when: [
      '(?<fix>fix) (?:the |my |this )?(?:failing |broken )?(?:tests?|bug)',
      '(?!.*\\b(?:create|add|write|commit|plan)\\b)(?=.*\\b(?:tests?|checks?)\\b)(?=.*\\b(?:fail\\w*|broken|red|wrong|pass|green)\\b)(?=.*\\b(?:fix|repair|solve|make|get|why|debug|cause|reason)\\b)(?:.*\\b(?<fix>fix|repair|solve|make|get)\\b)?.*',
      '(?!.*(?:创建|新建|添加|提交|计划))(?=.*(?:测试|用例))(?=.*(?:失败|挂了|没过|不通过|报错|修))(?:.*?(?<fix>修|解决|让.*通过))?.*',
    ],
    act: ({ fix }, scene) => fixTests(fix !== undefined, scene),
  },
  {
    when: [
      `(?:(?:find|show|show me|tell me) )?where(?: is| are)?(?: the)?(?: ${SORT})? (?<text>NAME)(?: is| are)? (?:defined|declared|implemented)${IN}`,
      `(?:find|show)(?: me)?(?: the)? definition of(?: the)?(?: ${SORT})? (?<text>NAME)${IN}`,
      `(?:${FIND})?\\s*(?<text>SHORT)\\s*(?:这个)?${ZH_SORT}?是?在(?:哪里?|哪儿|什么地方)(?:被)?(?:定义|声明|实现)的?`,
      `${FIND}\\s*(?<text>SHORT)\\s*(?:这个)?${ZH_SORT}?的?定义`,
      '哪里(?:定义|声明|实现)了?\\s*(?<text>SHORT)',
      `(?:find|list|show|search(?: for)?|where are)(?: me)?(?: all)?(?: of)?(?: the| my| open)? (?<mark>TODO|FIXME)s?(?: comments?| notes?| items?)?${IN}`,
      `(?:${FIND}|列出|${LOOK})\\s*(?:项目|代码)?(?:${WHERE}的?)?(?:所有|全部)?的?\\s*(?<mark>TODO|FIXME)s?\\s*(?:注释|标记)?`,
    ],
    act: ({ text, mark = '', path }, scene) =>
      text === undefined
        ? searchText('mentions', mark.toUpperCase(), asPlace(path), scene)
        : searchText('definition', text, asPlace(path), scene),
  },
  {
    when: [
      '(?:explain|describe|summari[sz]e|outline)(?: to me| me)?(?: what| how)? (?<what>.+?)(?: does| is for| is about| works| to me)?',
      "what(?:'s| does| is| are) (?<what>.+?)(?: do| for| about| all about)?",
      '(?:give me )?(?:an )?overview(?: of (?<what>.+))?',
      '(?:解释|介绍|说明|讲解|讲讲|总结|概括)(?:一下|下)?\\s*(?<what>.+?)(?:文件)?(?:是(?:做|干)什么的|的(?:作用|内容|功能|结构))?',
      '(?<what>.+?)\\s*(?:文件)?(?:是(?:做|干)什么(?:用)?的|是什么|有什么用)',
    ],
    act: ({ what = 'this project' }, scene) => {
      if (isProject(what)) return explainProject(scene);
      const path = asTarget(what.replace(/^(?:the )?file /i, ''));
      return path === undefined ? undefined : explainFile(path, scene);
    },
  },
  {
    when: [
      `(?<verb>create|make|write|add)(?: me)?(?: an?| the)?(?: new| empty)*(?: (?:\\w+ )?(?:file|script|program))?(?: (?:called|named))? (?<path>NAME)(?:(?: (?:with|containing)(?: (?:the )?(?:content|text|line))?)?[:：]?\\s+(?<quoted>${QUOTE})| (?:with|containing)(?: (?:the )?(?:content|text|line))? (?<content>.+)| (?:that|which) (?:prints?|says?|outputs?|logs?) (?<prints>.+)| (?:that|which|to|for) (?<about>.+))?`,
      `(?:write|put|save) (?<quoted>${QUOTE}) (?:in|into|to) (?<path>NAME)`,
      '(?<verb>创建|新建|写|生成)(?:一个|个)?(?:新的?|空的?)?(?:文件|脚本|程序)?(?:叫做?|名为)?\\s*(?<path>SHORT)\\s*(?:文件)?(?:[，,]?\\s*(?:内容(?:为|是)?[:：]?|写入|包含)\\s*(?<content>.+)|[，,]?\\s*(?:打印|输出)(?:出)?\\s*(?<prints>.+)|[，,]\\s*(?<about>.+))?',
      '(?:把|将)\\s*(?<quoted>NAME)\\s*写(?:入|到|进)\\s*(?<path>SHORT)',
    ],
    act: ({ verb = '', path: name, quoted, content, prints, about }, scene, hidden) => {
      const path = asFile(name);
      const isDescribed = !isQuoted(hidden.content) && /^(?:an?|the|some|my|our) |^一[个段首些份]/i.test(content ?? '');
      const text = quoted ?? (isDescribed ? undefined : content) ?? (prints && programThatPrints(prints, path ?? ''));
      const words = about ?? content ?? prints;
      const isBare = text === undefined && words === undefined && !/^(?:create|创建|新建)$/i.test(verb);
      return path === undefined || isBare ? undefined : createFile(path, text, words, scene);
    },
  },
  {
    when: [
      '(?:replace|change)(?: all| every)? (?<from>.+?) (?:with|by|to|into) (?<to>.+?) in(?: the)?(?: file)? (?<path>NAME)',
      '(?:replace|change) (?<from>NAME) (?:with|by|to|into) (?<to>NAME)(?<path>)',
      `(?:把|将)\\s*(?<path>SHORT)\\s*(?:文件)?${WHERE}的?(?:所有)?\\s*(?<from>.+?)\\s*(?:都|全部)?${INTO}\\s*(?<to>.+)`,
      `在\\s*(?<path>SHORT)\\s*(?:文件)?${WHERE}[，,]?\\s*(?:把|将)\\s*(?<from>.+?)\\s*(?:都|全部)?${INTO}\\s*(?<to>.+)`,
    ],
    act: ({ from = '', to = '', path: name = '' }, scene) => {
      const path = name === '' ? '' : asTarget(name);
      const isThing = /^(?:the|my|this|that|its) |^(?:it|this|that)$|^它$|的/i.test(from); // a description, not a text
      return path === undefined || isThing ? undefined : replaceText(from, to, path, scene);
    },
  },
  {
    when: [
      '(?:(?:re-?run|run|execute|start)(?: all)?(?: the| my)?(?: unit)? (?:tests|test suite|test)(?: again)?|do the tests pass)',
      '(?:重新|再)?(?:运行|执行|跑)(?:一下|一遍|下)?(?:所有|全部|项目)?的?(?:单元)?测试',
    ],
    act: (_, scene) => runTests(scene),
  },
  {
    when: [
      '(?:run|execute)(?: the)?(?: (?:command|file|script|program))?:? (?<command>.+)',
      '(?:运行|执行|跑)(?:一下|下)?(?:命令|脚本|文件)?[:：]?\\s*(?<command>.+)',
      `(?<command>${TOOL} ${ARGUMENT}.*)`,
    ],
    act: ({ command = '' }, scene, hidden) => {
      const file = /\s/.test(command) ? undefined : asTarget(command);
      if (file !== undefined) return runFile(file, scene);
      const isCommand = isQuoted(hidden.command) || pattern(`${PROGRAM}(?: .*)?`).test(command);
      return isCommand ? runCommand(command, scene) : undefined;
    },
  },
  {
    when: [
      `(?:list|show|ls|what are)(?: me)?(?: all)?(?: of)?(?: the| my)? (?:files and folders|files|folders|contents?|everything)(?: here)?${IN}(?: here)?`,
      `(?:what|which|how many) files (?:are(?: there| here)?|do we have|exist)${IN}(?: here)?`,
      `what(?:'s| is) (?:here|(?:in|inside) ${PLACE})`,
      `(?:ls|list|dir|tree)(?: -\\w+)*(?: ${PLACE})?`,
      `(?:列出|列一下|${LOOK})\\s*(?<path>[^\\s，。]*?)\\s*(?:目录|文件夹)?${WHERE}?的?(?:所有|全部)?的?(?:都?有(?:哪些|什么))?(?:文件|目录|内容|文件列表|目录结构)`,
      '(?:列出|列一下)\\s*(?<path>[\\w./-]+)',
      `(?:${LOOK})?(?<path>(?!请|帮|给)[^\\s，。]*?)\\s*(?:目录|文件夹)?${WHERE}?(?:都|总共|一共)?有(?:哪些|什么|些什么|几个|多少个?)(?:文件|东西|内容)?`,
    ],
    act: ({ path = '' }, scene) => (/[*?]|[^./]\.\w+$/.test(path) ? undefined : listFolder(asPlace(path), scene)),
  },
  {
    when: [
      `(?:find|locate|list|show|get|how many)(?: me)?(?: all)?(?: the| my)? (?<sort>NAME) files(?: are there| do we have)?${IN}`,
      `(?:find|locate|list|ls|where is|where's)(?: me)?(?: all)?(?: the)?(?: files?)?(?: (?:named|called|matching|like))? (?<name>NAME)(?: file)?${IN}`,
      `(?:${FIND}|列出|有多少个?|有哪些)\\s*(?:所有|全部)?的?\\s*(?<sort>[^\\s，。的]+?)\\s*的?文件`,
      `${FIND}\\s*(?:文件|名为|叫)?\\s*(?<name>SHORT)\\s*(?:的?文件)?`,
      '(?<name>SHORT)\\s*(?:文件)?在(?:哪里?|哪儿|什么地方)',
    ],
    act: ({ sort, name = '', path }, scene) => {
      const wanted = sort === undefined ? namePattern(name) : kindPattern(sort);
      return wanted === undefined ? undefined : findFiles(wanted, asPlace(path), scene);
    },
  },
  {
    when: [
      `(?:search|look)(?: the (?:code|project|files))?(?: for)?(?: the)?(?: (?:text|word|string))? (?<text>.+?)${IN}`,
      'grep (?<text>NAME)(?: (?<path>NAME))?',
      `where(?: is|'s| are| do we use)? (?<text>NAME)(?: (?:is|are))?(?: (?:used|called|mentioned|imported))?${IN}`,
      `(?:which|what) files (?:contain|mention|use|import|have|call) (?<text>.+?)${IN}`,
      `find(?: all| every)?(?: the)?(?: (?:uses?|usages?|occurrences?|mentions?|references?) (?:of|to))? (?<text>NAME)${IN}`,
      `在\\s*(?<path>[^\\s，。]*?)\\s*(?:目录|文件夹)?${WHERE}?\\s*${FIND}\\s*(?<text>.+)`,
      `${FIND}\\s*(?<text>.+?)(?:的(?:用法|引用|调用))?`,
      '(?:哪里|哪些地方|哪些文件|哪个文件)(?:用到|使用|调用|提到|包含|引用)(?:了|过)?\\s*(?<text>.+)',
    ],
    act: ({ text = '', path }, scene) =>
      VAGUE.test(text) ? undefined : searchText('mentions', text, asPlace(path), scene),
  },
  {
    when: [
      '(?:read|show|print|view|see)(?: me)?(?: the)? lines? (?<first>\\d+)(?:\\s*(?:-|–|to)\\s*(?<last>\\d+))? (?:of|in|from) (?<path>NAME)',
      '(?:read|show|print|view|see)(?: me)?(?: the)? first (?<last>\\d+) lines (?:of|in|from) (?<path>NAME)',
      "(?:(?:read|show|open|cat|print|display|view|see|look at|what(?:'s| is) in)(?: me)?(?: the)?(?: contents? of)?(?: the)?(?: file)? )?(?<path>(?:that |this )?NAME)(?: file)?(?::(?<first>\\d+)(?:-(?<last>\\d+))?)?",
      `(?:${LOOK})?\\s*(?<path>SHORT)\\s*(?:文件)?的?第?\\s*(?<first>\\d+)\\s*行?\\s*(?:(?:到|至|-)\\s*第?\\s*(?<last>\\d+)\\s*)?行(?:的?内容)?`,
      `(?:${LOOK})?\\s*(?<path>SHORT)\\s*(?:文件)?的?前\\s*(?<last>\\d+)\\s*行(?:的?内容)?`,
      `${LOOK}\\s*(?:文件)?\\s*(?<path>SHORT)\\s*(?:文件)?${WHERE}?的?(?:内容)?`,
      `(?<path>SHORT)\\s*(?:文件)?${WHERE}?(?:写了什么|有什么内容|的内容是什么|有什么)`,
    ],
    act: ({ path: name, first, last }, scene) => {
      const path = asTarget(name);
      const lines = (first ?? last) ? { first: Number(first ?? 1), last: Number(last ?? first) } : undefined;
      return path === undefined ? undefined : readFile(path, lines, scene);
    },
  },
];

/** Too vague to search for. */
const VAGUE =
  /^(?:files?|folders?|bugs?|errors?|problems?|issues?|it|that|this|something|anything|me .*|(?:a|an|the|my|some) .*|文件|问题|错误)$/i;

/** `use tabs or spaces` → both. */
function optionsIn(choice: string): string[] {
  const options = choice
    .replace(/^.*[:：]\s*/s, '')
    .replace(/^(?:to |i |we |should )*(?:use|want|prefer) /i, '')
    .split(/\s*(?:,|，|、|\bor\b|还是|或者?)\s*/i);
  return options.map((option) => option.replace(/[?？。.]+$/, '').trim()).filter((option) => option !== '');
}
