/** Greetings, help, and the honest word about what this model is. */

import type { Intent } from '../intent.ts';
import { bullets } from '../markdown.ts';
import { done, type Report, type Scene, stuck } from '../scene.ts';

export function talk(kind: 'greet' | 'help' | 'about' | 'thanks' | 'continue' | 'retry' | 'no', scene: Scene): Report {
  const { say } = scene;
  switch (kind) {
    case 'greet':
      return done(
        say(
          `Hello! I am coder's built-in offline model: rules, no network. Try:\n\n${examples(scene)}`,
          `你好！我是 coder 内置的离线模型：基于规则，不联网。可以试试：\n\n${examples(scene)}`,
        ),
      );
    case 'help':
      return done([abilities(scene), connect(scene)].filter((part) => part !== '').join('\n\n'));
    case 'about':
      return done(
        say(
          `I am the offline model built into coder: a rule-based stand-in, not a language model. I read plain requests by patterns, call coder's real tools and report what they return.\n\n${connect(scene, true)}`,
          `我是 coder 内置的离线模型：基于规则的替身，并不是真正的语言模型。我按句式理解请求，调用 coder 的真实工具，并如实汇报结果。\n\n${connect(scene, true)}`,
        ),
      );
    case 'thanks':
      return done(say('You are welcome. What is next?', '不客气。接下来做什么？'));
    case 'no':
      return done(say('All right, I leave it at that. What is next?', '好的，就到这里。接下来做什么？'));
    case 'continue':
    case 'retry':
      return done(
        say(
          'There is nothing to continue yet. Tell me what to do first.',
          '还没有可以继续的内容。请先告诉我要做什么。',
        ),
      );
  }
}

/** A model cannot type commands for the person, and should not. */
export function slashCommand(command: string, { say }: Scene): Report {
  return done(
    say(`That is a command of coder itself: type \`${command}\`.`, `这是 coder 自己的命令：请输入 \`${command}\`。`),
  );
}

export function unknownRequest({ text }: Extract<Intent, { kind: 'unknown' }>, scene: Scene): Report {
  const { say } = scene;
  const said = WORK.test(text)
    ? beyondWork(text, scene)
    : QUESTION.test(text)
      ? say(
          "I cannot answer that: I am the offline model, I follow rules and know only this project's files.",
          '这个我回答不了：我是离线模型，只按规则工作，也只知道这个项目里的文件。',
        ) + firstExamples(scene)
      : notUnderstood(text, scene);
  return stuck([said, connect(scene)].filter((part) => part !== '').join('\n\n'));
}

const FANCY = /\b(?:poem|haiku|joke|story|song|essay|rap|limerick)\b|诗|笑话|故事|歌|作文/iu;

/** What has to be written or thought up. */
const WORK =
  /^(?:(?:can|could|would|will) you |please |pls )*(?:write|build|create|make|implement|add|design|develop|generate|refactor|convert|translate|improve|optimi[sz]e|migrate|port|set up|deploy|sort|format|document|review|fix|debug|test|tell me an?|sing|draw)\b|^(?:请|帮我|给我|麻烦)*(?:给.*写|写|做|实现|设计|开发|生成|翻译|讲|改写|润色|添加|加|创建|整理|排序)/iu;
const QUESTION =
  /^(?:what|who|whom|why|when|where|how|which|is|are|can|could|does|did|should|would|will|do (?:i|you|we|they))\b|[?？]$|什么|怎么|为何|如何|吗$|呢$|多少|哪/iu;

function beyondWork(text: string, scene: Scene): string {
  const { say } = scene;
  const said = say(
    'That takes a real model: I am the offline model and only follow rules.',
    '这需要真正的模型：我是离线模型，只按规则工作。',
  );
  if (FANCY.test(text)) return said + firstExamples(scene);
  const goal = shorten(
    text
      .replace(/^(?:(?:can|could|would|will) you |please |pls |请|帮我|给我|麻烦)+/i, '')
      .replace(/^(\w+) me /i, '$1 '),
  );
  return (
    said +
    say(
      ` I can look at the project and draw up the steps: \`plan how to ${goal}\`.`,
      `我可以先看看项目并列出步骤：\`计划如何${goal}\`。`,
    )
  );
}

/** The first time, what does work. */
function firstExamples(scene: Scene): string {
  return scene.hinted
    ? ''
    : scene.say(` What works, for example:\n\n${examples(scene)}`, `可以这样说：\n\n${examples(scene)}`);
}

function notUnderstood(text: string, scene: Scene): string {
  const { say } = scene;
  const quoted = text === '' ? '' : say(` “${shorten(text)}”`, `“${shorten(text)}”`);
  return say(
    `I did not understand${quoted}: I am the offline model and only follow rules. What works, for example:\n\n${examples(scene)}`,
    `我没有理解${quoted}：我是离线模型，只按规则工作。可以这样说：\n\n${examples(scene)}`,
  );
}

function shorten(text: string): string {
  const flat = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('`', "'")
    .replace(/[.?!。？！]+$/u, '');
  return flat.length > 60 ? `${flat.slice(0, 60)}…` : flat;
}

function examples({ say, can }: Scene): string {
  const change = can('write')
    ? [
        say('`create hello.py that prints hello, then run it`', '`创建 hello.py，打印 hello，然后运行它`'),
        say('`replace foo with bar in src/a.js`', '`把 src/a.js 里的 foo 改成 bar`'),
      ]
    : [say('`plan how to add a login page`', '`计划如何添加登录页`')];
  return bullets([
    say('`explain this project`', '`介绍一下这个项目`'),
    say('`search for TODO in src`', '`在 src 里搜索 TODO`'),
    ...change,
    say('`the test fails: find out why and fix it`', '`测试失败了，找出原因并修好`'),
  ]);
}

function abilities({ say }: Scene): string {
  return say(
    `I am the offline model: I follow rules, and I do these things with coder's real tools:

- **Look** — \`list files\`, \`find *.ts\`, \`search for TODO in src\`, \`show lines 1-20 of README.md\`
- **Explain** — \`explain src/app.js\`, \`explain this project\`
- **Change** — \`create hello.py that prints hello\`, \`replace foo with bar in src/a.js\`, \`append "done" to notes.txt\`
- **Run** — \`run npm test\`, \`run the tests\`, \`what changed?\`
- **Think** — \`plan how to add a login page\`, \`the test fails: find out why and fix it\`

Several steps go in one message: \`create a.txt with hi, then run cat a.txt\`. \`/help\` lists coder's own commands.`,
    `我是离线模型：按规则工作，但用的是 coder 的真实工具：

- **查看** — \`列出文件\`、\`查找 *.ts\`、\`在 src 里搜索 TODO\`、\`查看 README.md 第 1 到 20 行\`
- **讲解** — \`解释 src/app.js\`、\`介绍一下这个项目\`
- **修改** — \`创建 hello.py，打印 hello\`、\`把 src/a.js 里的 foo 改成 bar\`、\`在 notes.txt 末尾追加 完成\`
- **运行** — \`运行 npm test\`、\`跑一下测试\`、\`改了什么\`
- **思考** — \`计划如何添加登录页\`、\`测试失败了，找出原因并修好\`

一句话可以包含多个步骤：\`创建 a.txt，内容为 hi，然后运行 cat a.txt\`。\`/help\` 列出 coder 自己的命令。`,
  );
}

/** Said once in a conversation, or when asked. */
function connect({ say, hinted }: Scene, asked = false): string {
  if (hinted && !asked) return '';
  return say(
    'For a real model, set one of these and start coder again: `OPENAI_API_KEY`, `ANTHROPIC_API_KEY` or `GEMINI_API_KEY`; `AGENT_BASE_URL` with `AGENT_API_KEY` and `AGENT_MODEL` for any compatible server; or run a local one such as Ollama and pick it with `/model`.',
    '要使用真正的模型，设置其中一项后重新启动 coder：`OPENAI_API_KEY`、`ANTHROPIC_API_KEY` 或 `GEMINI_API_KEY`；其他兼容服务用 `AGENT_BASE_URL` 配合 `AGENT_API_KEY` 和 `AGENT_MODEL`；也可以运行 Ollama 等本地模型，再用 `/model` 选择。',
  );
}
