/** Runs commands, files and the project's tests, and reports how they ended. */

import { own } from '../../base/own.ts';
import { readFailure } from '../fix/failure.ts';
import { code, extensionOf, fence, linesOf } from '../markdown.ts';
import { readProject } from '../project.ts';
import { type CommandEnd, commandEnd } from '../results.ts';
import { type Report, type Scene, type Script, stuck, use } from '../script.ts';

const SHOWN = 40;

const PROGRAMS: Readonly<Record<string, string>> = { py: 'python3', js: 'node', mjs: 'node', ts: 'node', sh: 'sh' };

export function* runCommand(command: string, scene: Scene): Script {
  const end = yield* runToEnd(command, scene);
  if ('isDone' in end) return end;
  const isDone = end.exitCode === 0;
  const head = `${isDone ? '✓' : '✗'} ${scene.words.ended(code(command), end.exitCode, end.seconds)}`;
  const failure = readFailure(end.output);
  if (!isDone && failure.test) return { text: `${head} ${scene.words.failure(failure)}`, isDone };
  const lines = linesOf(end.output);
  const left = lines.length - SHOWN;
  const shown = left > 0 ? [`… ${left}`, ...lines.slice(-SHOWN)] : lines;
  return { text: lines.length === 0 ? head : `${head}\n\n${fence(shown.join('\n'))}`, isDone };
}

export function* runFile(asked: string, scene: Scene): Script {
  const file = asked || scene.touched().at(-1);
  if (file === undefined) return stuck(scene.words.whichFile);
  const program = own(PROGRAMS, extensionOf(file));
  if (program === undefined || /[^\w@%+=:,./-]/.test(file)) return stuck(scene.words.cannotRun(code(file)));
  return yield* runCommand(`${program} ${file}`, scene);
}

export function* runTests(scene: Scene): Script {
  const project = yield* readProject(scene);
  if ('isDone' in project) return project;
  return project.testCommand ? yield* runCommand(project.testCommand, scene) : stuck(scene.words.noTests);
}

/** How a command ended, or why it did not run. */
export function* runToEnd(command: string, scene: Scene): Script<CommandEnd | Report> {
  const outcome = yield* use({ tool: 'bash', args: { command } }, scene);
  return 'isDone' in outcome ? outcome : commandEnd(outcome);
}
