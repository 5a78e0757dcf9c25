/** Makes new files and folders, and writes files anew. */

import type { Intent } from '../intent.ts';
import { code, count, fence, languageTag } from '../markdown.ts';
import { done, type Report, type Scene, type Script, stuck } from '../scene.ts';
import { starter } from '../starter.ts';
import { isReport, openFile } from './open.ts';
import { shellQuote } from './run.ts';
import { cannotChange, cannotRun, trouble } from './trouble.ts';

export function* createFile(intent: Extract<Intent, { kind: 'create' }>, scene: Scene): Script {
  const { path, content: given, about } = intent;
  const { say } = scene;
  const { content, complete } =
    given === undefined ? starter(path, about) : { content: endLine(given), complete: true };
  if (content === '' && about !== undefined)
    return stuck(
      say(
        `Writing “${about}” takes a real model, so I created nothing. Your own words: \`create ${path} with "…"\`.`,
        `要写出“${about}”需要真正的模型，所以什么都没有创建。可以写入你给的文字：“创建 ${path}，内容为 …”。`,
      ),
    );
  if (!scene.can('write'))
    return cannotChange(`1. ${say('Create', '创建')} ${code(path)}:\n\n${fence(content, languageTag(path))}`, scene);

  const known = scene
    .steps()
    .some(({ tool, args, outcome }) => tool !== 'glob' && args.path === path && outcome.status === 'ok');
  if (known && (yield* isThere(path, scene))) return alreadyThere(path, scene);
  // One that was never read is refused by the tool itself, if it exists.
  const outcome = yield {
    tool: 'write',
    args: { path, content },
    thinking: say(`I will create ${path}.`, `创建 ${path}。`),
  };
  if (outcome.status === 'ok') return done(created(intent, content, complete, scene));
  if (outcome.status === 'failed' && /exists/i.test(outcome.error)) return alreadyThere(path, scene);
  return trouble(outcome, 'write', say(`creating ${code(path)}`, `创建 ${code(path)}`), scene);
}

export function* overwriteFile({ path, content, short }: Extract<Intent, { kind: 'overwrite' }>, scene: Scene): Script {
  const { say } = scene;
  const target = path ?? scene.lastFile();
  if (!scene.can('write') && target !== undefined) {
    return cannotChange(`1. ${say('Write', '写入')} ${code(target)}:\n\n${fence(content, languageTag(target))}`, scene);
  }
  const opened = yield* openFile(path, scene);
  if (isReport(opened)) return opened;
  const name = code(opened.path);
  if (short && opened.content.trim().split('\n').length > 1) {
    return stuck(
      say(
        `${name} has ${count(opened.last, 'line')}. Which text should change? Say \`replace … with … in ${opened.path}\`, or \`overwrite ${opened.path} with …\`.`,
        `${name} 有 ${opened.last} 行。要改哪一段？请说“把 ${opened.path} 里的 … 改成 …”，或“把 ${opened.path} 的内容改成 …”。`,
      ),
    );
  }
  const thinking = say(`I will write ${opened.path} anew.`, `重写 ${opened.path}。`);
  const outcome = yield { tool: 'write', args: { path: opened.path, content: endLine(content) }, thinking };
  if (outcome.status !== 'ok') return trouble(outcome, 'write', say(`writing ${name}`, `写入 ${name}`), scene);
  return done(say(`Wrote ${name} anew. \`/undo\` takes it back.`, `已重写 ${name}。\`/undo\` 可以撤销。`));
}

export function* makeFolder({ path }: Extract<Intent, { kind: 'make-folder' }>, scene: Scene): Script {
  const { say } = scene;
  const command = `mkdir -p -- ${shellQuote(path)}`;
  if (!scene.can('bash')) return cannotRun(command, scene);
  const outcome = yield { tool: 'bash', args: { command }, thinking: say(`A folder: ${path}.`, `创建目录 ${path}。`) };
  if (outcome.status !== 'ok')
    return trouble(outcome, 'bash', say(`making ${code(path)}`, `创建目录 ${code(path)}`), scene);
  return done(say(`Made the folder ${code(path)}.`, `已创建目录 ${code(path)}。`));
}

function created(
  { path, about }: Extract<Intent, { kind: 'create' }>,
  content: string,
  complete: boolean,
  { say }: Scene,
): string {
  const lines = content === '' ? 0 : content.replace(/\n$/, '').split('\n').length;
  const head =
    lines === 0
      ? say(`Created ${code(path)} (empty).`, `已创建 ${code(path)}（空文件）。`)
      : say(`Created ${code(path)} (${count(lines, 'line')}):`, `已创建 ${code(path)}（${lines} 行）：`);
  const parts = [head];
  if (lines > 0 && lines <= 30) parts.push(fence(content, languageTag(path)));
  if (!complete && about !== undefined) {
    parts.push(
      say(
        `It is only a beginning: writing “${about}” takes a real model.`,
        `这只是一个开头：要写出“${about}”需要真正的模型。`,
      ),
    );
  }
  return parts.join('\n\n');
}

function* isThere(path: string, { say }: Scene): Script<boolean> {
  const thinking = say(`Is ${path} still there?`, `${path} 还在吗？`);
  return (yield { tool: 'read', args: { path, limit: 1 }, thinking }).status === 'ok';
}

function alreadyThere(path: string, { say }: Scene): Report {
  return stuck(
    say(
      `${code(path)} exists already, so I left it alone. To replace it: \`overwrite ${path} with …\`; to add to it: \`append … to ${path}\`.`,
      `${code(path)} 已经存在，我没有动它。要替换内容：“把 ${path} 的内容改成 …”；要追加：“在 ${path} 末尾追加 …”。`,
    ),
  );
}

/** A text file ends with a line end. */
function endLine(content: string): string {
  return content === '' || content.endsWith('\n') ? content : `${content}\n`;
}
