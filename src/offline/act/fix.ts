/** Fixes a failing test: runs it, finds the likeliest cause, changes one line, runs it again, takes back what did not help. */

import { replaceLines } from '../block.ts';
import { type Failure, readFailures } from '../fix/failure.ts';
import type { Intent } from '../intent.ts';
import { bullets, clipLines, code, fence } from '../markdown.ts';
import { readProject } from '../project.ts';
import { type CommandResult, commandResult } from '../results.ts';
import { done, type Report, type Scene, type Script, stuck } from '../scene.ts';
import { testCounts } from '../test-counts.ts';
import { type Diagnosis, diagnose, type Lead, sourceFiles } from './diagnose.ts';
import { endOf } from './run.ts';
import { type TodoList, todos } from './todos.ts';
import { cannotRun, trouble } from './trouble.ts';

const MAX_ROUNDS = 3;
const MAX_TRIES = 3;

/** A change that helped. */
interface Fixed {
  diagnosis: Diagnosis;
  lead: Lead;
}

export function* fixTests({ command: given, repair }: Extract<Intent, { kind: 'fix-tests' }>, scene: Scene): Script {
  const { say } = scene;
  const list = todos(scene, [
    say('Run the tests', '运行测试'),
    say('Find the cause', '找出原因'),
    ...(repair ? [say('Fix it', '修复'), say('Run the tests again', '再次运行测试')] : []),
  ]);
  yield* list.start(0);
  const command = given ?? (yield* readProject(scene)).commands.test;
  if (command === undefined)
    return stuck(
      say(
        'I found no test command in this project. Tell me: `fix the test, it runs with …`.',
        '没有找到测试命令。请告诉我：“运行 …”。',
      ),
    );
  if (!scene.can('bash')) return cannotRun(command, scene);
  const first = yield* runTests(command, say('Let us see what fails.', '先看看哪里失败。'), scene);
  if ('done' in first) return first;
  if (first.exitCode === 0) {
    yield* list.finish();
    return done(
      say(
        `Nothing to fix: ${code(command)} passes${countsText(first, say)}.`,
        `不需要修复：${code(command)} 已通过${countsText(first, say)}。`,
      ),
    );
  }
  const failures = readFailures(`${first.stdout}\n${first.stderr}`);
  if (failures.length === 0) return unreadable(command, first, scene);

  yield* list.start(1);
  const files = yield* sourceFiles(scene);
  if (repair && scene.can('edit')) return yield* repairAll({ command, failures, files, list }, scene);
  const found: Diagnosis[] = [];
  for (const failure of failures.slice(0, MAX_ROUNDS)) found.push(yield* diagnose(failure, files, scene));
  if (!repair) yield* list.finish();
  return explained(command, found, repair, scene);
}

interface Repair {
  command: string;
  failures: Failure[];
  files: readonly string[];
  list: TodoList;
}

function* repairAll({ command, failures, files, list }: Repair, scene: Scene): Script {
  const { say } = scene;
  const fixed: Fixed[] = [];
  let open = failures;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const [failure] = open;
    if (!failure) break;
    const diagnosis = yield* diagnose(failure, files, scene);
    if (round === 0) yield* list.start(2);
    const outcome = yield* tryLeads(diagnosis, { command, open, list }, scene);
    if ('done' in outcome) return outcome;
    if (outcome.lead === undefined) return gaveUp(command, diagnosis, fixed, scene);
    fixed.push({ diagnosis, lead: outcome.lead });
    open = outcome.open;
    if (open.length === 0) {
      yield* list.finish();
      return done(success(command, fixed, outcome.result, scene));
    }
  }
  const names = bullets(open.map(({ test }) => code(test)));
  return stuck(
    `${changes(fixed, scene)}\n\n${say(`Still failing:\n\n${names}\n\nSay \`continue\` to go on.`, `仍然失败：\n\n${names}\n\n说“继续”可以接着修。`)}`,
  );
}

interface Tried {
  /** The change that helped. */
  lead?: Lead;
  open: Failure[];
  result: CommandResult;
}

function* tryLeads(
  diagnosis: Diagnosis,
  state: { command: string; open: Failure[]; list: TodoList },
  scene: Scene,
): Script<Tried | Report> {
  const { say } = scene;
  const { command, open, list } = state;
  let result: CommandResult | undefined;
  for (const lead of diagnosis.leads.slice(0, MAX_TRIES)) {
    const { before, after } = replaceLines(lead.content, lead.line, lead.line, lead.after);
    const name = code(lead.path);
    const saying = `${failureText(diagnosis, scene)} ${say(`In ${code(`${lead.path}:${lead.line}`)} ${lead.why[0]}.`, `${code(`${lead.path}:${lead.line}`)}：${lead.why[1]}。`)}`;
    const thinking = say(
      `Line ${lead.line} of ${lead.path} is the likeliest cause.`,
      `${lead.path} 第 ${lead.line} 行最可疑。`,
    );
    const edited = yield {
      tool: 'edit',
      args: { path: lead.path, old_string: before, new_string: after },
      thinking,
      saying,
    };
    if (edited.status !== 'ok') return trouble(edited, 'edit', say(`changing ${name}`, `修改 ${name}`), scene);
    yield* list.start(3);
    const again = yield* runTests(command, say('Did that help?', '这样修好了吗？'), scene);
    if ('done' in again) return again;
    result = again;
    const left = again.exitCode === 0 ? [] : readFailures(`${again.stdout}\n${again.stderr}`);
    const helped = again.exitCode === 0 || (left.length > 0 && left.length < open.length);
    if (helped) return { lead, open: left, result: again };
    const undo = yield {
      tool: 'edit',
      args: { path: lead.path, old_string: after, new_string: before },
      thinking: say('That was not it. I take it back.', '不是这里，撤回这个改动。'),
    };
    if (undo.status !== 'ok')
      return trouble(undo, 'edit', say(`taking the change to ${name} back`, `撤回对 ${name} 的修改`), scene);
  }
  return {
    open,
    result: result ?? { exitCode: null, stdout: '', stderr: '', durationMs: 0, timedOut: false, truncated: false },
  };
}

function* runTests(command: string, thinking: string, scene: Scene): Script<CommandResult | Report> {
  const { say } = scene;
  const outcome = yield { tool: 'bash', args: { command }, thinking };
  if (outcome.status !== 'ok')
    return trouble(outcome, 'bash', say(`running ${code(command)}`, `运行 ${code(command)}`), scene);
  return commandResult(outcome);
}

function success(command: string, fixed: readonly Fixed[], result: CommandResult, scene: Scene): string {
  const { say } = scene;
  const head = say(
    `**Fixed.** ${code(command)} passes now${countsText(result, say)}.`,
    `**已修复。**${code(command)} 现在通过${countsText(result, say)}。`,
  );
  const tail = say(
    `Checked: ${code(command)} — ${endOf(result, say)}. \`/undo\` takes the change back.`,
    `已验证：${code(command)} — ${endOf(result, say)}。\`/undo\` 可以撤销改动。`,
  );
  return `${head}\n\n${changes(fixed, scene)}\n\n${tail}`;
}

function changes(fixed: readonly Fixed[], scene: Scene): string {
  const { say } = scene;
  const colon = say(': ', '：');
  return fixed
    .map(({ diagnosis, lead }) => {
      const rows = bullets([
        `**${say('Failed', '失败')}**${colon}${failureText(diagnosis, scene)}`,
        `**${say('Cause', '原因')}**${colon}${code(`${lead.path}:${lead.line}`)} — ${say(...lead.why)}${say('.', '。')}`,
        `**${say('Change', '改动')}**${colon.trim()}`,
      ]);
      return `${rows}\n\n${diffOf(lead)}`;
    })
    .join('\n\n');
}

function diffOf({ before, after }: Lead): string {
  const added = after.filter((line) => line !== before).map((line) => `+ ${line.trim()}`);
  const removed = after.includes(before) ? [] : [`- ${before.trim()}`];
  return fence([...removed, ...added].join('\n'), 'diff');
}

function failureText({ failure, place }: Diagnosis, { say }: Scene): string {
  const { test, expected, actual, error } = failure;
  const where = place === undefined ? '' : say(` (${code(place)})`, `（${code(place)}）`);
  const name = test === '' ? say('A test', '有测试') : code(test);
  if (expected !== undefined && actual !== undefined)
    return say(
      `${name} expected ${code(expected)} and got ${code(actual)}${where}.`,
      `${name} 期望 ${code(expected)}，得到 ${code(actual)}${where}。`,
    );
  return say(
    `${name} fails${where}${error ? `: ${error}` : ''}.`,
    `${name} 失败${where}${error ? `：${error}` : ''}。`,
  );
}

function explained(command: string, found: readonly Diagnosis[], repair: boolean, scene: Scene): Report {
  const { say } = scene;
  const parts = found.map((diagnosis) => {
    const [lead] = diagnosis.leads;
    const cause = lead
      ? `${say(`Likely cause: ${code(`${lead.path}:${lead.line}`)} — ${lead.why[0]}. This should do:`, `可能的原因：${code(`${lead.path}:${lead.line}`)} — ${lead.why[1]}。可以这样改：`)}\n\n${diffOf(lead)}`
      : noLead(diagnosis, scene);
    return `${failureText(diagnosis, scene)}\n\n${cause}`;
  });
  const way = repair
    ? say(
        'I cannot change files in this mode. Switch with Tab or `/build`, then say `go ahead`.',
        '当前模式不能修改文件。按 Tab 或输入 `/build` 切换模式，然后说“执行”。',
      )
    : say('Say `fix the test` to have it changed.', '说“修复测试”即可修改。');
  return stuckIf(
    repair,
    `${say(`${code(command)} fails.`, `${code(command)} 失败。`)}\n\n${parts.join('\n\n')}\n\n${way}`,
  );
}

function gaveUp(command: string, diagnosis: Diagnosis, fixed: readonly Fixed[], scene: Scene): Report {
  const { say } = scene;
  const tried = diagnosis.leads
    .slice(0, MAX_TRIES)
    .map(({ path, line, why }) => `${code(`${path}:${line}`)} — ${say(...why)}`);
  const parts = [
    ...(fixed.length > 0 ? [changes(fixed, scene)] : []),
    say(
      `I could not fix this one: ${failureText(diagnosis, scene)}`,
      `这一个我没能修好：${failureText(diagnosis, scene)}`,
    ),
    tried.length > 0
      ? `${say('Tried and taken back, since it did not help', '尝试过但没有效果，已撤回')}:\n\n${bullets(tried)}`
      : noLead(diagnosis, scene),
    say(
      `My table of classic bugs ends here; a real model would reason on. Run ${code(command)} to see all of it.`,
      `我的常见错误表到此为止；真正的模型可以继续推理。运行 ${code(command)} 可以看到完整输出。`,
    ),
  ];
  return stuck(parts.join('\n\n'));
}

function noLead({ read }: Diagnosis, { say }: Scene): string {
  const files = read.length > 0 ? read.map(code).join(', ') : say('no source file', '没有找到源文件');
  return say(`I read ${files} and saw none of the bugs that I know.`, `我读了 ${files}，没有发现我认识的错误。`);
}

function unreadable(command: string, result: CommandResult, { say }: Scene): Report {
  const output = clipLines(
    [result.stdout, result.stderr].filter((text) => text.trim() !== '').join('\n'),
    'ends',
    30,
  ).text;
  const missing = result.exitCode === 127 ? say(' The program is not installed.', '该程序没有安装。') : '';
  return stuck(
    `${say(`${code(command)} failed (${endOf(result, say)}), and I cannot tell a failing test in its output.${missing}`, `${code(command)} 失败（${endOf(result, say)}），我无法从输出中看出是哪个测试。${missing}`)}\n\n${fence(output)}`,
  );
}

function countsText(result: CommandResult, say: Scene['say']): string {
  const counts = testCounts(`${result.stdout}\n${result.stderr}`);
  return counts
    ? say(` (${counts.passed} passed, ${counts.failed} failed)`, `（${counts.passed} 个通过，${counts.failed} 个失败）`)
    : '';
}

function stuckIf(isStuck: boolean, text: string): Report {
  return isStuck ? stuck(text) : done(text);
}
