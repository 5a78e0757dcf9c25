/** Explains a file by its outline. */

import type { Intent } from '../intent.ts';
import { bullets, clipLines, code, count, fence, languageTag } from '../markdown.ts';
import { type Outline, type OutlineItem, outline } from '../outline.ts';
import { done, type Scene, type Script } from '../scene.ts';
import { isReport, movedNote, openFile } from './open.ts';

/** Shorter files are shown whole beside their outline. */
const SHORT = 25;

export function* explainFile({ path }: Extract<Intent, { kind: 'explain-file' }>, scene: Scene): Script {
  const { say } = scene;
  const opened = yield* openFile(path, scene, {}, true);
  if (isReport(opened)) return opened;
  const { content, first, last, total, more } = opened;
  const name = code(opened.path);
  if (content === '') return done(say(`${name} is empty.`, `${name} 是空文件。`));

  const found = outline(opened.path, content, first);
  const lines = total ?? last;
  const parts = [say(`${name} — ${found.sort}, ${count(lines, 'line')}.`, `${name} — ${found.sort}，${lines} 行。`)];
  if (found.purpose) parts.push(`> ${found.purpose}`);
  parts.push(...sections(found, scene));
  if (found.items.length === 0)
    parts.push(say('It has no functions, classes or headings that I can see.', '没有发现函数、类或标题。'));
  if (last <= SHORT) parts.push(fence(clipLines(content).text, languageTag(opened.path)));
  if (more) parts.push(say(`(Outline of lines ${first}–${last} only.)`, `（仅为第 ${first}–${last} 行的大纲。）`));
  return done(movedNote(opened, scene) + parts.join('\n\n'));
}

function sections({ items, imports }: Outline, { say }: Scene): string[] {
  const headings = items.filter(({ kind }) => kind === 'heading');
  if (headings.length > 0) return [`**${say('Headings', '标题')}**\n\n${headings.map(headingLine).join('\n')}`];
  const keys = items.filter(({ kind }) => kind === 'key');
  if (keys.length > 0) return [`**${say('Keys', '键')}**: ${keys.map(({ name }) => code(name)).join(', ')}`];

  const tests = items.filter(({ kind }) => kind === 'test');
  const exported = items.filter((item) => item.exported);
  const inner = items.filter((item) => !item.exported && item.kind !== 'test');
  const group = (title: string, list: readonly OutlineItem[]) =>
    list.length > 0 ? [`**${title}**\n\n${bullets(list.map((item) => itemLine(item, say)))}`] : [];
  return [
    ...group(say('Exports', '导出'), exported),
    ...group(exported.length > 0 ? say('Inside', '内部') : say('Defines', '定义'), inner),
    ...group(say('Tests', '测试'), tests),
    ...(imports.length > 0 ? [`**${say('Uses', '依赖')}**: ${imports.slice(0, 20).map(code).join(', ')}`] : []),
  ];
}

function headingLine({ name, level, line }: OutlineItem): string {
  return `${'  '.repeat(level - 1)}- ${name} (${line})`;
}

function itemLine({ kind, name, line }: OutlineItem, say: Scene['say']): string {
  const kinds: Readonly<Record<OutlineItem['kind'], string>> = {
    function: say('function', '函数'),
    class: say('class', '类'),
    type: say('type', '类型'),
    constant: say('constant', '常量'),
    heading: say('heading', '标题'),
    key: say('key', '键'),
    test: say('test', '测试'),
  };
  return `${code(name)} — ${kinds[kind]}${say(`, line ${line}`, `，第 ${line} 行`)}`;
}
