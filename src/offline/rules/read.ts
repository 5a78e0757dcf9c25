/** Requests to show a file or a part of it. */

import type { Intent, LineRange } from '../intent.ts';
import { asPlace, asRange, asTarget, pattern, type Rule } from './rule.ts';

const SHOW = '(?:read|show|open|cat|print|display|view|see|look at|give|let me see|check out)(?: me)?';
const FILE =
  '(?:(?:the )?(?:contents?|text|source) of )?(?:the )?(?:file )?(?<path>that file|this file|the file|NAME)(?: file)?';
const ZH_SHOW = '(?:读取|读一下|读|查看|打开|显示|看看|看一下|看下|看|输出|打印)(?:一下)?';
const ZH_FILE = '(?:文件)?\\s*(?<path>这个文件|那个文件|该文件|刚才的文件|刚刚的文件|上面的文件|它|LAZY)';

export const readRules: readonly Rule[] = [
  {
    when: pattern(`^${SHOW}(?: the)? (?<which>first|last|top|bottom) (?<count>\\d+) lines? (?:of|in|from) ${FILE}$`),
    intent: ({ path, which, count }) => read(path, edge(which === 'first' || which === 'top', count)),
  },
  {
    when: pattern(`^(?<which>head|tail)(?: -n?\\s*(?<count>\\d+))? (?<path>NAME)$`),
    intent: ({ path, which, count }) => read(path, edge(which?.toLowerCase() === 'head', count ?? '10')),
  },
  {
    when: pattern(
      `^${SHOW}(?: the)? lines? (?<first>\\d+)(?:\\s*(?:-|–|to|through|until|and)\\s*(?<last>\\d+))? (?:of|in|from) ${FILE}$`,
    ),
    intent: ({ path, first, last }) => read(path, asRange(first, last).lines),
  },
  {
    when: pattern(
      `^${SHOW} ${FILE},? (?:from )?(?:lines?|at line) (?<first>\\d+)(?:\\s*(?:-|–|to|through|until)(?: line)?\\s*(?<last>\\d+))?$`,
    ),
    intent: ({ path, first, last }) => read(path, asRange(first, last).lines),
  },
  {
    when: pattern(`^(?:${SHOW} )?(?<path>NAME):(?<first>\\d+)(?:-(?<last>\\d+))?$`),
    intent: ({ path, first, last }) => read(path, asRange(first, last).lines),
  },
  { when: pattern(`^${SHOW} ${FILE}$`), intent: ({ path }) => read(path) },
  { when: pattern(`^what(?:'s| is)(?: written)? in ${FILE}$`), intent: ({ path }) => read(path) },
  { when: pattern(`^what does ${FILE} (?:say|contain|look like)$`), intent: ({ path }) => read(path) },
  {
    when: pattern(
      `^(?:${ZH_SHOW})?\\s*${ZH_FILE}\\s*(?:文件)?的?\\s*(?<which>前|开头|最后|末尾|后)\\s*(?<count>\\d+)\\s*行(?:的?内容)?$`,
    ),
    intent: ({ path, which, count }) => read(path, edge(which === '前' || which === '开头', count)),
  },
  {
    when: pattern(
      `^(?:${ZH_SHOW})?\\s*${ZH_FILE}\\s*(?:文件)?的?\\s*第?\\s*(?<first>\\d+)\\s*行?\\s*(?:(?:到|至|-|–|~)\\s*第?\\s*(?<last>\\d+)\\s*)?行(?:的?内容)?$`,
    ),
    intent: ({ path, first, last }) => read(path, asRange(first, last).lines),
  },
  {
    when: pattern(
      `^${ZH_SHOW}\\s*${ZH_FILE}\\s*(?:这个)?(?:文件)?(?:里面|里|中)?(?:的)?\\s*(?:全部)?(?:内容|代码|源码)?$`,
    ),
    intent: ({ path }) => read(path),
  },
  {
    when: pattern(`^${ZH_FILE}\\s*(?:文件)?(?:里面|里|中)?\\s*(?:写了什么|有什么内容|是什么内容|的内容是什么|有什么)$`),
    intent: ({ path }) => read(path),
  },
  {
    when: pattern(`^(?:把|将)\\s*${ZH_FILE}\\s*(?:文件)?\\s*(?:打开|读一下|显示出来|给我看看?)$`),
    intent: ({ path }) => read(path),
  },
  {
    when: pattern('^(?<path>NAME)$'),
    intent: ({ path }) => (path && /^(?:it|that|this|它)$/i.test(path) ? undefined : read(path)),
  },
];

/** A name with spaces in it, last of all: nothing else has read the words otherwise. */
export const spacedRules: readonly Rule[] = [
  {
    when: pattern(
      `^${SHOW}(?: the)?(?: file)? (?<path>(?:[^\\s,;:，。；：、*?]+ )+[^\\s,;:，。；：、*?]*\\.\\w{1,6})$`,
    ),
    intent: ({ path }) => (isSpaced(path) ? read(path) : undefined),
  },
  {
    when: pattern(
      '^(?:list|show|ls)(?: me)?(?: all)?(?: the)?(?: (?:files|contents?))? (?:in|of|under|inside) (?:the )?(?<path>[\\w.-]+(?: [\\w.-]+){1,3}?)(?: (?:folder|directory))?$',
    ),
    intent: ({ path }) => (isSpaced(path) ? { kind: 'list', ...asPlace(path) } : undefined),
  },
];

function isSpaced(path = ''): boolean {
  return !/(?:^|\s)(?:in|of|and|or|the|is|are|to|from|with|for|what|how|where|all|my|me|that|this|it|line|lines|last|first|about)(?=\s)/i.test(
    path,
  );
}

function read(path: string | undefined, lines?: LineRange): Intent | undefined {
  const [, bare = path, first, last] = /^(.+):(\d+)(?:-(\d+))?$/.exec(path ?? '') ?? [];
  const target = asTarget(bare);
  if (!target) return undefined;
  return { kind: 'read', ...target, ...(lines ? { lines } : asRange(first, last)) };
}

function edge(fromStart: boolean, count: string | undefined): LineRange {
  const lines = Number(count ?? 10);
  return fromStart ? { first: 1, last: lines } : { first: -lines };
}
