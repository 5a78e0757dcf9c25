/** Plays the script of each intent, one after the other, and puts the reports together. */

import { addCode } from './act/add-code.ts';
import { countAll } from './act/count.ts';
import { createFile, makeFolder, overwriteFile } from './act/create.ts';
import { explainFile } from './act/explain.ts';
import { projectFacts } from './act/facts.ts';
import { fixTests } from './act/fix.ts';
import { commitAll, showGit } from './act/git.ts';
import { deleteLines, insertText } from './act/lines.ts';
import { findFiles, listFolder, searchText } from './act/look.ts';
import { explainProject } from './act/overview.ts';
import { ask, askPerson, makePlan } from './act/plan.ts';
import { readFile } from './act/read.ts';
import { replaceText } from './act/replace.ts';
import { relocateFile, removeFile, removeMany, runCommand, runFile, runScript } from './act/run.ts';
import { setValue } from './act/set-value.ts';
import { explainSymbol, listSymbols } from './act/symbol.ts';
import { slashCommand, talk, unknownRequest } from './act/talk.ts';
import { todos } from './act/todos.ts';
import { sayWhy } from './act/why.ts';
import { describe } from './describe.ts';
import type { Intent } from './intent.ts';
import type { Scene, Script } from './scene.ts';

/** From so many steps on, a todo list helps more than it disturbs. */
const WORTH_TODOS = 3;

export function* perform(intents: readonly Intent[], scene: Scene): Script<string> {
  const [first, ...more] = intents;
  if (!first) return unknownRequest({ kind: 'unknown', text: '' }, scene).text;
  if (more.length === 0) return (yield* act(first, scene)).text;

  const { say } = scene;
  const labels = intents.map((intent) => describe(intent, say));
  const list = intents.length >= WORTH_TODOS ? todos(scene, labels) : undefined;
  const sections: string[] = [];
  for (const [index, intent] of intents.entries()) {
    if (list) yield* list.start(index);
    const report = yield* act(intent, scene);
    sections.push(`**${index + 1}. ${labels[index]}**\n\n${report.text}`);
    const left = labels.slice(index + 1);
    if (!report.done && left.length > 0) {
      const names = left.map((label) => `- ${label}`).join('\n');
      sections.push(say(`I stopped there. Not done:\n\n${names}`, `我在这里停下了。尚未完成：\n\n${names}`));
      return sections.join('\n\n');
    }
  }
  if (list) yield* list.finish();
  return sections.join('\n\n');
}

function* act(intent: Intent, scene: Scene): Script {
  switch (intent.kind) {
    case 'list':
      return yield* listFolder(intent, scene);
    case 'find':
      return yield* findFiles(intent, scene);
    case 'search':
      return yield* searchText(intent, scene);
    case 'read':
      return yield* readFile(intent, scene);
    case 'explain-file':
      return yield* explainFile(intent, scene);
    case 'explain-project':
      return yield* explainProject(scene);
    case 'symbol':
      return yield* explainSymbol(intent, scene);
    case 'symbols':
      return yield* listSymbols(intent, scene);
    case 'count':
      return yield* countAll(intent, scene);
    case 'facts':
      return yield* projectFacts(intent.which, scene);
    case 'create':
      return yield* createFile(intent, scene);
    case 'overwrite':
      return yield* overwriteFile(intent, scene);
    case 'replace':
      return yield* replaceText(intent, scene);
    case 'add-code':
      return yield* addCode(intent, scene);
    case 'set-value':
      return yield* setValue(intent, scene);
    case 'insert':
      return yield* insertText(intent, scene);
    case 'delete-lines':
      return yield* deleteLines(intent, scene);
    case 'move':
    case 'copy':
      return yield* relocateFile(intent, scene);
    case 'remove':
      return yield* removeFile(intent, scene);
    case 'remove-many':
      return removeMany(scene);
    case 'make-folder':
      return yield* makeFolder(intent, scene);
    case 'run':
      return yield* runCommand(intent.command, scene);
    case 'run-file':
      return yield* runFile(intent, scene);
    case 'run-script':
      return yield* runScript(intent.script, scene);
    case 'git':
      return yield* showGit(intent.show, scene);
    case 'commit':
      return yield* commitAll(intent.message, scene);
    case 'plan':
      return yield* makePlan(intent.goal, scene);
    case 'ask':
      return yield* askPerson(intent, scene);
    case 'fix-tests':
      return yield* fixTests(intent, scene);
    case 'greet':
    case 'help':
    case 'about':
    case 'thanks':
    case 'continue':
    case 'retry':
    case 'no':
      return talk(intent.kind, scene);
    case 'why':
      return yield* sayWhy(scene);
    case 'slash':
      return slashCommand(intent.command, scene);
    case 'unknown':
      return yield* clarify(intent, scene);
  }
}

/** Where a person can be asked, a request that was not understood is asked about once. */
function* clarify(intent: Extract<Intent, { kind: 'unknown' }>, scene: Scene): Script {
  const { say } = scene;
  if (!scene.can('question') || intent.text === '') return unknownRequest(intent, scene);
  const plan = say('Make a plan for it', '为它制定计划');
  const look = say('Look over the project', '先了解项目');
  const neither = say('Neither: I will say it otherwise', '都不是，我换个说法');
  const question = say('I am not sure what you mean. What should I do?', '我不确定你的意思。要我做什么？');
  const answer = yield* ask(question, [plan, look, neither], scene);
  if (answer === plan) return yield* makePlan(intent.text, scene);
  return answer === look ? yield* explainProject(scene) : unknownRequest(intent, scene);
}
