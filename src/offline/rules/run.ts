/** Requests to run a command, a file or one of the project's chores, and to move files about. */

import type { Intent } from '../intent.ts';
import { asFile, isThatFile, pattern, type Rule } from './rule.ts';

/** Programs whose name at the start of a line means the line itself. */
const PROGRAMS =
  'npm|npx|pnpm|yarn|bun|deno|node|python3?|pip3?|pytest|uv|go|cargo|rustc|make|cmake|docker|git|tsc|jest|vitest|eslint|biome|echo|pwd|whoami|date|uname|which|wc|du|df|env|mvn|gradle|\\./\\S+';
const TESTS = '(?:(?:the |all |my |our |project |unit )*(?:tests?|test suite|unit tests|specs)(?: suite)?(?: again)?)';

/** What a program says about itself, and what the clock does. */
const askRules: readonly Rule[] = [
  {
    when: pattern(
      '^(?:which|what) version of (?<program>NAME)(?: (?:do (?:i|we) have|is (?:installed|this|it|there)|am i using|are we using))?$|^(?:which|what) (?<program2>NAME) version(?: .*)?$|^(?:is|do (?:i|we) have) (?<program3>NAME)(?: (?:installed|available|here))$|^(?<program4>LAZY)\\s*(?:是)?(?:什么|哪个)版本$|^(?<program5>LAZY)\\s*(?:装|安装)了(?:吗|没有?)?$',
    ),
    intent: ({ program, program2, program3, program4, program5 }) =>
      versionOf(program ?? program2 ?? program3 ?? program4 ?? program5),
  },
  {
    when: pattern(
      "^what(?:'s| is)?(?: the)? (?:time|date|day)(?: is it| is today| today)?(?: now)?$|^(?:现在)?几点了?$|^今天(?:是)?(?:几号|星期几|几月几号)$",
    ),
    intent: () => ({ kind: 'run', command: 'date' }),
  },
];

export const runRules: readonly Rule[] = [
  ...askRules,
  {
    when: pattern(
      '^(?:再(?:次)?|重新)(?:运行|执行|跑)(?:一次|一遍|一下|它)?$|^(?:运行|执行|跑)(?:一下|一次|一遍)?$|^(?:run|execute)(?: again)?$',
    ),
    intent: () => ({ kind: 'run-file' }),
  },
  {
    when: pattern(`^(?:please )?(?:re-?run|run|execute|start|do) ${TESTS}$`),
    intent: () => ({ kind: 'run-script', script: 'test' }),
  },
  {
    when: pattern(
      `^(?:test (?:it|this|the (?:project|code|change|changes))|check (?:that |if |whether )?(?:the |all )?tests (?:still )?pass|do (?:the |all )?tests pass|verify(?: it| the (?:change|changes|fix))?)$`,
    ),
    intent: () => ({ kind: 'run-script', script: 'test' }),
  },
  {
    when: pattern(`^(?:run |do )?(?:the |a )?(?:build|compile)(?: (?:it|the (?:project|app|code)|this project))?$`),
    intent: () => ({ kind: 'run-script', script: 'build' }),
  },
  {
    when: pattern(`^(?:run )?(?:the )?(?:lint|linter)(?: (?:it|the (?:project|code)))?$`),
    intent: () => ({ kind: 'run-script', script: 'lint' }),
  },
  {
    when: pattern(`^(?:start|run|launch) (?:the )?(?:project|app|application|server|program)$`),
    intent: () => ({ kind: 'run-script', script: 'start' }),
  },
  {
    when: pattern(
      '^(?:run|execute|exec|launch)(?: (?:the )?(?:following )?(?:command|script|file|program))?\\s*[:：]?\\s+(?<command>[\\s\\S]+)$',
    ),
    intent: ({ command = '' }) => run(command),
  },
  { when: pattern('^\\$\\s*(?<command>.+)$'), intent: ({ command = '' }) => run(command) },
  {
    when: pattern(`^(?<command>(?:${PROGRAMS})(?: .+)?)$`),
    intent: ({ command = '' }) => (isProse(command) ? undefined : run(command)),
  },
  {
    when: pattern(
      '^(?:重新|再)?(?:运行|执行|跑)(?:一下|一遍|下)?\\s*(?:所有的?|全部的?|项目的?)?\\s*(?:单元)?测试(?:套件|用例)?$',
    ),
    intent: () => ({ kind: 'run-script', script: 'test' }),
  },
  {
    when: pattern('^(?:测试一下|测一下|验证一下|检查测试(?:是否通过)?|测试(?:能|是否)?通过)$'),
    intent: () => ({ kind: 'run-script', script: 'test' }),
  },
  { when: pattern('^(?:构建|编译)(?:一下)?(?:项目|工程)?$'), intent: () => ({ kind: 'run-script', script: 'build' }) },
  {
    when: pattern('^(?:启动|运行)(?:一下)?(?:这个)?(?:项目|应用|服务|程序)$'),
    intent: () => ({ kind: 'run-script', script: 'start' }),
  },
  {
    when: pattern('^(?:运行|执行|跑)(?:一下|下)?\\s*(?:命令|脚本|文件)?\\s*[:：]?\\s*(?<command>[\\s\\S]+)$'),
    intent: ({ command = '' }) => run(command),
  },
];

export const fileRules: readonly Rule[] = [
  {
    when: pattern(
      '^(?:(?:delete|remove|erase|wipe|clear|clean(?: up)?|empty|trash|rm)(?: -\\w+)*(?: (?:out|up))? (?:(?:everything|it all|all(?: (?:the|my|of|our))*(?: (?:files?|folders?|directories|things|stuff|code))?(?: (?:in|from|under|of|here) .*| here)?|(?:the |this |my |our |whole |entire )*(?:project|repo|repository|folder|directory|workspace|files|code ?base|code))|(?:the |this |that |my )*NAME (?:folder|directory|dir|files)))$',
    ),
    intent: () => ({ kind: 'remove-many' }),
  },
  {
    when: pattern('^(?:rm|rmdir)(?: -\\w+)* (?<path>.+)$'),
    intent: ({ path }) => (asFile(path) ? undefined : { kind: 'remove-many' }),
  },
  {
    when: pattern(
      '^(?:删除|删掉|删了|移除|清空|清理|清除)(?:一下)?\\s*(?:(?:所有|全部|一切|没用|无用|多余|不需要|不用)的?.*|(?:这个|当前|整个|该)?(?:项目|目录|文件夹|仓库|工程)|.+(?:目录|文件夹))$',
    ),
    intent: () => ({ kind: 'remove-many' }),
  },
  {
    when: pattern(
      '^(?:count(?: the)? lines (?:in|of)|how many lines (?:are in|does|has|are there in)) (?<path>NAME)(?: have| has| contain)?$|^(?<zh>NAME)\\s*有(?:多少|几)行$',
    ),
    intent: ({ path, zh }) => countLines(path ?? zh),
  },
  {
    when: pattern('^(?<verb>rename|move|mv|copy|cp)(?: the)?(?: file)? (?<path>NAME)(?: (?:to|into|as))? (?<to>NAME)$'),
    intent: ({ verb = '', path, to }) => relocate(/^c/i.test(verb) ? 'copy' : 'move', path, to),
  },
  {
    when: pattern(
      '^(?:delete|remove|rm|erase)(?: -\\w+)?(?: the)?(?: file)? (?<path>it|that file|this file|the file|NAME)$',
    ),
    intent: ({ path }) => remove(path),
  },
  {
    when: pattern(
      '^(?:把|将)\\s*(?:文件)?\\s*(?<path>LAZY)\\s*(?:文件)?\\s*(?<verb>重命名|改名|移动|移|复制|拷贝)(?:为|成|到|至)\\s*(?<to>NAME)$',
    ),
    intent: ({ verb = '', path, to }) => relocate(/复制|拷贝/.test(verb) ? 'copy' : 'move', path, to),
  },
  {
    when: pattern('^(?<verb>重命名|移动|复制|拷贝)\\s*(?:文件)?\\s*(?<path>LAZY)\\s*(?:为|成|到|至)\\s*(?<to>NAME)$'),
    intent: ({ verb = '', path, to }) => relocate(/复制|拷贝/.test(verb) ? 'copy' : 'move', path, to),
  },
  {
    when: pattern('^(?:删除|删掉|移除)\\s*(?:文件)?\\s*(?<path>它|这个文件|那个文件|LAZY)\\s*(?:这个)?(?:文件)?$'),
    intent: ({ path }) => remove(path),
  },
  {
    when: pattern('^(?:把|将)\\s*(?<path>它|这个文件|LAZY)\\s*(?:删除|删掉|删了)$'),
    intent: ({ path }) => remove(path),
  },
];

/** `make a list of …`, `npm test is failing`, `which version do I have`: words, no command. */
const PROSE =
  /\s(?:an?|the|it|its|this|that|these|me|my|i|you|we|is|are|was|does|did|do|can|should|not|doesn't|isn't|fails?|failed|failing|broken|wrong|works?|working|please|why|how|what|whats|when|through|of|sure|ahead|version|prints?|says?)(?=[\s,.?!]|$)/i;
/** Programs that are given words, and lines with flags, which nobody writes in prose. */
const TAKES_WORDS = /^echo\b|\s-{1,2}\w/;

function isProse(command: string): boolean {
  return PROSE.test(command) && !TAKES_WORDS.test(command);
}

function run(typed: string): Intent | undefined {
  const command = typed.trim();
  if (command === '') return undefined;
  const named = command.replace(/\s*(?:\b(?:again|once more|one more time)|一下|一次|一遍)$/i, '').trim();
  if (named === '' || isThatFile(named)) return { kind: 'run-file' };
  if (/^(?:the|an?|my|our|this|that|these|all|some|it|every)\s/i.test(command)) return undefined;
  const isScript = /^[\w./-]+\.(?:py|js|mjs|cjs|ts|mts|sh|rb|go|pl|php|lua)$/i.test(command);
  if (isScript && asFile(command) && !command.startsWith('./')) return { kind: 'run-file', path: command };
  return { kind: 'run', command };
}

function versionOf(program = ''): Intent | undefined {
  const name = program.toLowerCase();
  if (!/^[a-z][\w.+-]*$/.test(name) || isThatFile(name)) return undefined;
  const known: Readonly<Record<string, string>> = {
    go: 'go version',
    python: 'python3 --version',
    java: 'java -version',
  };
  return { kind: 'run', command: known[name] ?? `${name} --version` };
}

function countLines(path: string | undefined): Intent | undefined {
  const file = asFile(path);
  return file !== undefined && /^[\w./@-]+$/.test(file) ? { kind: 'run', command: `wc -l ${file}` } : undefined;
}

function relocate(kind: 'move' | 'copy', path: string | undefined, to: string | undefined): Intent | undefined {
  const from = asFile(path);
  return from === undefined || to === undefined ? undefined : { kind, path: from, to: to.trim() };
}

function remove(path: string | undefined): Intent | undefined {
  if (path !== undefined && isThatFile(path)) return { kind: 'remove' };
  const file = asFile(path);
  return file === undefined ? undefined : { kind: 'remove', path: file };
}
