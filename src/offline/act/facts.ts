/** What a project depends on, and what it can run. */

import { isPlainObject } from '../../base/schema.ts';
import { bullets, clipLines, code, fence } from '../markdown.ts';
import { readProject } from '../project.ts';
import { fileText } from '../results.ts';
import { done, type Scene, type Script } from '../scene.ts';

/** Where other kinds of projects list what they need. */
const LISTS = ['requirements.txt', 'pyproject.toml', 'go.mod', 'Cargo.toml', 'Gemfile', 'pom.xml'];

export function* projectFacts(which: 'dependencies' | 'scripts', scene: Scene): Script {
  const { say } = scene;
  const { entries, manifest, commands } = yield* readProject(scene);
  if (which === 'scripts') {
    const scripts = isPlainObject(manifest.scripts) ? Object.entries(manifest.scripts) : [];
    const rows =
      scripts.length > 0
        ? scripts.map(([name, line]) => `${code(`npm run ${name}`)} — ${code(String(line))}`)
        : Object.entries(commands).map(([chore, line]) => `${chore}: ${code(line)}`);
    return done(
      rows.length === 0
        ? say('I found no scripts in this project.', '没有找到脚本。')
        : `${say('It can run:', '可以运行：')}\n\n${bullets(rows)}`,
    );
  }
  const groups = (['dependencies', 'devDependencies', 'peerDependencies'] as const).flatMap((key) => {
    const list = manifest[key];
    const rows = isPlainObject(list)
      ? Object.entries(list).map(([name, version]) => `${code(name)} ${String(version)}`)
      : [];
    return rows.length === 0 ? [] : [`**${key}**\n\n${bullets(rows)}`];
  });
  if (groups.length > 0) return done(groups.join('\n\n'));
  const file = LISTS.find((name) => entries.some((entry) => entry.name === name));
  if (file !== undefined) {
    const read = yield {
      tool: 'read',
      args: { path: file },
      thinking: say(`${file} lists them.`, `${file} 里有列表。`),
    };
    const { content } = fileText(read);
    if (content.trim() !== '') return done(`${code(file)}:\n\n${fence(clipLines(content, 'start', 60).text)}`);
  }
  return done(say('It depends on nothing that I can see.', '没有发现依赖。'));
}
