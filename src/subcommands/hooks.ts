/** `coder hooks list|test`: shows the configured hooks, and what they would do at an event, without a model. */

import type { AgentOptions } from '../app/agent-options.ts';
import { type TriedEvent, type TriedHooks, tryHooks } from '../app/hooks/try-hooks.ts';
import { loadAppSettings } from '../app/load-app-settings.ts';
import { parseJson } from '../base/parse-json.ts';
import { isPlainObject } from '../base/schema.ts';
import { visible, visibleText } from '../base/text/visible.ts';
import type { Fault } from '../protocol/fault.ts';
import { HOOK_EVENTS, type HookEvent, type ListedHook } from '../protocol/hooks.ts';
import type { HookWords } from '../words/en/hooks.ts';
import { extensionFault } from '../words/extension-fault.ts';
import { type FaultWords, faultsAsText, saidIn } from '../words/fault.ts';
import { hookLine } from '../words/hook-line.ts';
import { loadWords } from '../words/words.ts';
import { failUsage, print, tell } from './print.ts';

type Tried = ReturnType<typeof tryHooks>;

interface Say extends HookWords {
  faults: FaultWords;
  problem(problem: Fault): string;
}

type Asked = TriedEvent | { problem: string };

export async function runHooks(options: AgentOptions, operands: readonly string[]): Promise<number> {
  const app = await loadAppSettings(options);
  await app.plugins.list();
  const { hooks, faults } = await loadWords(app.settings.lang);
  const say: Say = { ...hooks, faults, problem: (problem) => saidIn(problem, faults) };
  const json = operands.includes('--json');
  const [action = 'list', ...words] = operands.filter((word) => word !== '--json');
  if ((action !== 'list' || words.length > 0) && action !== 'test') return failUsage(say.commandUsage);
  const asked = action === 'test' ? readAsked(words, say) : undefined;
  if (asked && 'problem' in asked) return failUsage(say.commandUsage, asked.problem);
  const tried = tryHooks(app, options);
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once('SIGINT', onSignal);
  try {
    for (const problem of tried.problems) tell(say.problem(problem));
    return asked ? await test(asked, tried, json, say, stop.signal) : list(tried.list(), json, say);
  } finally {
    process.removeListener('SIGINT', onSignal);
    await tried.close();
  }
}

function readAsked(words: readonly string[], say: Say): Asked {
  const { parseArgs } = process.getBuiltinModule('node:util');
  const options = { tool: { type: 'string' }, input: { type: 'string' } } as const;
  let values: { tool?: string; input?: string };
  let positionals: string[];
  try {
    ({ values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true }));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { problem: optionProblem(error.message, words, say) };
  }
  const [name, more] = positionals;
  if (name === undefined) return { problem: '' };
  const event = HOOK_EVENTS.find((each) => each === name);
  if (!event || more !== undefined) return { problem: say.unknownEvent(name, HOOK_EVENTS.join(', ')) };
  const input = readInput(values.input);
  if (!input) return { problem: say.notJson };
  return { event, input, ...(values.tool !== undefined && { tool: values.tool }) };
}

/** Node's parser names the option in quotes. */
function optionProblem(message: string, words: readonly string[], say: Say): string {
  const [, option = words.find((word) => word.startsWith('-')) ?? ''] = /'(-[^'\s]*)/.exec(message) ?? [];
  return OPTIONS.includes(option) ? say.needsValue(option) : say.unknownOption(option);
}

const OPTIONS = ['--tool', '--input'];

function readInput(text = '{}'): Record<string, unknown> | undefined {
  const value = parseJson(text);
  return isPlainObject(value) ? value : undefined;
}

function list(listed: readonly ListedHook[], json: boolean, say: Say): number {
  if (json) return print(JSON.stringify(listed, faultsAsText, 2));
  return print(
    listed.length === 0 ? say.none : listed.map((hook) => visible(hookLine(hook, say, say.faults, ''))).join('\n'),
  );
}

/** Returns 1 if a hook gave no answer. */
async function test(asked: TriedEvent, tried: Tried, json: boolean, say: Say, signal: AbortSignal): Promise<number> {
  const { runs, said } = await tried.run(asked, signal);
  const skipped = tried.list().filter((hook) => hook.state !== 'ready' && waitsFor(hook, asked.event));
  const code = runs.some(({ answer }) => answer.failure !== undefined) ? 1 : 0;
  if (json) {
    const told = runs.map(({ hook, payload, end, answer, ms }) => ({ where: hook.where, payload, end, answer, ms }));
    const notRun = skipped.map(({ where, state }) => ({ where, state }));
    print(JSON.stringify({ runs: told, said, notRun }, faultsAsText, 2));
    return code;
  }
  const lines = skipped.map((hook) => hookLine(hook, say, say.faults, ''));
  if (runs.length === 0) lines.push(say.noneMatch(asked.event));
  print(
    [
      ...runs.map((run) => shownRun(run, say)),
      ...lines.map(visible),
      ...(runs.length > 0 ? [verdict(said, say)] : []),
    ].join('\n'),
  );
  return code;
}

function waitsFor({ event, state }: ListedHook, wanted: HookEvent): boolean {
  return event === wanted && state !== 'never-runs';
}

function shownRun({ hook, payload, end, answer, ms }: TriedHooks['runs'][number], say: Say): string {
  const block = (title: string, text: string) =>
    text.trim() === ''
      ? []
      : [
          `  ${title}:`,
          ...visibleText(text.trimEnd())
            .split('\n')
            .map((line) => `    ${line}`),
        ];
  const { verdict: wanted, block: held, reason, failure, warning } = answer;
  const means = failure === undefined ? (wanted ?? (held === undefined ? 'none' : 'block')) : 'ask';
  const why = failure ?? reason ?? held ?? warning;
  return [
    visible(`${hook.matcher === '' ? hook.event : `${hook.event}(${hook.matcher})`} · ${hook.where}`),
    `  ${say.took(end.exitCode, ms)}`,
    ...block(say.input, JSON.stringify(payload, undefined, 2)),
    ...block(say.stdout, end.stdout),
    ...block(say.stderr, end.stderr),
    visible(
      `  → ${say.means[means]}${why === undefined ? '' : `: ${typeof why === 'string' ? why : say.problem(why)}`}`,
    ),
  ].join('\n');
}

function verdict({ verdict: wanted, block, reasons }: TriedHooks['said'], say: Say): string {
  const means = say.means[wanted ?? (block === undefined ? 'none' : 'block')];
  const why = [...reasons.map(reasonFault), ...(block ? [block] : [])].map(say.problem).join('; ');
  return visible(`${say.decision}: ${means}${why === '' ? '' : `: ${why}`}`);
}

function reasonFault({ text, says, failed }: TriedHooks['said']['reasons'][number]): Fault {
  const why = { text, says: says ? [says] : [] };
  return failed && failed.printed !== '' ? extensionFault('hookPrinted', why, failed.printed) : why;
}
