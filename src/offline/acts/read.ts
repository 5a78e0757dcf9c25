/** Shows a file or a part of it, and explains it by its outline. */

import { bullets, code, extensionOf, fence, linesOf } from '../markdown.ts';
import { outline } from '../outline.ts';
import { filesFound, numberField, textField } from '../results.ts';
import { done, type Report, type Scene, type Script, stuck, trouble, use } from '../script.ts';

interface OpenFile {
  path: string;
  lines: string[];
  /** The line number of the first line. */
  first: number;
  hasMore: boolean;
  /** States that this is not the path that was asked for; empty if it is. */
  note: string;
}

/** Lines shown in an answer. */
const SHOWN = 120;

export function* readFile(asked: string, part: { first: number; last: number } | undefined, scene: Scene): Script {
  const { words } = scene;
  const window = part && { offset: Math.max(1, part.first), limit: Math.max(1, part.last - part.first + 1) };
  const file = yield* openFile(asked, scene, window);
  if ('isDone' in file) return file;
  const { path, lines, first, hasMore, note } = file;
  if (lines.length === 0) return done(words.isEmpty(code(path)));
  const last = first + Math.min(lines.length, SHOWN) - 1;
  const isCut = lines.length > SHOWN || (hasMore && part === undefined);
  const tail = isCut ? `\n\n${words.showMore(path, last + 1)}` : '';
  return done(
    `${note}${words.fileLines(code(path), first, last)}\n\n${fence(lines.slice(0, SHOWN).join('\n'), extensionOf(path))}${tail}`,
  );
}

export function* explainFile(asked: string, scene: Scene): Script {
  const { words } = scene;
  const file = yield* openFile(asked, scene);
  if ('isDone' in file) return file;
  const { path, lines, note } = file;
  if (lines.length === 0) return done(words.isEmpty(code(path)));
  const { purpose, items } = outline(path, lines);
  const rows = items.map(({ name, line }) => `${code(name)} (${line})`);
  const parts = [
    note + words.fileLines(code(path), 1, lines.length),
    ...(purpose === undefined ? [] : [`> ${purpose}`]),
    ...(rows.length === 0 ? [] : [`${words.defines}\n\n${bullets(rows)}`]),
    words.onlyOutline,
  ];
  return done(parts.join('\n\n'));
}

/** The file asked for; if it cannot be read, the only other file of that name: a guess, and presented as one. */
export function* openFile(asked: string, scene: Scene, part?: Record<string, number>): Script<OpenFile | Report> {
  const path = asked || scene.touched().at(-1);
  if (path === undefined) return stuck(scene.words.whichFile);
  const ask = { tool: 'read', args: { path, ...part } };
  const outcome = yield ask;
  if (outcome.status === 'ok') return opened(path, outcome.result, '');
  const failure = trouble(ask, outcome, scene);
  if (outcome.status !== 'failed') return failure; // a refused file is not looked for elsewhere
  const found = yield* use({ tool: 'glob', args: { pattern: `**/${path.split('/').at(-1)}` } }, scene);
  const [other, ...others] = 'status' in found ? filesFound(found).filter((file) => file !== path) : [];
  if (other === undefined) return failure;
  if (others.length > 0) return stuck(`${failure.text}\n\n${bullets([other, ...others].map(code), 10)}`);
  const second = yield* use({ tool: 'read', args: { path: other, ...part } }, scene);
  if (!('status' in second)) return second;
  return opened(other, second.result, `${scene.words.guessedFile(code(path), code(other))}\n\n`);
}

function opened(path: string, result: Record<string, unknown>, note: string): OpenFile {
  const first = numberField(result, 'start_line') ?? 1;
  return { path, lines: linesOf(textField(result, 'content')), first, hasMore: result.has_more === true, note };
}
