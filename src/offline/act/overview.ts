/** Explains the project from its README, its package.json and its tree. */

import { isPlainObject } from '../../base/schema.ts';
import { bullets, code, count, extensionOf } from '../markdown.ts';
import { outline } from '../outline.ts';
import { readProject, scriptsOf } from '../project.ts';
import { filesFound, fileText, textField, wasCut } from '../results.ts';
import { done, type Scene, type Script } from '../scene.ts';

const SHOWN_KINDS = 6;

export function* explainProject(scene: Scene): Script {
  const { say } = scene;
  const { entries, manifest, commands } = yield* readProject(scene);
  if (entries.length === 0)
    return done(
      say('This folder is empty: there is no project to explain yet.', '当前目录是空的，还没有可以介绍的项目。'),
    );
  const readme = entries.find(({ name, isFolder }) => !isFolder && /^readme(?:\.|$)/i.test(name))?.name;
  const about = readme === undefined ? undefined : yield* purposeOf(readme, scene);
  const tree = yield {
    tool: 'glob',
    args: { pattern: '**/*' },
    thinking: say('How many files of which kind are there?', '看看各类文件有多少。'),
  };
  const files = filesFound(tree);
  const more = wasCut(tree) ? '+' : '';

  const name = textField(manifest, 'name');
  const description = textField(manifest, 'description') || about;
  const title = name === '' ? say('This project', '这个项目') : `**${name}**`;
  const parts = [
    description
      ? `${title} — ${description}`
      : say(`${title} has no README or description that says what it is for.`, `${title}没有 README 或说明。`),
  ];
  parts.push(
    say(
      `It has ${files.length}${more} files: ${kindsOf(files)}.`,
      `共有 ${files.length}${more} 个文件：${kindsOf(files)}。`,
    ),
  );
  parts.push(`**${say('Layout', '结构')}**\n\n${bullets(layout(entries, files, scene))}`);
  const facts = scriptsOf(manifest).map(
    (script) => `${code(`npm run ${script}`)} — ${code(scriptText(manifest, script))}`,
  );
  if (facts.length > 0) parts.push(`**${say('Scripts', '脚本')}**\n\n${bullets(facts)}`);
  const dependencies = isPlainObject(manifest.dependencies) ? Object.keys(manifest.dependencies) : [];
  if (dependencies.length > 0)
    parts.push(`**${say('Depends on', '依赖')}**: ${dependencies.slice(0, 15).map(code).join(', ')}`);
  const start = readme ?? entries.find(({ isFolder }) => !isFolder)?.name;
  const next = commands.test ? say(` or \`run the tests\``, `，或者“跑一下测试”`) : '';
  if (start !== undefined) parts.push(say(`Next: \`show ${start}\`${next}.`, `接下来可以：“查看 ${start}”${next}。`));
  return done(parts.join('\n\n'));
}

function* purposeOf(readme: string, { say }: Scene): Script<string | undefined> {
  const outcome = yield {
    tool: 'read',
    args: { path: readme, limit: 80 },
    thinking: say('The README says what it is for.', 'README 说明了它的用途。'),
  };
  return outcome.status === 'ok' ? outline('readme.md', fileText(outcome).content).purpose : undefined;
}

function kindsOf(files: readonly string[]): string {
  const kinds = new Map<string, number>();
  for (const file of files) {
    const kind = extensionOf(file) === '' ? (file.split('/').at(-1) ?? file) : `.${extensionOf(file)}`;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const sorted = [...kinds].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return sorted
    .slice(0, SHOWN_KINDS)
    .map(([kind, number]) => `${number} × ${code(kind)}`)
    .join(', ');
}

function layout(
  entries: readonly { name: string; isFolder: boolean }[],
  files: readonly string[],
  { say }: Scene,
): string[] {
  const folders = entries.filter(({ name, isFolder }) => isFolder && !name.startsWith('.'));
  const rows = folders.map(({ name }) => {
    const inside = files.filter((file) => file.startsWith(`${name}/`)).length;
    return `${code(`${name}/`)} — ${say(count(inside, 'file'), `${inside} 个文件`)}`;
  });
  const top = entries.filter(({ isFolder }) => !isFolder).map(({ name }) => code(name));
  return top.length > 0 ? [...rows, top.slice(0, 15).join(', ')] : rows;
}

function scriptText(manifest: Record<string, unknown>, script: string): string {
  return isPlainObject(manifest.scripts) ? textField(manifest.scripts, script) : '';
}
