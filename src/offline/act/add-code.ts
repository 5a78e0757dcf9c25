/** Adds a function to a file: whole where it is a known one, a marked beginning where only its name is given. */

import { define } from '../define.ts';
import type { Intent } from '../intent.ts';
import { code, extensionOf, fence, languageTag } from '../markdown.ts';
import { done, type Scene, type Script, stuck } from '../scene.ts';
import { functionWanted } from '../small-functions.ts';
import { insertion } from './lines.ts';
import { isReport, type Opened, openFile } from './open.ts';
import { cannotChange, trouble } from './trouble.ts';

export function* addCode({ path, about }: Extract<Intent, { kind: 'add-code' }>, scene: Scene): Script {
  const { say } = scene;
  const opened = yield* openFile(path, scene);
  if (isReport(opened)) return opened;
  const name = code(opened.path);
  const wanted = functionWanted(about);
  const extension = extensionOf(opened.path);
  const text = wanted && define(extension, wanted, isModule(opened));
  if (!wanted || !text || opened.more) {
    return stuck(
      say(
        `Writing “${about}” takes a real model, so I left ${name} alone. I can add text that you give: \`append "…" to ${opened.path}\`.`,
        `要写出“${about}”需要真正的模型，我没有改动 ${name}。可以追加你给出的文字：“在 ${opened.path} 末尾追加 …”。`,
      ),
    );
  }
  if (new RegExp(`\\b(?:function|def)\\s+${wanted.name.replaceAll('$', '\\$')}\\b`).test(opened.content))
    return stuck(
      say(
        `${name} has ${code(wanted.name)} already, so I left it alone.`,
        `${name} 里已经有 ${code(wanted.name)}，我没有改动。`,
      ),
    );
  const shown = fence(text, languageTag(opened.path));
  if (!scene.can('edit')) return cannotChange(`1. ${say(`Add to ${name}:`, `在 ${name} 中加入：`)}\n\n${shown}`, scene);

  const thinking = say(`I will add ${wanted.name} at the end.`, `在末尾加入 ${wanted.name}。`);
  const gap = extension === 'py' ? '\n\n' : '\n';
  const outcome =
    opened.content.trim() === ''
      ? yield { tool: 'write', args: { path: opened.path, content: text }, thinking }
      : yield {
          tool: 'edit',
          args: { path: opened.path, ...insertion(opened, opened.last + 1, gap + text.trimEnd()) },
          thinking,
        };
  if (outcome.status !== 'ok') return trouble(outcome, 'edit', say(`changing ${name}`, `修改 ${name}`), scene);
  const honest = wanted.known
    ? say('`/undo` takes it back.', '`/undo` 可以撤销。')
    : say(
        'It is only a beginning: what it should do takes a real model, or you. `/undo` takes it back.',
        '这只是一个开头：它该做什么，需要真正的模型或你来写。`/undo` 可以撤销。',
      );
  const head = say(`Added ${code(wanted.name)} to ${name}:`, `已在 ${name} 中加入 ${code(wanted.name)}：`);
  return done(`${head}\n\n${shown}\n\n${honest}`);
}

/** A script that exports nothing, or in the old way, gets a plain function. */
function isModule({ content }: Opened): boolean {
  return !/\bmodule\.exports\b|\brequire\(/.test(content) && (/^export\b/m.test(content) || content.trim() === '');
}
