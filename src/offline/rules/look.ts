/** Requests to list a folder, find files by name and search their text. */

import { own } from '../../base/own.ts';
import type { Intent } from '../intent.ts';
import { asFile, asPlace, isProject, isThatFile, pattern, type Rule } from './rule.ts';

const FILES = '(?:files?|folders?|directories|dirs?|entries|things?|everything)(?: and (?:files|folders|directories))?';
const IN = '(?:in|inside|within|under|of|from|at)';
/** `the src folder`, `this project`, `src` */
const PLACE = `(?<path>(?:(?:the|this|my|our|current|whole|entire|all|every) )*NAME(?: (?:folder|directory|dir))?)`;
const ZH_PLACE = '(?<path>[^\\s，。]*?)\\s*(?:目录|文件夹)?(?:下面|里面|下|里|中|内)?的?';

export const findRules: readonly Rule[] = [
  {
    when: pattern(
      `^(?:find|locate|list|show|get|count|how many|where(?:'s| is| are))(?: me)?(?: all)?(?: of)?(?: the| my)? (?<kind>NAME) files?(?: (?:are there|do we have|exist))?(?: ${IN} ${PLACE})?(?: (?:are there|do we have|exist))?$`,
    ),
    intent: ({ kind = '', path }) => findKind(kind, path),
  },
  {
    when: pattern(
      `^(?:find|locate|list|show|look for|search for)(?: me)?(?: all)?(?: the)? (?:files?|anything) (?:named|called|matching|like|with (?:the )?name|by (?:the )?name|ending (?:in|with)) (?<name>NAME)(?: ${IN} ${PLACE})?$`,
    ),
    intent: ({ name = '', path }) => ({ kind: 'find', pattern: toGlob(name), ...asPlace(path) }),
  },
  {
    when: pattern(
      `^(?:find|locate|look for|where(?:'s| is| are)|glob|search for)(?: me)?(?: all)?(?: the)?(?: file)? (?<name>NAME)(?: file)?(?: ${IN} ${PLACE})?$`,
    ),
    intent: ({ name = '', path }) =>
      isName(name) ? { kind: 'find', pattern: toGlob(name), ...asPlace(path) } : undefined,
  },
  {
    when: pattern('^(?:list|ls|show) (?<name>NAME)$'),
    intent: ({ name = '' }) => (/[*?]/.test(name) ? { kind: 'find', pattern: toGlob(name) } : undefined),
  },
  {
    when: pattern(
      `^(?:查找|找到|找出|找一下|找找|找|寻找|搜索|列出|查看|看看)?(?:一下)?\\s*(?:在\\s*)?(?:(?<path>[^\\s，。]*?)\\s*(?:目录|文件夹)?(?:下面|里面|下|里|中|内)的?\\s*)?(?:有)?(?:多少个?|几个|所有的?|全部的?|哪些)\\s*(?<kind>[^\\s，。的]+?)\\s*(?:类型的?|格式的?|后缀的?|的)?\\s*文件$`,
    ),
    intent: ({ kind = '', path }) => findKind(kind, path),
  },
  {
    when: pattern(
      `^(?:查找|找到|找出|找一下|找找|找|寻找|搜索)(?:一下)?\\s*(?:名为|名字叫|叫做?|文件名(?:为|是|包含))\\s*(?<name>LAZY)\\s*的?\\s*文件$`,
    ),
    intent: ({ name = '' }) => ({ kind: 'find', pattern: toGlob(name) }),
  },
  {
    when: pattern(
      `^(?:查找|找到|找出|找一下|找找|找|寻找)(?:一下)?\\s*(?:文件)?\\s*(?<name>LAZY)\\s*(?:文件)?(?:在哪里?|在哪儿)?$`,
    ),
    intent: ({ name = '' }) => (isName(name) ? { kind: 'find', pattern: toGlob(name) } : undefined),
  },
  {
    when: pattern(`^(?<name>LAZY)\\s*(?:文件)?(?:在哪里?|在哪儿|在什么(?:地方|位置))$`),
    intent: ({ name = '' }) => (isName(name) ? { kind: 'find', pattern: toGlob(name) } : undefined),
  },
  {
    when: pattern('^(?:查找|找到|找出|找一下|找找|找|寻找)(?:一下)?\\s*(?<name>[\\w.-]+)\\s*(?:的)?文件$'),
    intent: ({ name = '' }) => ({ kind: 'find', pattern: toGlob(name) }),
  },
];

export const searchRules: readonly Rule[] = [
  {
    when: pattern(`^grep(?: -\\w+)* (?:for )?(?<text>NAME)(?: (?:in )?(?<path>NAME))?$`),
    intent: ({ text = '', path }) => search(text, path),
  },
  {
    when: pattern(
      `^(?:search|look)(?: (?:the |this |my )?(?:code|project|files|code ?base|repo))?(?: for)(?: the)?(?: (?:text|string|word|words|phrase|pattern))? (?<text>.+?)(?: ${IN} ${PLACE})?$`,
    ),
    intent: ({ text = '', path }) => search(text, path),
  },
  {
    when: pattern(`^search (?<path>NAME) for (?<text>.+)$`),
    intent: ({ text = '', path }) => search(text, path),
  },
  {
    when: pattern(`^search (?<text>.+?)(?: ${IN} ${PLACE})?$`),
    intent: ({ text = '', path }) => search(text, path),
  },
  {
    when: pattern(
      `^where(?:'s| is| are| do(?: we| you| i)?(?: use)?)(?: the)?(?: (?:function|class|variable|method|constant|word|text))? (?<text>NAME)(?: (?:is |are )?(?:used|defined|declared|called|mentioned|imported|set|implemented))?(?: ${IN} ${PLACE})?$`,
    ),
    intent: ({ text = '', path }) => search(text, path),
  },
  {
    when: pattern(
      `^(?:which|what) files? (?:contains?|mentions?|uses?|imports?|has|have|includes?|calls?) (?<text>.+?)(?: ${IN} ${PLACE})?$`,
    ),
    intent: ({ text = '', path }) => search(text, path),
  },
  {
    when: pattern(`^who (?:calls|uses|imports) (?<text>NAME)$`),
    intent: ({ text = '' }) => search(text, undefined),
  },
  {
    when: pattern(
      `^(?:find|show|list)(?: me)?(?: all| every)?(?: the)?(?: (?:usages?|uses|occurrences?|mentions?|references?|calls?|instances?)(?: of| to)?)?(?: (?:function|class|method|variable|constant|text|word|string))? (?<text>NAME)(?: (?:comments?|calls?|usages?))?(?: ${IN} ${PLACE})?$`,
    ),
    intent: ({ text = '', path }) =>
      isName(text) || isProject(text) || isThatFile(text) || GENERIC.test(text)
        ? undefined
        : search(text.replace(/^(TODO|FIXME)s$/i, '$1'), path),
  },
  {
    when: pattern(
      `^(?:请)?在\\s*${ZH_PLACE}\\s*(?:搜索|查找|搜一下|搜|找一下|找)(?:一下)?\\s*(?:文本|字符串|关键字|关键词)?\\s*(?<text>.+)$`,
    ),
    intent: ({ text = '', path }) => search(text, path),
  },
  {
    when: pattern(
      `^(?:全局)?(?:搜索|查找|搜一下|搜|找一下|找)(?:一下)?\\s*(?:文本|字符串|关键字|关键词|代码(?:里|中)的?)?\\s*(?:所有的?|全部的?)?\\s*(?<text>.+?)\\s*(?:在哪里?|出现的地方|的(?:用法|引用|调用|定义))?$`,
    ),
    intent: ({ text = '' }) => search(text, undefined),
  },
  {
    when: pattern(
      `^(?:哪里|哪些地方|什么地方|哪些文件|哪个文件)(?:用到|使用|调用|提到|包含|引用|定义|出现|有)(?:了|过)?\\s*(?<text>.+)$`,
    ),
    intent: ({ text = '' }) => search(text, undefined),
  },
  {
    when: pattern(
      `^(?<text>LAZY)\\s*在(?:哪里?|哪儿|哪些地方|哪些文件)(?:里|中)?(?:被)?(?:用到|使用|调用|定义|引用|出现|声明)?(?:了|过|的)?$`,
    ),
    intent: ({ text = '' }) => search(text, undefined),
  },
];

export const listRules: readonly Rule[] = [
  {
    when: pattern(
      `^(?:list|show|display|ls|what(?:'s| is| are)?|which|see)(?: me)?(?: all)?(?: of)?(?: the| my| our)? ?(?:${FILES}|contents?)(?: (?:are|do|is)(?: there| we have| i have)?)?(?: ${IN} ${PLACE})?(?: here)?$`,
    ),
    intent: ({ path }) => (asFile(path) ? undefined : { kind: 'list', ...asPlace(path) }),
  },
  {
    when: pattern(`^(?:ls|dir|list|tree)(?: -\\w+)*(?: ${PLACE})?$`),
    intent: ({ path }) => (path !== undefined && /[*?]/.test(path) ? undefined : { kind: 'list', ...asPlace(path) }),
  },
  {
    when: pattern("^what(?:'?s| is)(?: (?:in|inside))? here$"),
    intent: () => ({ kind: 'list' }),
  },
  {
    when: pattern(`^what(?:'?s| is)(?: there)? ${IN} ${PLACE}$`),
    intent: ({ path }) => (asFile(path) || (path && isThatFile(path)) ? undefined : { kind: 'list', ...asPlace(path) }),
  },
  {
    when: pattern(
      `^(?:列出|列一下|列举|显示|查看|看看|看一下|看下)(?:一下)?\\s*${ZH_PLACE}\\s*(?:所有的?|全部的?|有哪些|有什么|都有什么)?\\s*(?:文件|目录|文件夹|内容|文件列表|目录结构)(?:和(?:文件夹|目录))?$`,
    ),
    intent: ({ path }) => (asFile(path) ? undefined : { kind: 'list', ...asPlace(path) }),
  },
  {
    when: pattern(`^(?:列出|列一下)\\s*(?<path>[^\\s，。]+)$`),
    intent: ({ path }) => ({ kind: 'list', ...asPlace(path) }),
  },
  {
    when: pattern(
      `^${ZH_PLACE}\\s*(?:有|都有)(?:哪些|什么|些什么|多少)(?:文件|东西|内容|目录)?(?:和(?:文件夹|目录))?$`,
    ),
    intent: ({ path }) => (asFile(path) ? undefined : { kind: 'list', ...asPlace(path) }),
  },
];

const GENERIC = /^(?:files?|folders?|tests?|bugs?|problems?|errors?|me|changes|diff|status|everything)$/i;

/** Extensions by the name people call a language. */
const KINDS: Readonly<Record<string, string>> = {
  typescript: '*.{ts,tsx}',
  javascript: '*.{js,mjs,cjs,jsx}',
  python: '*.py',
  markdown: '*.md',
  golang: '*.go',
  rust: '*.rs',
  java: '*.java',
  ruby: '*.rb',
  shell: '*.sh',
  yaml: '*.{yml,yaml}',
  json: '*.json',
  html: '*.html',
  css: '*.css',
  test: '*{.,_}{test,spec}.*',
  测试: '*{.,_}{test,spec}.*',
  config: '*.{json,toml,yml,yaml,ini}',
  配置: '*.{json,toml,yml,yaml,ini}',
  text: '*.txt',
  文本: '*.txt',
  image: '*.{png,jpg,jpeg,gif,svg,webp}',
  图片: '*.{png,jpg,jpeg,gif,svg,webp}',
};

function findKind(kind: string, path: string | undefined): Intent | undefined {
  const name = kind.trim().toLowerCase();
  const known = own(KINDS, name);
  if (!known && /^(?:the|all|my|any|these|new|changed|modified|source|project)$/.test(name)) return undefined;
  const glob = known
    ? `**/${known}`
    : /^\.?[a-z0-9]{1,5}$/.test(name)
      ? `**/*.${name.replace(/^\./, '')}`
      : toGlob(kind.trim());
  return { kind: 'find', pattern: glob, ...asPlace(path) };
}

function isName(name: string): boolean {
  return /[*?]/.test(name) || asFile(name) !== undefined;
}

/** A name anywhere in the tree, unless it says where. */
function toGlob(name: string): string {
  const clean = name.trim();
  if (/^\.[a-z0-9]{1,5}$/i.test(clean)) return `**/*${clean}`;
  if (clean.includes('/')) return clean.replace(/^\.\//, '');
  if (/[*?]/.test(clean) || /\.\w+$/.test(clean)) return `**/${clean}`;
  return asFile(clean) ? `**/${clean}*` : `**/*${clean}*`;
}

function search(text: string, path: string | undefined): Intent | undefined {
  const wanted = text.trim();
  if (wanted === '' || isThatFile(wanted)) return undefined;
  if (path === undefined || isProject(path)) return { kind: 'search', text: wanted };
  if (isThatFile(path)) return { kind: 'search', text: wanted };
  if (/[*?]/.test(path)) return { kind: 'search', text: wanted, glob: path.trim() };
  const place = asPlace(path);
  return { kind: 'search', text: wanted, ...place };
}
