/** Runs commands, files and the project's chores, and says how they ended. */

import type { Script as Chore, Intent } from '../intent.ts';
import { bullets, clipLines, code, extensionOf, fence } from '../markdown.ts';
import { readProject, scriptsOf } from '../project.ts';
import { type CommandResult, commandResult } from '../results.ts';
import { done, type Report, type Scene, type Script, stuck } from '../scene.ts';
import { testCounts } from '../test-counts.ts';
import { isMissing } from './open.ts';
import { cannotRun, trouble, whichFile } from './trouble.ts';

const SHOWN_LINES = 40;

export function* runCommand(command: string, scene: Scene): Script {
  const { say } = scene;
  if (!scene.can('bash')) return cannotRun(command, scene);
  const outcome = yield {
    tool: 'bash',
    args: { command },
    thinking: say(`I will run ${command}.`, `运行 ${command}。`),
  };
  if (outcome.status !== 'ok')
    return trouble(outcome, 'bash', say(`running ${code(command)}`, `运行 ${code(command)}`), scene);
  return ranReport(command, commandResult(outcome), scene);
}

export function* runFile({ path }: Extract<Intent, { kind: 'run-file' }>, scene: Scene): Script {
  const { say } = scene;
  const file = path ?? scene.lastFile();
  if (path === undefined && (file === undefined || !PROGRAMS[extensionOf(file)]))
    return yield* runScript('start', scene);
  if (file === undefined) return whichFile(scene);
  const program = PROGRAMS[extensionOf(file)];
  if (program === undefined)
    return stuck(
      say(
        `I do not know how to run ${code(file)}. Name the command: \`run … ${file}\`.`,
        `不知道如何运行 ${code(file)}。请给出命令：“运行 … ${file}”。`,
      ),
    );
  return yield* runCommand(`${program} ${shellQuote(file)}`, scene);
}

export function* runScript(chore: Chore, scene: Scene): Script {
  const { say } = scene;
  const { commands, manifest } = yield* readProject(scene);
  const command = commands[chore];
  if (command !== undefined) return yield* runCommand(command, scene);
  const scripts = scriptsOf(manifest).map((name) => code(`npm run ${name}`));
  const known = scripts.length > 0 ? `\n\n${say('It has these scripts', '它有这些脚本')}:\n\n${bullets(scripts)}` : '';
  return stuck(
    say(
      `I found no ${chore} command for this project. Name one: \`run …\`.`,
      `没有找到这个项目的 ${chore} 命令。请直接给出：“运行 …”。`,
    ) + known,
  );
}

export function* relocateFile({ kind, path, to }: Extract<Intent, { kind: 'move' | 'copy' }>, scene: Scene): Script {
  const { say } = scene;
  const isFolder = to.endsWith('/') || (yield* isFolderThere(to, scene));
  if (!isFolder && (yield* isFileThere(to, scene)))
    return stuck(
      say(`${code(to)} exists already, so I left both alone.`, `${code(to)} 已经存在，两个文件我都没有动。`),
    );
  if (!(yield* isFileThere(path, scene))) return stuck(say(`There is no ${code(path)}.`, `没有 ${code(path)}。`));
  const folder = to.includes('/') && !isFolder ? to.slice(0, to.lastIndexOf('/')) : '';
  const isMade = folder === '' || (yield* isFolderThere(folder, scene));
  const parent = isMade ? '' : `mkdir -p -- ${shellQuote(folder)} && `;
  const command = `${parent}${kind === 'move' ? 'mv' : 'cp'} -n -- ${shellQuote(path)} ${shellQuote(to)}`;
  const said =
    kind === 'move'
      ? say(`Moved ${code(path)} to ${code(to)}.`, `已把 ${code(path)} 移动到 ${code(to)}。`)
      : say(`Copied ${code(path)} to ${code(to)}.`, `已把 ${code(path)} 复制到 ${code(to)}。`);
  return yield* runQuietly(command, said, scene);
}

/** `mv -n` and `cp -n` keep silent where they did nothing, so what is there is looked at first. */
function* isFileThere(path: string, { say, can }: Scene): Script<boolean> {
  if (!can('read')) return true;
  const outcome = yield {
    tool: 'read',
    args: { path, limit: 1 },
    thinking: say(`Is there a ${path}?`, `${path} 存在吗？`),
  };
  return outcome.status === 'ok' || !isMissing(outcome);
}

function* isFolderThere(path: string, { say, can }: Scene): Script<boolean> {
  if (!can('list') || extensionOf(path) !== '') return false;
  const thinking = say(`Is ${path} a folder?`, `${path} 是目录吗？`);
  return (yield { tool: 'list', args: { path }, thinking }).status === 'ok';
}

export function* removeFile({ path }: Extract<Intent, { kind: 'remove' }>, scene: Scene): Script {
  const { say } = scene;
  const file = path ?? scene.lastFile();
  if (file === undefined) return whichFile(scene);
  return yield* runQuietly(
    `rm -- ${shellQuote(file)}`,
    say(`Deleted ${code(file)}. \`/undo\` brings it back.`, `已删除 ${code(file)}。\`/undo\` 可以恢复。`),
    scene,
  );
}

/** What goes with one careless word is too much for a rule to guess. */
export function removeMany({ say }: Scene): Report {
  return stuck(
    say(
      'I delete only single files that you name: `delete notes.txt`. For more than that use your own command, such as `! rm -r folder`.',
      '我只删除你点名的单个文件：“删除 notes.txt”。要删除更多，请用你自己的命令，例如 `! rm -r 目录`。',
    ),
  );
}

/** A word for the shell, quoted only where it has to be. */
export function shellQuote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

export function endOf({ exitCode, timedOut, durationMs }: CommandResult, say: Scene['say']): string {
  if (timedOut) return say('timed out', '超时');
  return say(
    `exit code ${exitCode ?? '?'}, ${seconds(durationMs)}`,
    `退出码 ${exitCode ?? '?'}，${seconds(durationMs)}`,
  );
}

function ranReport(command: string, result: CommandResult, { say }: Scene): Report {
  const { exitCode, stdout, stderr, savedPath } = result;
  const counts = testCounts(stdout + stderr);
  const tests = counts
    ? say(` ${counts.passed} passed, ${counts.failed} failed.`, `${counts.passed} 个通过，${counts.failed} 个失败。`)
    : '';
  const mark = exitCode === 0 ? '✓' : '✗';
  const parts = [`${mark} ${code(command)} — ${endOf(result, say)}${say('.', '。')}${tests}`];
  const output = [stdout, stderr].filter((text) => text.trim() !== '').join('\n');
  if (output === '') parts.push(say('It printed nothing.', '没有输出。'));
  else parts.push(fence(clipLines(output, 'ends', SHOWN_LINES).text));
  if (savedPath) parts.push(say(`All of the output is in ${code(savedPath)}.`, `完整输出在 ${code(savedPath)}。`));
  if (exitCode === 127)
    parts.push(say('The shell does not know that program: is it installed?', 'shell 找不到该程序：安装了吗？'));
  else if (counts && counts.failed > 0)
    parts.push(say('Say `fix the failing test` to have it tried.', '说“修复失败的测试”即可尝试修复。'));
  const text = parts.join('\n\n');
  return exitCode === 0 ? done(text) : stuck(text);
}

function* runQuietly(command: string, said: string, scene: Scene): Script {
  const { say } = scene;
  if (!scene.can('bash')) return cannotRun(command, scene);
  const outcome = yield {
    tool: 'bash',
    args: { command },
    thinking: say(`That is ${command}.`, `也就是 ${command}。`),
  };
  if (outcome.status !== 'ok')
    return trouble(outcome, 'bash', say(`running ${code(command)}`, `运行 ${code(command)}`), scene);
  const result = commandResult(outcome);
  return result.exitCode === 0 ? done(said) : ranReport(command, result, scene);
}

const PROGRAMS: Readonly<Record<string, string>> = {
  py: 'python3',
  js: 'node',
  mjs: 'node',
  cjs: 'node',
  ts: 'node',
  mts: 'node',
  sh: 'bash',
  rb: 'ruby',
  go: 'go run',
  pl: 'perl',
  php: 'php',
  lua: 'lua',
};

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}
