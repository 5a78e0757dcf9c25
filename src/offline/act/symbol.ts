/** Answers questions about names: where one is defined, how it reads, who uses it, and which ones there are. */

import { indentOf } from '../fix/evidence.ts';
import type { Intent } from '../intent.ts';
import { bullets, clipLines, code, count, fence, languageTag } from '../markdown.ts';
import { outline } from '../outline.ts';
import { filesFound, type Match, matchesFound, wasCut } from '../results.ts';
import { done, type Scene, type Script, stuck } from '../scene.ts';
import { explainFile } from './explain.ts';
import { isReport, openFile } from './open.ts';
import { trouble } from './trouble.ts';

const DEFINES =
  '\\b(?:function\\*?|class|interface|type|enum|const|let|var|def|func(?: \\([^)]*\\))?|fn|struct|trait|record)\\s+';
const SHOWN_LINES = 60;
const SHOWN_FILES = 30;

export function* explainSymbol({ name }: Extract<Intent, { kind: 'symbol' }>, scene: Scene): Script {
  const { say } = scene;
  const escaped = name.replaceAll('$', '\\$');
  const found = yield {
    tool: 'grep',
    args: { pattern: `${DEFINES}${escaped}\\b` },
    thinking: say(`Where is ${name} defined?`, `${name} 在哪里定义？`),
  };
  if (found.status !== 'ok')
    return trouble(found, 'grep', say(`searching for ${code(name)}`, `搜索 ${code(name)}`), scene);
  const [first, ...others] = matchesFound(found);
  if (!first) return yield* explainByStem(name, scene);

  const opened = yield* openFile(first.file, scene);
  if (isReport(opened)) return opened;
  const lines = opened.content.split('\n');
  const at = first.line - opened.first;
  const block = [...commentAbove(lines, at), ...bodyAt(lines.slice(at))].join('\n');
  const used = yield {
    tool: 'grep',
    args: { pattern: `\\b${escaped}\\b` },
    thinking: say(`And who uses ${name}?`, `谁用到了 ${name}？`),
  };
  const users = [...new Set(matchesFound(used).map(({ file }) => file))].filter((file) => file !== first.file);
  const parts = [
    `${code(name)} — ${code(`${first.file}:${first.line}`)}`,
    fence(clipLines(block, 'start', SHOWN_LINES).text, languageTag(first.file)),
    users.length === 0
      ? say('No other file uses it.', '没有其他文件用到它。')
      : say(
          `Used in ${count(users.length, 'other file')}: ${names(users)}.`,
          `另有 ${users.length} 个文件用到：${names(users)}。`,
        ),
  ];
  if (others.length > 0)
    parts.push(
      `${say('Defined here too', '这里也有定义')}: ${others
        .slice(0, 5)
        .map(({ file, line }) => code(`${file}:${line}`))
        .join(', ')}`,
    );
  return done(parts.join('\n\n'));
}

export function* listSymbols({ what, path }: Extract<Intent, { kind: 'symbols' }>, scene: Scene): Script {
  const { say } = scene;
  const found = yield {
    tool: 'grep',
    args: { pattern: PATTERNS[what], max_matches: 400, ...(path !== undefined && { path }) },
    thinking: say(`I will look for every ${what}.`, '逐个查找。'),
  };
  if (found.status !== 'ok') return trouble(found, 'grep', say('searching', '搜索'), scene);
  const byFile = Map.groupBy(
    matchesFound(found).flatMap((match) => named(match, what)),
    ({ file }) => file,
  );
  const total = [...byFile.values()].reduce((sum, list) => sum + list.length, 0);
  const sort = { function: '函数', class: '类', test: '测试', type: '类型' }[what];
  const where = path === undefined ? '' : say(` in ${code(path)}`, `（在 ${code(path)} 中）`);
  if (total === 0) return done(say(`I see no ${what}${where}.`, `没有发现${sort}${where}。`));
  const more = wasCut(found) ? '+' : '';
  const plural = what === 'class' ? 'classes' : `${what}s`;
  const head = say(
    `**${total}${more} ${total === 1 ? what : plural}** in ${count(byFile.size, 'file')}${where}:`,
    `${byFile.size} 个文件中有 **${total}${more} 个${sort}**${where}：`,
  );
  const rows = [...byFile]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, SHOWN_FILES)
    .map(([file, list]) => `${code(file)}: ${list.map(({ name, line }) => `${code(name)} (${line})`).join(', ')}`);
  const left = byFile.size - rows.length;
  const rest =
    left > 0 ? `\n\n${say(`… and ${count(left, 'more file', 'more files')}.`, `……还有 ${left} 个文件。`)}` : '';
  return done(`${head}\n\n${bullets(rows)}${rest}`);
}

const PATTERNS: Readonly<Record<'function' | 'class' | 'test' | 'type', string>> = {
  function:
    '^\\s*(?:export )?(?:default )?(?:pub )?(?:async )?(?:function|def|func|fn)\\b|^(?:export )?(?:const|let) \\w+.*=>',
  class: '^\\s*(?:export )?(?:default )?(?:public )?(?:abstract )?class \\w+',
  test: '^\\s*(?:test|it)\\(|^\\s*(?:async )?def test_|^func Test',
  type: '^\\s*(?:export )?(?:interface|type|enum|struct) \\w+',
};

/** The outline knows how each language writes them. */
function named({ file, line, text }: Match, what: string): { file: string; line: number; name: string }[] {
  const item = outline(file, text).items[0];
  const isWanted = item && (item.kind === what || (what === 'test' && /^test/i.test(item.name)));
  return isWanted ? [{ file, line, name: item.name }] : [];
}

function* explainByStem(name: string, scene: Scene): Script {
  const { say } = scene;
  const thinking = say(`No definition. Is it a file?`, '没有定义。是文件名吗？');
  const found = scene.can('glob') ? yield { tool: 'glob', args: { pattern: `**/${name}.*` }, thinking } : undefined;
  const [only, ...others] = found ? filesFound(found) : [];
  if (only !== undefined && others.length === 0) return yield* explainFile({ kind: 'explain-file', path: only }, scene);
  const said = say(
    `There is no function, class or file called ${code(name)} here. What is beyond this project takes a real model.`,
    `这里没有名为 ${code(name)} 的函数、类或文件。项目之外的问题需要真正的模型。`,
  );
  return stuck(
    only === undefined
      ? said
      : say(`Which one do you mean?\n\n`, `你指的是哪一个？\n\n`) + bullets([only, ...others].slice(0, 10).map(code)),
  );
}

/** The comment that stands right above. */
function commentAbove(lines: readonly string[], at: number): string[] {
  let from = at;
  while (from > 0 && /^\s*(?:\/\/|#|\/\*|\*|@)/.test(lines[from - 1] ?? '')) from--;
  return lines.slice(from, at);
}

/** To the end of its block, told by the indent; a declaration without one is a single line. */
function bodyAt([head = '', ...rest]: readonly string[]): string[] {
  const body = [head];
  if (!OPENS.test(head)) return body;
  for (const line of rest) {
    const isInside = line.trim() === '' || indentOf(line) > indentOf(head);
    const closes = !isInside && /^\s*[\])}]/.test(line);
    if (!isInside && !closes) break;
    body.push(line);
    if (closes && !OPENS.test(line)) break;
  }
  return body.slice(0, body.findLastIndex((line) => line.trim() !== '') + 1);
}

const OPENS = /[{:([]\s*$/;

function names(files: readonly string[]): string {
  return files.slice(0, 6).map(code).join(', ') + (files.length > 6 ? ', …' : '');
}
