/** Lists folders, finds files and searches text. */

import { formatBytes } from '../../base/text/format-bytes.ts';
import type { Intent } from '../intent.ts';
import { bullets, code, count } from '../markdown.ts';
import { filesFound, folderEntries, type Match, matchesFound, wasCut } from '../results.ts';
import { done, type Scene, type Script } from '../scene.ts';
import { trouble } from './trouble.ts';

const SHOWN = 60;
const SHOWN_MATCHES = 40;

export function* listFolder({ path }: Extract<Intent, { kind: 'list' }>, scene: Scene): Script {
  const { say } = scene;
  const where = path === undefined ? say('this folder', '当前目录') : code(path);
  const thinking = say(
    `The user wants to see what is in ${path ?? 'the project folder'}.`,
    `用户想看看${path ?? '项目目录'}里有什么。`,
  );
  const outcome = yield { tool: 'list', args: path === undefined ? {} : { path }, thinking };
  if (outcome.status !== 'ok') return trouble(outcome, 'list', say(`listing ${where}`, `列出 ${where}`), scene);

  const entries = folderEntries(outcome);
  if (entries.length === 0)
    return done(
      path === undefined
        ? say('This folder is empty.', '当前目录是空的。')
        : say(`${where} is empty.`, `${where} 是空的。`),
    );
  const folders = entries.filter(({ isFolder }) => isFolder);
  const files = entries.filter(({ isFolder }) => !isFolder);
  const rows = [
    ...folders.map(({ name }) => code(`${name}/`)),
    ...files.map(({ name, size }) => `${code(name)} — ${formatBytes(size)}`),
  ];
  const head = say(
    `**${count(entries.length, 'entry', 'entries')}** in ${where}: ${count(folders.length, 'folder')}, ${count(files.length, 'file')}.`,
    `${path === undefined ? where : `${where} `}中有 **${entries.length}** 项：${folders.length} 个目录，${files.length} 个文件。`,
  );
  return done(`${head}\n\n${shownOf(rows, SHOWN, scene)}`);
}

export function* findFiles({ pattern, path }: Extract<Intent, { kind: 'find' }>, scene: Scene): Script {
  const { say } = scene;
  const thinking = say(`I will look for files that match ${pattern}.`, `按 ${pattern} 查找文件。`);
  const outcome = yield { tool: 'glob', args: { pattern, ...(path !== undefined && { path }) }, thinking };
  if (outcome.status !== 'ok')
    return trouble(outcome, 'glob', say(`finding ${code(pattern)}`, `查找 ${code(pattern)}`), scene);

  const files = filesFound(outcome);
  const where = path === undefined ? '' : say(` in ${code(path)}`, `（在 ${code(path)} 中）`);
  if (files.length === 0) {
    return done(say(`No file matches ${code(pattern)}${where}.`, `没有文件匹配 ${code(pattern)}${where}。`));
  }
  const more = wasCut(outcome) ? '+' : '';
  const head = say(
    `**${files.length}${more} ${files.length === 1 ? 'file matches' : 'files match'}** ${code(pattern)}${where}:`,
    `找到 **${files.length}${more} 个文件**匹配 ${code(pattern)}${where}：`,
  );
  return done(`${head}\n\n${shownOf(files.map(code), SHOWN, scene)}`);
}

export function* searchText({ text, path, glob }: Extract<Intent, { kind: 'search' }>, scene: Scene): Script {
  const { say } = scene;
  const scope = { ...(path !== undefined && { path }), ...(glob !== undefined && { glob }) };
  const thinking = say(`I will search for ${text}.`, `搜索 ${text}。`);
  const exact = yield { tool: 'grep', args: { pattern: toPattern(text), ...scope }, thinking };
  const isAnyCase = exact.status === 'ok' && matchesFound(exact).length === 0 && /^[^/].*\p{L}|^\p{L}/u.test(text);
  const outcome = isAnyCase
    ? yield {
        tool: 'grep',
        args: { pattern: anyCase(text), ...scope },
        thinking: say('Not so. Perhaps in other letters?', '没有。换大小写再试。'),
      }
    : exact;
  if (outcome.status !== 'ok')
    return trouble(outcome, 'grep', say(`searching for ${code(text)}`, `搜索 ${code(text)}`), scene);

  const matches = matchesFound(outcome);
  const place = path ?? glob;
  const isOneFile = matches[0]?.file === path;
  const where = place === undefined ? '' : say(` in ${code(place)}`, `（在 ${code(place)} 中）`);
  if (matches.length === 0)
    return done(say(`${code(text)} does not occur${where}.`, `没有找到 ${code(text)}${where}。`));
  const files = new Set(matches.map(({ file }) => file)).size;
  const more = wasCut(outcome) ? '+' : '';
  const head = say(
    `**${matches.length}${more} ${matches.length === 1 ? 'match' : 'matches'}** for ${code(text)}${isAnyCase ? ' in any case' : ''}${isOneFile ? '' : ` in ${count(files, 'file')}`}${where}:`,
    `${isOneFile ? '' : `在 ${files} 个文件中`}找到 **${matches.length}${more} 处** ${code(text)}${isAnyCase ? '（不分大小写）' : ''}${where}：`,
  );
  return done(`${head}\n\n${shownOf(matches.map(matchLine), SHOWN_MATCHES, scene)}`);
}

export function matchLine({ file, line, text }: Match): string {
  const shown = text.trim();
  return `${code(`${file}:${line}`)} ${code(shown.length > 120 ? `${shown.slice(0, 120)}…` : shown)}`;
}

function shownOf(rows: readonly string[], limit: number, { say }: Scene): string {
  const left = rows.length - limit;
  if (left <= 0) return bullets(rows);
  return `${bullets(rows.slice(0, limit))}\n\n${say(`… and ${left} more.`, `……还有 ${left} 项。`)}`;
}

/** Every letter in both of its forms: what every search engine understands. */
export function anyCase(text: string): string {
  return toPattern(text).replaceAll(/\p{L}/gu, (letter) => {
    const [low, high] = [letter.toLowerCase(), letter.toUpperCase()];
    return low !== high && high.length === letter.length ? `[${high}${low}]` : letter;
  });
}

/** `/…/` is a pattern; anything else is meant as it stands. */
export function toPattern(text: string): string {
  const given = /^\/(.+)\/$/.exec(text)?.[1];
  return given ?? text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
