/** Explains the project from its README, its package.json and its tree. */

import { bullets, code, linesOf } from '../markdown.ts';
import { outline } from '../outline.ts';
import { readProject, scriptsOf } from '../project.ts';
import { textField } from '../results.ts';
import { done, type Scene, type Script } from '../script.ts';

const SHOWN = 20;

export function* explainProject(scene: Scene): Script {
  const { words } = scene;
  const project = yield* readProject(scene);
  if ('isDone' in project) return project;
  const { entries, manifest } = project;
  if (entries.length === 0) return done(words.isEmpty(words.thisFolder));
  const readme = entries.find((name) => /^readme(?:\.\w+)?$/i.test(name));
  const { result } = readme === undefined ? {} : yield { tool: 'read', args: { path: readme, limit: 80 } };
  const { purpose } = outline('readme.md', linesOf(textField(result, 'content')));
  const name = textField(manifest, 'name');
  const title = name === '' ? words.thisProject : `**${name}**`;
  const about = textField(manifest, 'description') || purpose;
  const scripts = scriptsOf(manifest).map(([script, line]) => `${code(`npm run ${script}`)} — ${code(line)}`);
  const parts = [
    about ? [name && title, about].filter(Boolean).join(' — ') : words.noDescription(title),
    bullets([...entries.map(code), ...scripts], SHOWN, words.andMore),
    words.onlyOutline,
  ];
  return done(parts.join('\n\n'));
}
