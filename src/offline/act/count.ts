/** Counts what a project has: files, lines, words, and which files are the largest. */

import { formatBytes } from '../../base/text/format-bytes.ts';
import type { Intent } from '../intent.ts';
import { bullets, code, count, extensionOf } from '../markdown.ts';
import { commandResult, filesFound, wasCut } from '../results.ts';
import { done, type Scene, type Script, stuck } from '../scene.ts';
import { runCommand, shellQuote } from './run.ts';
import { cannotRun, trouble } from './trouble.ts';

type Count = Extract<Intent, { kind: 'count' }>;

/** As many names as fit on a command line, and on a screen. */
const MAX_FILES = 400;
const SHOWN = 8;
/** Nobody wrote these line by line. */
const NOT_TEXT =
  /\.(?:png|jpe?g|gif|webp|ico|pdf|zip|gz|tgz|tar|woff2?|ttf|bin|exe|so|dylib|wasm|mp[34]|class|pyc|db|sqlite)$|(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|Cargo\.lock)$/i;

export function* countAll({ what, path }: Count, scene: Scene): Script {
  const { say } = scene;
  if (path !== undefined && extensionOf(path) !== '')
    return yield* runCommand(`wc ${flagOf(what, scene)} ${shellQuote(path)}`, scene);
  const found = yield {
    tool: 'glob',
    args: { pattern: '**/*', ...(path !== undefined && { path }) },
    thinking: say('Which files are there?', '有哪些文件？'),
  };
  if (found.status !== 'ok') return trouble(found, 'glob', say('finding the files', '查找文件'), scene);
  const files = filesFound(found);
  const more = wasCut(found) ? '+' : '';
  const where = path === undefined ? '' : say(` in ${code(path)}`, `（在 ${code(path)} 中）`);
  if (what === 'files')
    return done(
      say(
        `**${files.length}${more} ${files.length === 1 ? 'file' : 'files'}**${where}: ${kinds(files)}.`,
        `共有 **${files.length}${more} 个文件**${where}：${kinds(files)}。`,
      ),
    );
  const texts = files.filter((file) => what === 'largest' || !NOT_TEXT.test(file)).slice(0, MAX_FILES);
  if (texts.length === 0) return done(say(`There is nothing to count${where}.`, `没有可以统计的文件${where}。`));

  const command = `wc ${flagOf(what, scene)} -- ${texts.map(shellQuote).join(' ')}`;
  if (!scene.can('bash')) return cannotRun(command, scene);
  const outcome = yield { tool: 'bash', args: { command }, thinking: say('wc counts them.', '用 wc 统计。') };
  if (outcome.status !== 'ok') return trouble(outcome, 'bash', say('counting', '统计'), scene);
  const rows = rowsOf(commandResult(outcome).stdout, new Set(texts));
  if (rows.length === 0) return stuck(say('wc told nothing that I can read.', '无法读取 wc 的结果。'));
  const rest =
    files.length > MAX_FILES || more !== ''
      ? say(`\n\n(The first ${MAX_FILES} files only.)`, `\n\n（仅统计前 ${MAX_FILES} 个文件。）`)
      : '';
  return done((what === 'largest' ? largest(rows, scene) : sums(rows, what, where, scene)) + rest);
}

interface Row {
  file: string;
  number: number;
}

function rowsOf(output: string, files: ReadonlySet<string>): Row[] {
  return output.split('\n').flatMap((line) => {
    const [, digits, file = ''] = /^\s*(\d+) (.+)$/.exec(line) ?? [];
    return files.has(file) ? [{ file, number: Number(digits) }] : [];
  });
}

function largest(rows: readonly Row[], { say }: Scene): string {
  const top = [...rows].sort((a, b) => b.number - a.number).slice(0, SHOWN);
  const list = bullets(top.map(({ file, number }) => `${code(file)} — ${formatBytes(number)}`));
  return `${say('The largest files:', '最大的文件：')}\n\n${list}`;
}

function sums(rows: readonly Row[], what: Count['what'], where: string, { say }: Scene): string {
  const [one, zh] = what === 'words' ? ['word', '字'] : ['line', '行'];
  const total = sum(rows);
  const groups = [...Map.groupBy(rows, ({ file }) => kindOf(file))].sort((a, b) => sum(b[1]) - sum(a[1]));
  const list = groups
    .slice(0, SHOWN)
    .map(([kind, group]) =>
      say(
        `${code(kind)} — ${count(sum(group), one)} in ${count(group.length, 'file')}`,
        `${code(kind)} — ${group.length} 个文件，${sum(group)} ${zh}`,
      ),
    );
  const head = say(
    `**${count(total, one)}** in ${count(rows.length, 'file')}${where}:`,
    `${rows.length} 个文件，共 **${total} ${zh}**${where}：`,
  );
  return `${head}\n\n${bullets(list)}`;
}

function sum(rows: readonly Row[]): number {
  return rows.reduce((total, { number }) => total + number, 0);
}

function kindOf(file: string): string {
  return extensionOf(file) === '' ? (file.split('/').at(-1) ?? file) : `.${extensionOf(file)}`;
}

function kinds(files: readonly string[]): string {
  const groups = [...Map.groupBy(files, kindOf)].sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1));
  return groups
    .slice(0, SHOWN)
    .map(([kind, group]) => `${group.length} × ${code(kind)}`)
    .join(', ');
}

/** Chinese counts characters where English counts words. */
function flagOf(what: Count['what'], { say }: Scene): string {
  return what === 'words' ? say('-w', '-m') : what === 'largest' ? '-c' : '-l';
}
