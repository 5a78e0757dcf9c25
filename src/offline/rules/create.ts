/** Requests to make a file, a folder, or to write a file anew. */

import type { Intent } from '../intent.ts';
import { namesProgram, smallProgram } from '../small-programs.ts';
import { asFile, asTarget, isThatFile, pattern, type Rule } from './rule.ts';

const MAKE =
  '(?:create|make|write|add|generate|new|touch|start)(?: me)?(?: an?| the)?(?: new)?(?: empty| simple| small| tiny| basic)*';
const SORT =
  '(?: (?<sort>python|javascript|js|node|typescript|ts|bash|shell|html|markdown|go|rust|ruby|text|json|css|c|java))?(?: (?:file|script|page|document|program|module|module file|test))?';
const PATH = '(?: (?:called|named|at|in))? (?<path>NAME)';
const CONTENT =
  '(?:,? (?:and )?(?:with|containing|which contains|that contains|having|put|write|(?<says>that says|which says|saying))(?: the)?(?: (?:following|exact))?(?: (?:content|contents|text|lines?|code|body))?(?: of)?(?: in it)?|,? (?:whose )?contents?(?: is| are)?)';
const LANGUAGES = 'python|javascript|js|node|typescript|ts|bash|shell|html|go|rust|ruby';
const ZH_MAKE = '(?:创建|新建|建立|建|新增|生成|写|添加|做)(?:一个|一份|个)?(?:新的|新|空的|空|简单的)*';
const ZH_SORT =
  '(?<sort>python|javascript|js|node|typescript|ts|bash|shell|html|markdown|go|rust|ruby|json|css|文本)?\\s*(?:文件|脚本|页面|程序)?';

/** What is described and has to be thought of first; what is meant as it stands is quoted, or not said like this. */
const DESCRIBED =
  '(?<about>(?:an?|the|some|all|my|every|\\d+|ten|five) (?:[\\w-]+ ){0,3}?(?:functions?|class(?:es)?|methods?|main|tests?|headings?|titles?|lists?|tables?|poems?|haikus?|stor(?:y|ies)|jokes?|summar(?:y|ies)|essays?|letters?|descriptions?|explanations?|sections?|paragraphs?|examples?|templates?|config(?:uration)?|scripts?|programs?|pages?|overview|outline|plan|changelog|license|documentation|docs|comments?|numbers?|names?|days|months|countries|cities|primes)\\b[\\s\\S]*?)';

export const createRules: readonly Rule[] = [
  {
    when: pattern(
      `^(?:write|put|save|generate) ${DESCRIBED} (?:to|into|in|as|inside)(?: an?| the)?(?: new)?(?: file)?(?: called| named)? (?<path>NAME)$`,
    ),
    intent: ({ path, about }) => create(path, { about }),
  },
  {
    when: pattern(`^${MAKE}${SORT}${PATH}${CONTENT} ${DESCRIBED}$`),
    intent: ({ path, about, says }) => (says === undefined ? create(path, { about }) : undefined),
  },
  {
    when: pattern(
      '^(?:create|make|add|mkdir)(?: -p)?(?: an?| the)?(?: new| empty)*(?<before> (?:folder|directory|dir)(?: called| named)?)? (?<path>NAME)(?<after> folder| directory)?$',
    ),
    intent: ({ path = '', before, after }) => folderOf(path, before ?? after),
  },
  {
    when: pattern('^(?:创建|新建|建立|建)(?:一个|个)?(?:新的?)?\\s*(?:文件夹|目录)\\s*(?:叫|名为)?\\s*(?<path>NAME)$'),
    intent: ({ path = '' }) => ({ kind: 'make-folder', path }),
  },
  {
    when: pattern(
      `^(?:write|put|save|store)(?: the)?(?: (?:text|line|words?|content))? (?<content>.+?) (?:to|into|in|as|inside)(?: an?| the)?(?: new)?(?: file)?(?: called| named)? (?<path>NAME)$`,
    ),
    intent: ({ path, content }) => create(path, { content }),
  },
  {
    when: pattern(
      `^(?:overwrite|rewrite|replace)(?: (?:the )?(?:whole |entire )?contents? of)?(?: the)?(?: file)? (?<path>NAME)(?: contents?)? (?:with|to|by|using):?(?: the (?:text|content|line))? (?<content>[\\s\\S]+)$`,
    ),
    intent: ({ path, content = '' }) => overwrite(path, content),
  },
  {
    when: pattern(`^${MAKE}${SORT}${PATH}${CONTENT}\\s*[:：]?\\s*(?<content>[\\s\\S]+)$`),
    intent: ({ path, content = '', says }) => create(path, contentOrAbout(path, content, says)),
  },
  {
    when: pattern(`^${MAKE}${SORT}${PATH}\\s*[:：]\\s*(?<content>[\\s\\S]+)$`),
    intent: ({ path, content }) => create(path, { content }),
  },
  {
    when: pattern(`^${MAKE}${SORT}${PATH},? (?:that|which|to|and make it|for|where it) (?<about>[\\s\\S]+)$`),
    intent: ({ path, about }) => create(path, { about }),
  },
  { when: pattern(`^${MAKE}${SORT}${PATH}(?: file)?$`), intent: ({ path }) => create(path, {}) },
  {
    when: pattern(
      `^${MAKE} (?<sort>${LANGUAGES}) (?:file|script|page|program)(?: (?:that|which|to) (?<about>[\\s\\S]+))?$`,
    ),
    intent: ({ sort = '', about }) => create(defaultName(sort, about), { about }),
  },
  {
    when: pattern(
      `^${MAKE} (?:script|program)(?: in (?<sort>${LANGUAGES}))?,? (?:that|which|to) (?<about>[\\s\\S]+?)(?: in (?<sort2>${LANGUAGES}))?$`,
    ),
    intent: ({ sort, sort2, about }) => create(defaultName(sort ?? sort2 ?? 'js', about), { about }),
  },
  {
    when: pattern(
      `^(?:(?:${MAKE}|code|implement|do|give me|show me)(?: an?| the)? )?(?<about>[^.]+?)(?: (?:script|program|app|example|generator))?(?:,? (?:in|using|with) (?<sort>${LANGUAGES}))?$`,
    ),
    intent: ({ sort = 'js', about }) => program(sort, about),
  },
  {
    when: pattern(
      `^(?:把|将)\\s*(?<content>.+?)\\s*(?:写入|写到|写进|保存到|存到|保存为|存为|放到|放进)\\s*(?:文件)?\\s*(?<path>LAZY)\\s*(?:文件)?(?:里面|里|中)?$`,
    ),
    intent: ({ path, content }) => create(path, { content }),
  },
  {
    when: pattern(
      `^(?:把|将)?\\s*(?<path>LAZY)\\s*(?:文件)?的?\\s*(?:全部)?内容\\s*(?:改成|改为|换成|替换成|替换为|覆盖为|设为)\\s*[:：]?\\s*(?<content>[\\s\\S]+)$`,
    ),
    intent: ({ path, content = '' }) => overwrite(path, content),
  },
  {
    when: pattern(`^(?:用)\\s*(?<content>.+?)\\s*(?:覆盖)\\s*(?<path>NAME)$`),
    intent: ({ path, content = '' }) => overwrite(path, content),
  },
  {
    when: pattern(
      `^${ZH_MAKE}\\s*${ZH_SORT}\\s*(?:叫做?|名为|名叫)?\\s*(?<path>LAZY)\\s*(?:的)?(?:文件)?\\s*[，,]?\\s*(?:其?内容(?:为|是|写)?|写入|写上|写着|里面写(?:上|着|入)?|包含)\\s*[:：]?\\s*(?<content>[\\s\\S]+)$`,
    ),
    intent: ({ path, content }) => create(path, { content }),
  },
  {
    when: pattern(`^${ZH_MAKE}\\s*内容(?:为|是)\\s*(?<content>.+?)\\s*的\\s*(?:文件)?\\s*(?<path>LAZY)\\s*(?:文件)?$`),
    intent: ({ path, content }) => create(path, { content }),
  },
  {
    when: pattern(
      `^${ZH_MAKE}\\s*${ZH_SORT}\\s*(?:叫做?|名为|名叫)?\\s*(?<path>LAZY)\\s*(?:的)?(?:文件)?\\s*[，,]?\\s*(?<about>(?:让它|它|用来|用于|能|可以|会)?\\s*(?:打印|输出|显示|定义|实现|包含|计算|有一个|带).+)$`,
    ),
    intent: ({ path, about }) => create(path, { about }),
  },
  {
    when: pattern(`^${ZH_MAKE}\\s*${ZH_SORT}\\s*(?:叫做?|名为|名叫)?\\s*(?<path>LAZY)\\s*(?:的)?(?:文件)?$`),
    intent: ({ path }) => create(path, {}),
  },
  {
    when: pattern(
      `^${ZH_MAKE}(?:能|会|可以)?\\s*(?<about>(?:打印|输出|显示).+?)\\s*的\\s*(?<sort>${LANGUAGES})\\s*(?:文件|脚本|页面|程序)$`,
    ),
    intent: ({ sort = '', about }) => create(defaultName(sort, about), { about }),
  },
  {
    when: pattern(
      `^(?:用\\s*(?<sort>${LANGUAGES})\\s*)?${ZH_MAKE}\\s*(?<sort2>${LANGUAGES})?\\s*(?:的)?(?:脚本|程序|代码)?\\s*[，,]?\\s*(?:来|用来|用于|能|可以)?\\s*(?<about>.+?)\\s*(?:的)?(?:小)?(?:脚本|程序|代码)?$`,
    ),
    intent: ({ sort, sort2, about }) => program(sort ?? sort2 ?? 'js', about),
  },
];

const EXTENSIONS: Readonly<Record<string, string>> = {
  python: 'py',
  javascript: 'js',
  js: 'js',
  node: 'js',
  typescript: 'ts',
  ts: 'ts',
  bash: 'sh',
  shell: 'sh',
  html: 'html',
  go: 'go',
  rust: 'rs',
  ruby: 'rb',
};

function create(path: string | undefined, what: { content?: string; about?: string }): Intent | undefined {
  const file = asFile(path);
  if (file === undefined) return undefined;
  const { content, about } = what;
  if (content !== undefined && content.trim() !== '') return { kind: 'create', path: file, content };
  return about === undefined ? { kind: 'create', path: file } : { kind: 'create', path: file, about: about.trim() };
}

function overwrite(path: string | undefined, content: string): Intent | undefined {
  if (path !== undefined && isThatFile(path)) return { kind: 'overwrite', content };
  const target = asTarget(path);
  return target && { kind: 'overwrite', ...target, content };
}

function folderOf(path: string, folder: string | undefined): Intent | undefined {
  const named = folder !== undefined || path.endsWith('/');
  return named ? { kind: 'make-folder', path: path.replace(/\/$/, '') } : undefined;
}

/** A script that "says hello" is code; a text that says hello is the word itself. */
function contentOrAbout(
  path: string | undefined,
  content: string,
  says: string | undefined,
): { content?: string; about?: string } {
  const isCode = /\.(?:py|[cm]?[jt]s|sh|rb|go|rs|c|java)$/i.test(path ?? '');
  if (says !== undefined && isCode) return { about: `says ${content}` };
  return { content };
}

/** Only what is known: any other words are no request for a program. */
function program(sort: string, about = ''): Intent | undefined {
  const known = /^(?:python|javascript|js|node|typescript|ts)$/i.test(sort) && namesProgram(about);
  return known ? create(defaultName(sort, about), { about }) : undefined;
}

function defaultName(sort: string, about: string | undefined): string {
  const extension = EXTENSIONS[sort.toLowerCase()] ?? 'txt';
  if (extension === 'html') return 'index.html';
  const word = /(?:prints?|says?|打印|输出)\s+["'`“]?(?!(?:the|an?|all|every|some|my)\b)([a-z]+)/i.exec(
    about ?? '',
  )?.[1];
  return `${smallProgram(about ?? '')?.stem ?? word?.toLowerCase() ?? 'main'}.${extension}`;
}
