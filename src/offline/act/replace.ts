/** Replaces text: in one file, or in every file of a folder that has it. */

import { replaceLines } from '../block.ts';
import type { Intent } from '../intent.ts';
import { bullets, code, count } from '../markdown.ts';
import { matchesFound, numberField, wasCut } from '../results.ts';
import { done, type Report, type Scene, type Script, stuck } from '../scene.ts';
import { matchLine, toPattern } from './look.ts';
import { isReport, type Opened, openFile } from './open.ts';
import { cannotChange, trouble } from './trouble.ts';

type Replace = Extract<Intent, { kind: 'replace' }>;

const MAX_FILES = 15;

export function* replaceText(intent: Replace, scene: Scene): Script {
  if (intent.scope === 'folder') return yield* replaceInFolder(intent, scene);
  const path = intent.path ?? scene.lastFile();
  if (path !== undefined) return yield* replaceInFile(intent, path, scene);
  return yield* replaceWhereFound(intent, scene);
}

function* replaceInFile(intent: Replace, path: string, scene: Scene): Script {
  const { from, to } = intent;
  const { say } = scene;
  const opened = yield* openFile(path, scene);
  if (isReport(opened)) return opened;
  const name = code(opened.path);
  if (opened.more && intent.words) return tooLong(intent, opened, scene);
  const hits = occurrencesOf(intent, opened.content);
  if (hits === 0 && !opened.more) return missing(from, opened, scene);
  if (!scene.can('edit')) {
    return cannotChange(
      say(
        `1. In ${name}, replace ${code(from)} with ${code(to)} (${count(hits, 'place')}).`,
        `1. 在 ${name} 中把 ${code(from)} 改成 ${code(to)}（${hits} 处）。`,
      ),
      scene,
    );
  }
  const outcome = yield {
    tool: 'edit',
    args: editOf(intent, opened, hits),
    thinking: say(
      opened.more
        ? `I will replace ${from} wherever it stands.`
        : `${from} occurs ${hits === 1 ? 'once' : `${hits} times`}. I will replace it.`,
      opened.more ? `把所有的 ${from} 替换掉。` : `${from} 出现 ${hits} 次，进行替换。`,
    ),
  };
  if (outcome.status === 'failed' && /is not in/.test(outcome.error))
    return missing(from, { ...opened, more: false }, scene);
  if (outcome.status !== 'ok') return trouble(outcome, 'edit', say(`changing ${name}`, `修改 ${name}`), scene);
  const places = (intent.words ? undefined : numberField(outcome.result, 'replacements')) ?? hits;
  const lines = opened.more ? [] : linesWith(intent, opened.content);
  const where =
    lines.length > 0 && lines.length <= 8 ? say(` (line ${lines.join(', ')})`, `（第 ${lines.join('、')} 行）`) : '';
  return done(
    to === ''
      ? say(
          `Removed ${code(from)} from ${name}: ${count(places, 'place')}${where}. \`/undo\` takes it back.`,
          `已从 ${name} 中删除 ${code(from)}：${places} 处${where}。\`/undo\` 可以撤销。`,
        )
      : say(
          `Replaced ${code(from)} with ${code(to)} in ${name}: ${count(places, 'place')}${where}. \`/undo\` takes it back.`,
          `已在 ${name} 中把 ${code(from)} 改成 ${code(to)}：${places} 处${where}。\`/undo\` 可以撤销。`,
        ),
  );
}

/** No file was named: where it occurs in one file only, that one is meant. */
function* replaceWhereFound(intent: Replace, scene: Scene): Script {
  const { say } = scene;
  const found = yield* search(intent, scene);
  if ('done' in found) return found;
  const [only, ...others] = found.files;
  if (only !== undefined && others.length === 0) return yield* replaceInFile(intent, only, scene);
  const names = bullets(found.files.slice(0, 10).map(code));
  return stuck(
    say(
      `${code(intent.from)} occurs in ${found.files.length} files. Name one (\`replace ${intent.from} with ${intent.to} in ${only}\`) or add \`everywhere\`:\n\n${names}`,
      `${code(intent.from)} 出现在 ${found.files.length} 个文件中。请指定一个（“把 ${only} 里的 ${intent.from} 改成 ${intent.to}”），或者说“把所有文件里的 …”：\n\n${names}`,
    ),
  );
}

function* replaceInFolder(intent: Replace, scene: Scene): Script {
  const { say } = scene;
  const found = yield* search(intent, scene);
  if ('done' in found) return found;
  const { files } = found;
  if (!scene.can('edit')) {
    return cannotChange(
      say(
        `1. Replace ${code(intent.from)} with ${code(intent.to)} in:\n\n${bullets(files.map(code))}`,
        `1. 在以下文件中把 ${code(intent.from)} 改成 ${code(intent.to)}：\n\n${bullets(files.map(code))}`,
      ),
      scene,
    );
  }
  const rows: string[] = [];
  for (const file of files.slice(0, MAX_FILES)) {
    const opened = yield* openFile(file, scene);
    if (isReport(opened)) return opened;
    const hits = occurrencesOf(intent, opened.content);
    if (opened.more && intent.words) rows.push(`${code(file)} — ${say('left alone: too long', '太长，未改动')}`);
    if (hits === 0 || (opened.more && intent.words)) continue;
    const outcome = yield {
      tool: 'edit',
      args: editOf(intent, opened, hits),
      thinking: say(`Next: ${file}.`, `下一个：${file}。`),
    };
    if (outcome.status !== 'ok') {
      const said = trouble(outcome, 'edit', say(`changing ${code(file)}`, `修改 ${code(file)}`), scene);
      return rows.length === 0
        ? said
        : stuck(`${said.text}\n\n${say('Changed before that', '在此之前已修改')}:\n\n${bullets(rows)}`);
    }
    rows.push(`${code(file)} — ${numberField(outcome.result, 'replacements') ?? hits}`);
  }
  const left = files.length - MAX_FILES;
  const rest =
    left > 0 || found.cut
      ? `\n\n${say('There are more files; say it again to go on.', '还有其他文件，再说一次即可继续。')}`
      : '';
  return done(
    say(
      `Replaced ${code(intent.from)} with ${code(intent.to)} in ${count(rows.length, 'file')}:\n\n${bullets(rows)}`,
      `已在 ${rows.length} 个文件中把 ${code(intent.from)} 改成 ${code(intent.to)}：\n\n${bullets(rows)}`,
    ) + rest,
  );
}

function* search({ from, path, words }: Replace, scene: Scene): Script<{ files: string[]; cut: boolean } | Report> {
  const { say } = scene;
  const pattern = words ? `\\b${toPattern(from)}\\b` : toPattern(from);
  const outcome = yield {
    tool: 'grep',
    args: { pattern, ...(path !== undefined && { path }) },
    thinking: say(`Where does ${from} occur?`, `${from} 出现在哪里？`),
  };
  if (outcome.status !== 'ok')
    return trouble(outcome, 'grep', say(`searching for ${code(from)}`, `搜索 ${code(from)}`), scene);
  const files = [...new Set(matchesFound(outcome).map(({ file }) => file))];
  if (files.length === 0)
    return stuck(
      say(`${code(from)} does not occur, so nothing was changed.`, `没有找到 ${code(from)}，未做任何修改。`),
    );
  return { files, cut: wasCut(outcome) };
}

/** Whole words may need more care than a plain replacement: then the lines from the first to the last one go as a block. */
function editOf({ from, to, words }: Replace, { path, content, more }: Opened, hits: number): Record<string, unknown> {
  const plain = content.split(from).length - 1;
  if (!words || plain === hits)
    return { path, old_string: from, new_string: to, ...((hits > 1 || more) && { replace_all: true }) };
  const lines = content.replace(/\n$/, '').split('\n');
  const has = lines.flatMap((line, index) => (wordPattern(from).test(line) ? [index + 1] : []));
  const first = has[0] ?? 1;
  const last = has.at(-1) ?? first;
  const changed = lines.slice(first - 1, last).map((line) => line.replaceAll(wordPattern(from), () => to));
  const { before, after } = replaceLines(content, first, last, changed);
  return { path, old_string: before, new_string: after };
}

/** Whole words are picked out by eye, and only a part of it has been seen. */
function tooLong({ from, to }: Replace, { path }: Opened, { say }: Scene): Report {
  return stuck(
    say(
      `${code(path)} is too long for me to rename whole words in. \`replace ${from} with ${to} in ${path}\` replaces every occurrence, parts of words too.`,
      `${code(path)} 太长，我无法按整词重命名。“把 ${path} 里的 ${from} 改成 ${to}”会替换所有出现之处，包括词的一部分。`,
    ),
  );
}

function occurrencesOf({ from, words }: Replace, content: string): number {
  return words ? [...content.matchAll(wordPattern(from))].length : content.split(from).length - 1;
}

function linesWith(intent: Replace, content: string): number[] {
  return content.split('\n').flatMap((line, index) => (occurrencesOf(intent, line) > 0 ? [index + 1] : []));
}

function wordPattern(word: string): RegExp {
  return new RegExp(`(?<![\\w$])${toPattern(word)}(?![\\w$])`, 'g');
}

function missing(from: string, { path, content, more, last }: Opened, { say }: Scene): Report {
  const like = content
    .split('\n')
    .flatMap((text, index) =>
      text.toLowerCase().includes(from.toLowerCase()) ? [{ file: path, line: index + 1, text }] : [],
    );
  const part = more ? say(` (I looked at the first ${last} lines)`, `（只看了前 ${last} 行）`) : '';
  const said = say(
    `${code(from)} is not in ${code(path)}${part}, so nothing was changed.`,
    `${code(path)} 中没有 ${code(from)}${part}，未做任何修改。`,
  );
  if (like.length === 0) return stuck(said);
  return stuck(
    `${said} ${say('Written otherwise, it is here', '大小写不同的写法在这里')}:\n\n${bullets(like.slice(0, 5).map(matchLine))}`,
  );
}
