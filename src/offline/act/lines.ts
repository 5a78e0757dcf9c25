/** Adds lines to a file and deletes lines from it. */

import { replaceLines } from '../block.ts';
import type { Intent } from '../intent.ts';
import { code, count, fence } from '../markdown.ts';
import { done, type Scene, type Script, stuck } from '../scene.ts';
import { isReport, type Opened, openFile } from './open.ts';
import { cannotChange, trouble } from './trouble.ts';

type Insert = Extract<Intent, { kind: 'insert' }>;

export function* insertText({ path, text, where }: Insert, scene: Scene): Script {
  const { say } = scene;
  const opened = yield* openFile(path, scene, where === 'end' ? { offset: -50 } : {});
  if (isReport(opened)) return opened;
  const name = code(opened.path);
  const line = lineOf(where, opened);
  if (line > opened.last + 1)
    return stuck(say(`${name} has only ${count(opened.last, 'line')}.`, `${name} 只有 ${opened.last} 行。`));
  if (!scene.can('edit'))
    return cannotChange(
      say(`1. Add to ${name}, as line ${line}:`, `1. 在 ${name} 第 ${line} 行加入：`) + `\n\n${fence(text)}`,
      scene,
    );

  const thinking = say(`I will add it as line ${line}.`, `作为第 ${line} 行加入。`);
  const isEmpty = opened.content.trim() === '';
  const outcome = isEmpty
    ? yield { tool: 'write', args: { path: opened.path, content: `${text}\n` }, thinking }
    : yield { tool: 'edit', args: { path: opened.path, ...insertion(opened, line, text) }, thinking };
  if (outcome.status !== 'ok') return trouble(outcome, 'edit', say(`changing ${name}`, `修改 ${name}`), scene);
  return done(
    say(
      `Added ${code(text.trim())} to ${name} as line ${line}. \`/undo\` takes it back.`,
      `已在 ${name} 第 ${line} 行加入 ${code(text.trim())}。\`/undo\` 可以撤销。`,
    ),
  );
}

export function* deleteLines({ path, first, last }: Extract<Intent, { kind: 'delete-lines' }>, scene: Scene): Script {
  const { say } = scene;
  const opened = yield* openFile(path, scene);
  if (isReport(opened)) return opened;
  const name = code(opened.path);
  const from = Math.min(first, last);
  const to = Math.min(Math.max(first, last), opened.last);
  if (from > opened.last)
    return stuck(say(`${name} has only ${count(opened.last, 'line')}.`, `${name} 只有 ${opened.last} 行。`));
  const gone = opened.content
    .split('\n')
    .slice(from - 1, to)
    .join('\n');
  const range = from === to ? say(`line ${from}`, `第 ${from} 行`) : say(`lines ${from}–${to}`, `第 ${from}–${to} 行`);
  if (!scene.can('edit'))
    return cannotChange(
      say(`1. Delete ${range} of ${name}:`, `1. 删除 ${name} 的${range}：`) + `\n\n${fence(gone)}`,
      scene,
    );

  const thinking = say(`I will delete ${range}.`, `删除${range}。`);
  const isAll = from === 1 && to === opened.last && !opened.more;
  const { before, after } = replaceLines(opened.content, from, to, []);
  const outcome = isAll
    ? yield { tool: 'write', args: { path: opened.path, content: '' }, thinking }
    : yield { tool: 'edit', args: { path: opened.path, old_string: before, new_string: after }, thinking };
  if (outcome.status !== 'ok') return trouble(outcome, 'edit', say(`changing ${name}`, `修改 ${name}`), scene);
  return done(say(`Deleted ${range} of ${name}:`, `已删除 ${name} 的${range}：`) + `\n\n${fence(gone)}`);
}

function lineOf(where: Insert['where'], { last }: Opened): number {
  if (where === 'start') return 1;
  return where === 'end' ? last + 1 : Math.max(1, where.line);
}

/** The line before or behind is replaced by itself and the new one. */
export function insertion(
  { content, first }: Opened,
  line: number,
  text: string,
): { old_string: string; new_string: string } {
  const lines = content.replace(/\n$/, '').split('\n');
  const at = line - first + 1;
  const isBehind = at > lines.length;
  const anchor = isBehind ? lines.length : at;
  const kept = lines[anchor - 1] ?? '';
  const { before, after } = replaceLines(content, anchor, anchor, isBehind ? [kept, text] : [text, kept]);
  return { old_string: before, new_string: after };
}
