/** Shows a file or a part of it. */

import type { Intent, LineRange } from '../intent.ts';
import { clipLines, code, count, fence, languageTag } from '../markdown.ts';
import { done, type Scene, type Script } from '../scene.ts';
import { isReport, movedNote, openFile, type Part } from './open.ts';

export function* readFile({ path, lines }: Extract<Intent, { kind: 'read' }>, scene: Scene): Script {
  const { say } = scene;
  const opened = yield* openFile(path, scene, lines ? partOf(lines) : {}, true);
  if (isReport(opened)) return opened;
  const { content, first, last, total, more } = opened;
  const name = code(opened.path);
  if (content === '') return done(say(`${name} is empty.`, `${name} 是空文件。`));

  const { text, left } = clipLines(content);
  const isWhole = first === 1 && !more && left === 0;
  const shownTo = last - left;
  const range =
    total === undefined
      ? `${first}–${shownTo}`
      : say(`${first}–${shownTo} of ${total}`, `${first}–${shownTo}，共 ${total}`);
  const head = isWhole
    ? say(`${name} — ${count(last, 'line')}:`, `${name} — ${last} 行：`)
    : say(`${name}, lines ${range}:`, `${name}，第 ${range} 行：`);
  const tail =
    left > 0 || (more && lines === undefined)
      ? `\n\n${say(`Ask for more with \`show lines ${shownTo + 1}-${shownTo + 100} of ${opened.path}\`.`, `查看后面的内容：“查看 ${opened.path} 第 ${shownTo + 1} 到 ${shownTo + 100} 行”。`)}`
      : '';
  return done(`${movedNote(opened, scene)}${head}\n\n${fence(text, languageTag(opened.path))}${tail}`);
}

function partOf({ first, last }: LineRange): Part {
  if (first < 0 || last === undefined) return { offset: first };
  const from = Math.max(1, Math.min(first, last));
  return { offset: from, limit: Math.max(first, last) - from + 1 };
}
