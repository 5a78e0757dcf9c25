/** Requests to change text inside files: replace, rename, insert, delete lines. */

import type { Intent } from '../intent.ts';
import { asFile, asPlace, asTarget, isProject, isThatFile, pattern, type Rule } from './rule.ts';

const OF =
  '(?: (?:all|every|each|any|the))*(?: (?:occurrences?|instances?|uses?) of)?(?: the)?(?: (?:text|word|string|line|name|function|variable|class|method|constant|identifier))?';
const IN =
  '(?: (?:in|inside|within|across|throughout|under) (?<path>(?:(?:the|this|all|every|whole|entire|my) )*NAME(?: (?:files?|folder|directory|project))?))?(?<everywhere> everywhere)?';
const TO = '(?:with|to|by|into|->|=>|→)';
const ZH_TO = '(?:改成|改为|换成|换为|替换成|替换为|改名为|改名成|重命名为|变成|变为)';
const ZH_IN = '(?<path>LAZY)\\s*(?:文件|目录|文件夹)?(?:里面|里|中|内)(?:所有的?|全部的?|的)*';

export const replaceRules: readonly Rule[] = [
  {
    when: pattern(
      `^(?:change|turn|make|set|update) (?<path>it|that|this|the content|its content) (?:to|into|say)(?: say)?:? (?<content>[\\s\\S]+)$`,
    ),
    intent: ({ content = '' }) => ({ kind: 'overwrite', content, short: true }),
  },
  {
    when: pattern(
      `^(?<verb>replace|change|substitute|swap|rename|update|convert|refactor)${OF} (?<from>.+?) ${TO} (?<to>.+?)${IN}$`,
    ),
    intent: ({ verb, from, to, path, everywhere }) => replace({ from, to, path, everywhere, verb }),
  },
  {
    when: pattern(
      `^in (?<path>NAME(?: (?:files?|folder|directory))?),? (?<verb>replace|change|substitute|swap|rename|update)${OF} (?<from>.+?) ${TO} (?<to>.+)$`,
    ),
    intent: ({ verb, from, to, path }) => replace({ from, to, path, verb }),
  },
  {
    when: pattern(
      `^(?:(?:fix|correct)(?: the| a)?(?: (?:typo|spelling|mistake|error))?)?(?: ?in (?<path>NAME))?\\s*[:：,]?\\s*(?<from>NAME) should (?:be|say|read) (?<to>NAME)(?: in (?<path2>NAME))?$`,
    ),
    intent: ({ from, to, path, path2 }) => replace({ from, to, path: path ?? path2 }),
  },
  {
    when: pattern(`^s/(?<from>[^/]+)/(?<to>[^/]*)/g?(?: (?:in )?(?<path>NAME))?$`),
    intent: ({ from, to, path }) => replace({ from, to: to ?? '', path }),
  },
  {
    when: pattern(
      `^(?:remove|delete|drop|strip)(?: all)?(?: the)?(?: (?:text|word|string))? (?<from>.+?) from (?<path>NAME)$`,
    ),
    intent: ({ from, path }) => (/^lines? \d/i.test(from ?? '') ? undefined : replace({ from, to: '', path })),
  },
  {
    when: pattern(`^(?:请)?(?:把|将)\\s*(?:它|这个|内容)\\s*${ZH_TO}\\s*[:：]?\\s*(?<content>[\\s\\S]+)$`),
    intent: ({ content = '' }) => ({ kind: 'overwrite', content, short: true }),
  },
  {
    when: pattern(
      `^(?:把|将)\\s*${ZH_IN}\\s*(?:函数|变量|方法|类|常量)?\\s*(?<from>.+?)\\s*(?:都|全部|全都|统一)?\\s*(?<verb>${ZH_TO})\\s*(?<to>.+)$`,
    ),
    intent: ({ verb, from, to, path }) => replace({ from, to, path, verb }),
  },
  {
    when: pattern(
      `^在\\s*${ZH_IN}\\s*[，,]?\\s*(?:把|将)\\s*(?<from>.+?)\\s*(?:都|全部|全都|统一)?\\s*(?<verb>${ZH_TO})\\s*(?<to>.+)$`,
    ),
    intent: ({ verb, from, to, path }) => replace({ from, to, path, verb }),
  },
  {
    when: pattern(`^(?:替换|修改|更改)\\s*${ZH_IN}\\s*(?<from>.+?)\\s*(?:为|成)\\s*(?<to>.+)$`),
    intent: ({ from, to, path }) => replace({ from, to, path }),
  },
  {
    when: pattern(
      `^(?:把|将)\\s*(?:所有的?|全部的?)?\\s*(?:函数|变量|方法|类|常量)?\\s*(?<from>.+?)\\s*(?:都|全部|全都|统一)?\\s*(?<verb>${ZH_TO})\\s*(?<to>.+)$`,
    ),
    intent: ({ verb, from, to }) => replace({ from, to, verb }),
  },
];

export const lineRules: readonly Rule[] = [
  {
    when: pattern(
      `^(?:delete|remove|drop|cut) (?:the )?lines? (?<first>\\d+)(?:\\s*(?:-|–|to|through|until|and)\\s*(?<last>\\d+))? (?:of|in|from) (?:the )?(?:file )?(?<path>NAME)$`,
    ),
    intent: ({ path, first, last }) => deleteLines(path, first, last),
  },
  {
    when: pattern(
      `^(?:insert|add|put)(?: (?:the|a|an))?(?: (?:text|line|comment))? (?<text>.+?) (?<side>after|before|at|on) line (?<line>\\d+) (?:of|in|to|into) (?:the )?(?<path>NAME)$`,
    ),
    intent: ({ path, text, side, line }) => insert(path, text, { line: Number(line) + (side === 'after' ? 1 : 0) }),
  },
  {
    when: pattern(
      `^(?:append|add|insert|put|prepend)(?: (?:the|a|an|another))?(?: (?:text|line|comment))? (?<text>.+?) (?:to|at|in|into|on|as)(?: the)? (?<where>top|start|beginning|first line|end|bottom) (?:of|in) (?:the )?(?:file )?(?<path>NAME)$`,
    ),
    intent: ({ path, text, where }) =>
      insert(path, text, /top|start|beginning|first/i.test(where ?? '') ? 'start' : 'end'),
  },
  {
    when: pattern(`^prepend(?: the)?(?: (?:text|line))? (?<text>.+?) to (?:the )?(?:file )?(?<path>NAME)$`),
    intent: ({ path, text }) => insert(path, text, 'start'),
  },
  {
    when: pattern(
      `^(?:append|add)(?: (?:the|a|an|another))?(?: (?:text|line|comment))? (?<text>.+?) to (?:the )?(?:file )?(?<path>NAME)$`,
    ),
    intent: ({ path, text }) => insert(path, text, 'end'),
  },
  {
    when: pattern(
      `^(?:删除|删掉|去掉|移除)\\s*(?<path>LAZY)\\s*(?:文件)?(?:里|中)?的?\\s*第?\\s*(?<first>\\d+)\\s*行?\\s*(?:(?:到|至|-|–|~)\\s*第?\\s*(?<last>\\d+)\\s*)?行$`,
    ),
    intent: ({ path, first, last }) => deleteLines(path, first, last),
  },
  {
    when: pattern(
      `^在\\s*(?<path>LAZY)\\s*(?:文件)?(?:里|中)?的?\\s*第\\s*(?<line>\\d+)\\s*行\\s*(?<side>之?后面?|之?前面?)?\\s*(?:插入|添加|加上|加|写)(?:一行)?\\s*[:：]?\\s*(?<text>.+)$`,
    ),
    intent: ({ path, text, side, line }) => insert(path, text, { line: Number(line) + (side?.includes('后') ? 1 : 0) }),
  },
  {
    when: pattern(
      `^(?:在|向|往|给)\\s*(?<path>LAZY)\\s*(?:文件)?(?:里|中)?的?\\s*(?<where>开头|最前面|第一行|顶部|末尾|最后|结尾|后面|底部)?\\s*(?:里|中|处)?\\s*(?:追加|添加|加上|加入|加|插入|写上)(?:一行)?\\s*[:：]?\\s*(?<text>.+)$`,
    ),
    intent: ({ path, text, where }) => insert(path, text, /开头|最前|第一|顶/.test(where ?? '') ? 'start' : 'end'),
  },
  {
    when: pattern(
      `^(?:把|将)\\s*(?<text>.+?)\\s*(?:追加|添加|加)(?:到|进)\\s*(?<path>LAZY)\\s*(?:文件)?的?\\s*(?<where>开头|末尾|最后|结尾)?(?:里|中)?$`,
    ),
    intent: ({ path, text, where }) => insert(path, text, where === '开头' ? 'start' : 'end'),
  },
];

interface Wish {
  from: string | undefined;
  to: string | undefined;
  path?: string | undefined;
  everywhere?: string | undefined;
  verb?: string | undefined;
}

function replace({ from = '', to = '', path, everywhere, verb = '' }: Wish): Intent | undefined {
  if (from.trim() === '' || from === to) return undefined;
  const words = /rename|refactor|重命名|改名/i.test(verb) && /^[\w$]+$/.test(from);
  const place = path?.trim();
  const wanted = { kind: 'replace' as const, from, to, words };
  if (everywhere !== undefined || (place !== undefined && isProject(place))) return { ...wanted, scope: 'folder' };
  // A file by itself is to be moved or rewritten: no text to look for.
  if (place === undefined) return asFile(from) ? undefined : { ...wanted, scope: 'file' };
  if (isThatFile(place)) return { ...wanted, scope: 'file' };
  const file = asFile(place);
  if (file !== undefined && !place.endsWith('/') && /\.\w+$/.test(file))
    return { ...wanted, path: file, scope: 'file' };
  return { ...wanted, ...asPlace(place.replace(/^(?:all |every |the )*(.*?)(?: files?)?$/i, '$1')), scope: 'folder' };
}

function insert(path: string | undefined, text = '', where: 'start' | 'end' | { line: number }): Intent | undefined {
  const target = asTarget(path);
  return target && text.trim() !== '' ? { kind: 'insert', ...target, text, where } : undefined;
}

function deleteLines(
  path: string | undefined,
  first: string | undefined,
  last: string | undefined,
): Intent | undefined {
  const target = asTarget(path);
  return target && { kind: 'delete-lines', ...target, first: Number(first), last: Number(last ?? first) };
}
