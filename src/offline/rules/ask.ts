/** Questions about the code: what a name means, what there is and how much of it. */

import type { Intent } from '../intent.ts';
import { asFile, asPlace, isProject, isThatFile, pattern, type Rule } from './rule.ts';

const IDENTIFIER = '(?<name>[A-Za-z_$][\\w$]*)';
const SORT = '(?:functions?|class(?:es)?|methods?|types?|interfaces?|constants?|variables?)';
const ABOUT =
  "(?:explain|describe|show|print|display|see|view|find|locate|what(?:'?s| is| does)|how does|tell me about|where(?:'?s| is)|is there|do we have)(?: me)?";
const PLACE = '(?<path>(?:(?:the|this|my|our|whole|entire) )*NAME(?: (?:folder|directory|dir))?)';

const symbolRules: readonly Rule[] = [
  {
    when: pattern(
      `^${ABOUT}(?: an?| the)? ${SORT}(?: (?:called|named))? ${IDENTIFIER}(?: (?:do|does|works?|for|defined|declared))?$`,
    ),
    intent: ({ name }) => symbol(name),
  },
  {
    when: pattern(`^${ABOUT}(?: an?| the)? ${IDENTIFIER} ${SORT}(?: (?:do|does|works?|for|defined|declared))?$`),
    intent: ({ name }) => symbol(name),
  },
  {
    when: pattern(
      `^(?:what does ${IDENTIFIER} (?:do|mean)|how does ${named(2)} work|explain(?: to me)?(?: what)? ${named(3)}(?: does| is)?|where(?:'?s| is) ${named(4)} (?:defined|declared|implemented))$`,
    ),
    intent: ({ name, name2, name3, name4 }) => symbol(name ?? name2 ?? name3 ?? name4),
  },
  {
    when: pattern(
      `^(?:解释|说明|讲解|介绍|看看|看一下|查看|显示)(?:一下|下)?\\s*(?:函数|类|方法)?\\s*${IDENTIFIER}\\s*(?:这个)?(?:的)?(?:函数|类|方法|定义|实现|代码)$`,
    ),
    intent: ({ name }) => symbol(name),
  },
  {
    when: pattern(
      `^(?:函数|类|方法)?\\s*${IDENTIFIER}\\s*(?:这个)?(?:函数|类|方法)?\\s*(?:是(?:干什么|做什么|干嘛|干啥)的?|有什么用|是?怎么(?:工作|实现)的?|在(?:哪里?|哪儿)(?:定义|实现|声明)的?|定义在(?:哪里?|哪儿))$`,
    ),
    intent: ({ name }) => symbol(name),
  },
];

const HAVE =
  '(?: (?:are there|do (?:we|i) have|exist|are defined|does (?:this|the) (?:project|repo|code ?base) have|is this))?';

const amountRules: readonly Rule[] = [
  {
    when: pattern(
      `^(?:list|show|what are|which|what|find|give me|how many|count)(?: me)?(?: all)?(?: of)?(?: the| my)? (?<what>functions|methods|classes|types|interfaces|tests)(?: are)?${HAVE}(?: (?:in|of|inside) ${PLACE})?${HAVE}$`,
    ),
    intent: ({ what, path }) => symbols(what, path),
  },
  {
    when: pattern(
      '^(?:列出|查看|显示|数一下|统计)?(?:一下)?\\s*(?:项目|代码)?(?:里|中)?\\s*(?:所有的?|全部的?|有哪些|有多少个?|有几个|多少个?)\\s*(?<what>函数|方法|类|测试)$',
    ),
    intent: ({ what }) => symbols(what, undefined),
  },
  {
    when: pattern(
      `^(?:how many|count(?: the| all)*|number of) (?<what>lines|files|words)(?: of code)?${HAVE}(?: are)?(?: (?:in|of|inside|does) ${PLACE})?(?: have| has)?${HAVE}$`,
    ),
    intent: ({ what, path }) => count(what, path),
  },
  {
    when: pattern(
      '^(?:这个|整个|本|当前)?(?:项目|工程|仓库|代码库|目录)?(?:里|中)?\\s*(?:一共|总共|共)?有?(?:多少|几)个?(?<what>行代码|行|文件)$',
    ),
    intent: ({ what }) => count(what, undefined),
  },
  {
    when: pattern(
      '^(?:统计|数|计算)(?:一下|下)?\\s*(?:(?<path>LAZY)\\s*的)?\\s*(?:代码)?(?<what>行数|文件数量?|字数)$|^(?<path2>LAZY)\\s*有(?:多少|几)(?<what2>字|个字)$',
    ),
    intent: ({ what, what2, path, path2 }) => count(what ?? what2, path ?? path2),
  },
  {
    when: pattern(
      "^(?:what|which)(?:'?s| is| are)?(?: the)? (?:biggest|largest|longest) files?(?: .*)?$|^which file is (?:the )?(?:biggest|largest|longest)$|^最[大长]的文件(?:是哪个|是什么|有哪些)?$|^哪个文件最[大长]$",
    ),
    intent: () => ({ kind: 'count', what: 'largest' }),
  },
];

const factRules: readonly Rule[] = [
  {
    when: pattern(
      '^(?:(?:what|which|list|show)(?: me| are| is)?(?: the| its| all)? )?(?:dependencies|deps|packages)(?: (?:are (?:used|there|installed)|does (?:it|this(?: project)?) (?:use|have|need)|do we (?:use|have)))?$|^(?:这个)?(?:项目)?(?:的)?依赖(?:有哪些|是什么|了什么|了哪些|列表)?$|^(?:查看|列出|显示)(?:项目)?(?:的)?依赖$',
    ),
    intent: () => ({ kind: 'facts', which: 'dependencies' }),
  },
  {
    when: pattern(
      '^(?:(?:what|which|list|show)(?: me| are| is)?(?: the| its| all)? )?(?:npm )?(?:scripts|commands)(?: (?:are there|can (?:i|we|you) run|do we have|does (?:it|this(?: project)?) have|are defined))$|^(?:list|show)(?: me)?(?: the)? (?:npm )?scripts$|^有(?:哪些|什么)脚本$|^(?:查看|列出|显示)脚本$',
    ),
    intent: () => ({ kind: 'facts', which: 'scripts' }),
  },
  {
    when: pattern(
      '^(?:does (?:it|this|that|everything|the (?:code|project|app)) (?:still )?work(?: now)?|is (?:it|everything|all|this)(?: still)? (?:ok|okay|fine|good|working|green|broken)(?: now)?|did (?:it|that) work)$|^(?:能用吗|没问题吧|都正常吗|还正常吗|正常吗)$',
    ),
    intent: () => ({ kind: 'run-script', script: 'test' }),
  },
  {
    when: pattern('^what does (?:the )?(?<path>NAME) say about (?:the )?(?<text>.+)$'),
    intent: ({ path, text = '' }) => {
      const file = asFile(path);
      return file === undefined ? undefined : { kind: 'search', text: text.trim(), path: file };
    },
  },
  {
    when: pattern(
      '^(?:are there |is there |do we have )?any (?<text>todo|fixme)s?(?: comments?)?(?: left)?(?: (?:in|inside) .+)?$',
    ),
    intent: ({ text = '' }) => ({ kind: 'search', text }),
  },
];

export const questionRules: readonly Rule[] = [...amountRules, ...factRules, ...symbolRules];

function named(index: number): string {
  return IDENTIFIER.replace('name', `name${index}`);
}

/** Words that stand where a name would, and are none. */
const NO_NAME =
  /^(?:you|i|we|he|she|they|the|an?|there|everything|something|life|more|again|why|how|what|me|us|your(?:self)?)$/i;

function symbol(name: string | undefined): Intent | undefined {
  if (name === undefined || NO_NAME.test(name)) return undefined;
  if (isProject(name)) return { kind: 'explain-project' };
  return isThatFile(name) ? { kind: 'explain-file' } : { kind: 'symbol', name };
}

function symbols(what = '', path: string | undefined): Intent | undefined {
  const file = asFile(path);
  const sort = /^class|类/i.test(what)
    ? 'class'
    : /^test|测试/i.test(what)
      ? 'test'
      : /^type|^interface/i.test(what)
        ? 'type'
        : 'function';
  return file !== undefined ? { kind: 'explain-file', path: file } : { kind: 'symbols', what: sort, ...asPlace(path) };
}

function count(what = '', path: string | undefined): Intent | undefined {
  const sort = /^line|行/i.test(what) ? 'lines' : /^word|字/i.test(what) ? 'words' : 'files';
  if (path !== undefined && isThatFile(path)) return undefined;
  const file = path === undefined ? undefined : asFile(path);
  return { kind: 'count', what: sort, ...(file === undefined ? asPlace(path) : { path: file }) };
}
