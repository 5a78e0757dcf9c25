/** Works on a failing test: runs it, guesses the cause, changes one line, runs it again and reverts changes that did not help. */

import { openFile } from '../acts/read.ts';
import { runToEnd } from '../acts/run.ts';
import { bullets, code, fence } from '../markdown.ts';
import { readProject } from '../project.ts';
import { filesFound } from '../results.ts';
import { done, type Scene, type Script, startTodo, stuck, use } from '../script.ts';
import { passedIn, readFailure } from './failure.ts';
import { type Guess, guessesIn } from './known-bugs.ts';

const SOURCES = '**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx,py}';
const MAX_FILES = 4;
const MAX_TRIES = 3;

/** With `repair: false`, only names the likely cause. */
export function* fixTests(repair: boolean, scene: Scene): Script {
  const { words } = scene;
  const stages = repair ? words.fixStages : words.fixStages.slice(0, 2);
  yield* startTodo(stages, 0, scene);
  const project = yield* readProject(scene);
  if ('isDone' in project) return project;
  const { testCommand: command } = project;
  if (command === undefined) return stuck(words.noTests);
  const first = yield* runToEnd(command, scene);
  if ('isDone' in first) return first;
  if (first.exitCode === 0) {
    yield* startTodo(stages, stages.length, scene);
    return done(words.nothingToFix(code(command)));
  }
  yield* startTodo(stages, 1, scene);
  const guesses = (yield* findGuesses(first.output, scene)).slice(0, MAX_TRIES);
  const failed = words.failure(readFailure(first.output));
  if (guesses.length === 0) return stuck(`${failed}\n\n${words.noGuess(code(command))}`);
  if (repair && scene.can('edit')) return yield* tryGuesses(guesses, command, failed, scene);
  if (!repair) yield* startTodo(stages, stages.length, scene);
  const shown = guesses.map((guess) => `${guessText(guess, scene)}\n\n${diffOf(guess)}`);
  return stuck([failed, ...shown, repair ? words.cannotChange : words.notTried].join('\n\n'));
}

function* tryGuesses(guesses: readonly Guess[], command: string, failed: string, scene: Scene): Script {
  const { words } = scene;
  for (const guess of guesses) {
    const { path, line, before, after, above, why } = guess;
    const [old, changed] = [above + before, above + after];
    yield* startTodo(words.fixStages, 2, scene);
    const saying = `${failed} ${guessText(guess, scene)}`;
    const edited = yield* use({ tool: 'edit', args: { path, old_string: old, new_string: changed }, saying }, scene);
    if ('isDone' in edited) return edited;
    yield* startTodo(words.fixStages, 3, scene);
    const again = yield* runToEnd(command, scene);
    if ('isDone' in again) return stuck(`${again.text}\n\n${words.untested(code(path))}`);
    if (again.exitCode === 0) {
      yield* startTodo(words.fixStages, words.fixStages.length, scene);
      const cause = `${code(`${path}:${line}`)} — ${words.why[why]}`;
      return done(words.fixed(code(command), passedIn(again.output), failed, cause));
    }
    const reverted = yield* use({ tool: 'edit', args: { path, old_string: changed, new_string: old } }, scene);
    if ('isDone' in reverted) return stuck(`${reverted.text}\n\n${words.untested(code(path))}`);
  }
  return stuck([failed, words.gaveUp, bullets(guesses.map((guess) => guessText(guess, scene)))].join('\n\n'));
}

/** Searches the sources that the output names, then those that its tests import. */
function* findGuesses(output: string, scene: Scene): Script<Guess[]> {
  const files = filesFound(yield { tool: 'glob', args: { pattern: SOURCES } });
  const named = files.filter((file) => output.includes(file));
  const sources = named.filter((file) => !isTest(file));
  for (const test of named.filter(isTest).slice(0, MAX_FILES)) {
    const opened = yield* openFile(test, scene);
    if (!('isDone' in opened)) sources.push(...importedBy(opened.lines.join('\n'), files));
  }
  const guesses: Guess[] = [];
  for (const source of [...new Set(sources)].slice(0, MAX_FILES)) {
    const opened = yield* openFile(source, scene);
    if (!('isDone' in opened)) guesses.push(...guessesIn(opened.path, opened.lines));
  }
  return guesses;
}

function isTest(file: string): boolean {
  return /(?:^|\/)(?:tests?|__tests__|spec)\/|[._](?:test|spec)\.|(?:^|\/)test_/.test(file);
}

/** Matches imports by their last name: `../src/a.js`, `pkg.a`. */
function importedBy(test: string, files: readonly string[]): string[] {
  const imports = test.matchAll(
    /\b(?:from|import|require\()\s{0,9}['"]?[\w@./-]{0,200}?(\w[\w-]{0,80})(?:\.[cm]?[jt]sx?)?['"\s)]/g,
  );
  const stems = new Set([...imports].map(([, stem]) => stem));
  return files.filter((file) => !isTest(file) && stems.has(/([^/]+)\.\w+$/.exec(file)?.[1]));
}

function guessText({ path, line, why }: Guess, { words }: Scene): string {
  return words.guess(code(`${path}:${line}`), words.why[why]);
}

function diffOf({ before, after }: Guess): string {
  return fence(`- ${before.trim()}\n+ ${after.trim()}`, 'diff');
}
