/** Plans a piece of work: looks at the project, asks where the goal leaves a choice, keeps todos, writes the plan. */

import { describe } from '../describe.ts';
import type { Intent } from '../intent.ts';
import { bullets, code } from '../markdown.ts';
import { readProject } from '../project.ts';
import { matchesFound, textField } from '../results.ts';
import { done, type Scene, type Script, stuck } from '../scene.ts';
import { understand } from '../understand.ts';
import { anyCase } from './look.ts';
import { todos } from './todos.ts';

export function* makePlan(goal: string, scene: Scene): Script {
  const intents = understand(goal);
  const isClear = intents.every(({ kind }) => kind !== 'unknown' && kind !== 'plan');
  return isClear ? yield* planSteps(goal, intents, scene) : yield* planWork(goal, scene);
}

export function* askPerson({ question, options }: Extract<Intent, { kind: 'ask' }>, scene: Scene): Script {
  const { say } = scene;
  const labels = options.length > 0 ? options : [say('Yes', '是'), say('No', '否')];
  const text =
    options.length > 0
      ? say(`Which do you want: ${options.join(', ')}?`, `你想要哪一个：${options.join('、')}？`)
      : `${question.replace(/[?？]$/, '')}?`;
  if (!scene.can('question')) return stuck(`${text}\n\n${bullets(labels)}`);
  const answer = yield* ask(text, labels, scene);
  if (answer === undefined) return done(say('You did not choose, so I leave it open.', '你没有选择，这一点先保留。'));
  return done(say(`You chose **${answer}**. Noted.`, `你选择了 **${answer}**。已记下。`));
}

/** Every step is one the rules can do: the plan is the very list. */
function* planSteps(goal: string, intents: readonly Intent[], scene: Scene): Script {
  const { say } = scene;
  const labels = intents.map((intent) => describe(intent, say));
  yield* todos(scene, labels).start(-1);
  const rows = labels.map((label, index) => `${index + 1}. ${label}`).join('\n');
  const way = scene.can('edit')
    ? say('Say `go ahead` to have it done.', '说“执行”即可开始。')
    : say('Switch with Tab or `/build`, then say `go ahead`.', '按 Tab 或输入 `/build` 切换模式，然后说“执行”。');
  return done(`**${say('Plan: ', '计划：')}${goal}**\n\n${rows}\n\n${way}`);
}

function* planWork(goal: string, scene: Scene): Script {
  const { say } = scene;
  const { entries, commands } = yield* readProject(scene);
  const files = yield* relatedFiles(goal, scene);
  const choice = scene.can('question') ? yield* askScope(scene) : undefined;
  const test = commands.test;
  const source = entries.find(({ name, isFolder }) => isFolder && /^(?:src|lib|app|pkg|source)$/.test(name))?.name;
  const place =
    files.length > 0
      ? files.slice(0, 3).map(code).join(', ')
      : source
        ? code(`${source}/`)
        : say('the code it touches', '相关代码');
  const steps = [
    say(`Read ${place} and note what must stay as it is`, `阅读 ${place}，明确哪些行为必须保持不变`),
    ...(choice === undefined || choice !== 'small'
      ? [say('Write a test that shows the wanted behaviour and fails', '写一个能体现目标行为、目前会失败的测试')]
      : []),
    say(`Make the smallest change that gets there: ${goal}`, `用最小的改动实现：${goal}`),
    ...(choice === 'clean' ? [say('Tidy up what the change made obsolete', '清理因此变得多余的代码')] : []),
    test
      ? say(`Run ${code(test)} and look at the diff`, `运行 ${code(test)} 并查看差异`)
      : say('Run the program and look at the diff', '运行程序并查看差异'),
  ];
  yield* todos(scene, steps).start(-1);

  const rows = steps.map((step, index) => `${index + 1}. ${step}`).join('\n');
  const touched =
    files.length > 0 ? `\n\n**${say('Likely files', '可能涉及的文件')}**\n\n${bullets(files.map(code))}` : '';
  const risks = bullets([
    say(
      'Callers that rely on the old behaviour: search for them before the change.',
      '依赖旧行为的调用方：改动前先搜索。',
    ),
    test
      ? say(
          `No test may cover it yet: ${code(test)} staying green proves little then.`,
          `可能还没有测试覆盖：那样 ${code(test)} 通过也说明不了什么。`,
        )
      : say('I found no test command, so check by hand.', '没有找到测试命令，需要手动检查。'),
  ]);
  const honest = say(
    'This plan is made by rules; writing the code itself takes a real model, or a request I know, such as `replace … with … in …`.',
    '这份计划由规则生成；真正写代码需要接入真实模型，或使用我能理解的请求，例如“把 … 里的 … 改成 …”。',
  );
  return done(
    `**${say('Plan: ', '计划：')}${goal}**\n\n${rows}${touched}\n\n**${say('Risks', '风险')}**\n\n${risks}\n\n${honest}`,
  );
}

/** Files that speak of the goal's longest words. */
function* relatedFiles(goal: string, scene: Scene): Script<string[]> {
  const words = [...new Set(goal.match(/[A-Za-z][\w-]{3,}/g) ?? [])].filter((word) => !COMMON.has(word.toLowerCase()));
  const word = words.sort((a, b) => b.length - a.length)[0];
  if (word === undefined || !scene.can('grep')) return [];
  const thinking = scene.say(`Which files speak of ${word}?`, `哪些文件提到 ${word}？`);
  const outcome = yield { tool: 'grep', args: { pattern: anyCase(word), max_matches: 20 }, thinking };
  return [...new Set(matchesFound(outcome).map(({ file }) => file))].slice(0, 5);
}

const COMMON = new Set([
  'with',
  'that',
  'this',
  'from',
  'into',
  'support',
  'make',
  'implement',
  'improve',
  'page',
  'file',
  'code',
  'project',
  'should',
  'better',
]);

function* askScope(scene: Scene): Script<'small' | 'tested' | 'clean' | undefined> {
  const { say } = scene;
  const labels = [
    say('Test first', '先写测试'),
    say('Smallest change', '最小改动'),
    say('Change and clean up', '改动并清理'),
  ];
  const answer = yield* ask(say('How should it be done?', '希望怎么做？'), labels, scene);
  const at = labels.findIndex((label) => answer?.includes(label));
  return (['tested', 'small', 'clean'] as const)[at];
}

export function* ask(question: string, labels: readonly string[], scene: Scene): Script<string | undefined> {
  const questions = [{ question, options: labels.map((label) => ({ label })) }];
  const thinking = scene.say('That is for the user to decide.', '这一点应由用户决定。');
  const outcome = yield { tool: 'question', args: { questions }, thinking };
  const message = textField(outcome.result ?? {}, 'message');
  const start = `"${question}"="`;
  const at = message.indexOf(start);
  return at < 0 ? undefined : message.slice(at + start.length, message.lastIndexOf('"'));
}
