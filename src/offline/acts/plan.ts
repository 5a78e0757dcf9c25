/** Plans a piece of work in general steps, and asks the person to choose. */

import { bullets, code } from '../markdown.ts';
import { readProject } from '../project.ts';
import { matchesFound, textField } from '../results.ts';
import { done, type Scene, type Script, startTodo, stuck, use } from '../script.ts';

const SHOWN_FILES = 5;

export function* makePlan(goal: string, scene: Scene): Script {
  const { words } = scene;
  const project = yield* readProject(scene);
  if ('isDone' in project) return project;
  const files = yield* filesAbout(goal);
  const plan = words.planSteps(goal, project.testCommand && code(project.testCommand));
  yield* startTodo(plan, -1, scene);
  const steps = plan.map((step, index) => `${index + 1}. ${step}`).join('\n');
  const likely = files.length === 0 ? [] : [`${words.likelyFiles}\n\n${bullets(files.map(code))}`];
  return done([`**${goal}**`, steps, ...likely, words.onlyGeneral].join('\n\n'));
}

/** Files that mention the longest word of the goal: a guess, and presented as one. */
function* filesAbout(goal: string): Script<string[]> {
  const [pattern] = (goal.match(/[A-Za-z]\w{3,}/g) ?? []).sort((a, b) => b.length - a.length);
  if (pattern === undefined) return [];
  const outcome = yield { tool: 'grep', args: { pattern } };
  return [...new Set(matchesFound(outcome).map(({ file }) => file))].slice(0, SHOWN_FILES);
}

export function* askPerson(options: readonly string[], scene: Scene): Script {
  const { words } = scene;
  const question = words.whichOne;
  if (!scene.can('question')) return stuck(`${question}\n\n${bullets(options)}`);
  const questions = [{ question, options: options.map((label) => ({ label })) }];
  const outcome = yield* use({ tool: 'question', args: { questions } }, scene);
  if ('isDone' in outcome) return outcome;
  // The tool reports answers as `"question"="answer"`.
  const [, answer] = textField(outcome.result, 'message').split(`"${question}"="`);
  return done(answer === undefined ? words.notChosen : words.chosen(answer.replace(/"$/, '')));
}
