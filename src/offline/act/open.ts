/** Opens the file a request speaks of; one that is not there is looked for by its name. */

import { bullets, code } from '../markdown.ts';
import { type FileText, filesFound, fileText } from '../results.ts';
import { type Report, type Scene, type Script, stuck } from '../scene.ts';
import { trouble, type Unhappy, whichFile } from './trouble.ts';

export interface Opened extends FileText {
  path: string;
  /** It was found elsewhere than where it was said to be. */
  moved: boolean;
  /** The name as it was typed, where a slip in it was passed over. */
  typed?: string;
}

/** A part of the file, counted as `read` counts. */
export interface Part {
  offset?: number;
  limit?: number;
}

/** `guess`: a slip in the name may be passed over, since the file is only read. */
export function* openFile(
  path: string | undefined,
  scene: Scene,
  part: Part = {},
  guess = false,
): Script<Opened | Report> {
  const { say } = scene;
  const wanted = path ?? scene.lastFile();
  if (wanted === undefined) return whichFile(scene);
  const thinking = say(`I will read ${wanted}.`, `先读取 ${wanted}。`);
  const outcome = yield { tool: 'read', args: { path: wanted, ...part }, thinking };
  if (outcome.status === 'ok') return { ...fileText(outcome), path: wanted, moved: false };
  if (!isMissing(outcome))
    return trouble(outcome, 'read', say(`reading ${code(wanted)}`, `读取 ${code(wanted)}`), scene);

  const found = yield* findByName(wanted, scene);
  const [only, ...others] = found;
  const near = only === undefined ? nearName(outcome) : undefined;
  if (near !== undefined && guess) {
    const thinking = say(`Perhaps ${near}.`, `可能是 ${near}。`);
    const read = yield { tool: 'read', args: { path: near, ...part }, thinking };
    if (read.status === 'ok') return { ...fileText(read), path: near, moved: false, typed: wanted };
  }
  if (near !== undefined)
    return stuck(
      say(
        `There is no ${code(wanted)}. Did you mean ${code(near)}?`,
        `没有 ${code(wanted)}。你是指 ${code(near)} 吗？`,
      ),
    );
  if (only === undefined) {
    return stuck(
      say(
        `There is no ${code(wanted)}, and no file of that name anywhere in the project.`,
        `没有 ${code(wanted)}，整个项目里也没有同名文件。`,
      ),
    );
  }
  if (others.length > 0) {
    const names = bullets(found.slice(0, 10).map(code));
    return stuck(
      say(
        `There is no ${code(wanted)}. Did you mean one of these?\n\n${names}`,
        `没有 ${code(wanted)}。你是指下面的某一个吗？\n\n${names}`,
      ),
    );
  }
  const second = yield {
    tool: 'read',
    args: { path: only, ...part },
    thinking: say(`It is at ${only}.`, `它在 ${only}。`),
  };
  if (second.status === 'ok') return { ...fileText(second), path: only, moved: true };
  return trouble(second, 'read', say(`reading ${code(only)}`, `读取 ${code(only)}`), scene);
}

export function isReport(value: object): value is Report {
  return 'done' in value;
}

/** Says where a file was found, where that was not where it should be. */
export function movedNote({ path, moved, typed }: Opened, { say }: Scene): string {
  if (typed !== undefined)
    return say(
      `(There is no ${code(typed)}; this is ${code(path)}.)\n\n`,
      `（没有 ${code(typed)}，这是 ${code(path)}。）\n\n`,
    );
  return moved ? say(`(Found as ${code(path)}.)\n\n`, `（在 ${code(path)} 找到。）\n\n`) : '';
}

/** `read` says which name is nearly the same. */
function nearName({ error }: Unhappy): string | undefined {
  return /Did you mean (.+?)\?/.exec(error)?.[1];
}

export function isMissing({ error }: Unhappy): boolean {
  return /no such (?:file|folder)|not found|does not exist|ENOENT/i.test(error);
}

function* findByName(path: string, scene: Scene): Script<string[]> {
  if (!scene.can('glob')) return [];
  const name = path.split('/').at(-1) ?? path;
  const stem = name.replace(/\.[^.]*$/, '');
  for (const pattern of new Set([`**/${name}`, `**/${stem}.*`])) {
    const thinking = scene.say(
      `It is not there. I will look for ${name} elsewhere.`,
      `文件不在那里，按名称 ${name} 找一找。`,
    );
    const found = yield { tool: 'glob', args: { pattern }, thinking };
    const files = found.status === 'ok' ? filesFound(found) : [];
    if (files.length > 0) return files;
  }
  return [];
}
