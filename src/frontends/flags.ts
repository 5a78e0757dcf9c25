/** Parses the command line into one value, or reports what is wrong with it. */

import type { CommandLineWords } from '../words/en/command-line.ts';
import { COMMANDS, type CommandName, commandsWith, OPTIONS, type OptionName, ROWS } from './command-line.ts';
import type { FlagValues } from './flag-values.ts';

export interface Flags extends FlagValues {
  command: CommandName;
}

/** Describes the problem in the given language. */
type Problem = (say: CommandLineWords) => string;

export type ReadFlags = { ok: true; flags: Flags } | { ok: false; problem: Problem };

export async function readFlags(argv: string[]): Promise<ReadFlags> {
  const { own, raw } = withoutRaw(argv);
  let parsed: ReturnType<typeof parseOptions>;
  const { words, pickSession } = withoutBareResume(withWorktreeName(joinedPrompt(printOf(own))));
  try {
    parsed = parseOptions(words);
  } catch (error) {
    const { explainParseError } = await import('./explain-flags.ts');
    const message = error instanceof Error ? error.message : String(error);
    return bad((say) => explainParseError(message, argv, Object.keys(OPTIONS), say));
  }
  const { values, positionals, tokens } = parsed;
  const [first, ...rest] = positionals;
  const asked = COMMANDS.find((name) => name === first);
  const isHelp = first === 'help' || first === 'version';
  const isOpening = first !== undefined && !asked && !isHelp;
  if (isOpening && (values.print !== undefined || (await isSlip(first, rest)))) {
    const { explainWord } = await import('./explain-flags.ts');
    return bad((say) => explainWord(first, values.print, COMMANDS, say));
  }
  const command = asked ?? (values.acp ? 'acp' : 'chat');
  const isAuth = asked === 'acp' && rest[0] === 'auth'; // an editor can only append words to the command it knows
  const given = tokens.flatMap((token) => (token.kind === 'option' ? [token.name as OptionName] : []));
  if (values.verbose && !values.version && first !== 'version') return bad((say) => say.verboseVersion);
  const problem = problemWith(command, isOpening || isAuth ? [] : rest, given, values, pickSession);
  if (problem !== undefined) return bad(problem);
  const lang = choice(values.lang, OPTIONS.lang.values);
  const outputFormat = choice(values['output-format'], OPTIONS['output-format'].values);
  const inputFormat = choice(values['input-format'], OPTIONS['input-format'].values);
  const failOn = choice(values['fail-on'], OPTIONS['fail-on'].values);

  const flags: Flags = {
    command: isAuth ? 'auth' : command,
    operands: isOpening ? [] : isAuth ? rest.slice(1) : [...rest, ...raw],
    version: values.version ?? first === 'version',
    verbose: values.verbose ?? false,
    help: values.help ?? first === 'help',
    continue: values.continue ?? false,
    noColor: values['no-color'] ?? false,
    screenReader: values['screen-reader'] ?? false,
    outputFormat: outputFormat ?? 'text',
    inputFormat: inputFormat ?? 'text',
    addDirs: values['add-dir'] ?? [],
    yes: values.yes ?? false,
    json: values.json ?? false,
    html: values.html ?? false,
    md: values.md ?? false,
    stdin: values.stdin ?? false,
    noStdin: values['no-stdin'] ?? false,
    pickSession,
    staged: values.staged ?? false,
    uncommitted: values.uncommitted ?? false,
    ...(values.base !== undefined && { base: values.base }),
    ...(values.commit !== undefined && { commit: values.commit }),
    ...(values.format !== undefined && { format: values.format }),
    ...(failOn && { failOn }),
    ...(isOpening && { opening: positionals.join(' ') }),
    ...(values.cwd !== undefined && { cwd: values.cwd }),
    ...(values.config !== undefined && { config: values.config }),
    ...(values.model !== undefined && { model: values.model }),
    ...(values.mode !== undefined && { mode: values.mode }),
    ...(values.budget !== undefined && { budget: values.budget }),
    ...(lang && { lang }),
    ...(values.resume !== undefined && { resume: values.resume }),
    ...(values.output !== undefined && { output: values.output }),
    ...(values.trust !== undefined && { trust: values.trust }),
    ...(values.print !== undefined && { prompt: values.print }),
    ...(values.spec !== undefined && { spec: values.spec }),
    ...(values.result !== undefined && { result: values.result }),
    ...(values.worktree !== undefined && { worktree: values.worktree === ANY_NAME ? '' : values.worktree }),
    ...(values.jobs !== undefined && { jobs: values.jobs }),
    ...(values.results !== undefined && { results: values.results }),
  };
  return { ok: true, flags };
}

function parseOptions(argv: string[]) {
  // `import` of node:util would load the whole module before the first prompt.
  const { parseArgs } = process.getBuiltinModule('node:util');
  return parseArgs({ args: argv, options: OPTIONS, allowPositionals: true, tokens: true });
}

function withoutRaw(argv: string[]): { own: string[]; raw: string[] } {
  const at = argv.findIndex((word, index) => !word.startsWith('-') && !isValue(argv[index - 1]));
  const command = COMMANDS.find((name) => name === argv[at]);
  return command !== undefined && ROWS[command].operands === 'raw'
    ? { own: argv.slice(0, at + 1), raw: argv.slice(at + 1) }
    : { own: argv, raw: [] };
}

function isValue(before: string | undefined): boolean {
  return Object.entries(OPTIONS).some(([name, option]) => {
    const short = 'short' in option ? `-${option.short}` : undefined;
    return option.type === 'string' && before !== undefined && (before === `--${name}` || before === short);
  });
}

/** In `coder trust --print`, the option takes no text but says what to do, so it becomes an operand. */
function printOf(argv: readonly string[]): readonly string[] {
  const at = argv.indexOf('trust');
  const isCommand = at >= 0 && !argv.slice(0, at).some((word) => word === '-p' || word.startsWith('--print'));
  return isCommand ? argv.map((word, index) => (index > at && word === '--print' ? 'print' : word)) : argv;
}

/** `-p "- fix this"`: a word with a dash and then a space cannot be an option, so it is the prompt. */
function joinedPrompt(argv: readonly string[]): string[] {
  const at = argv.findIndex((word) => word === '-p' || word === '--print' || word === '--'); // after `--`, everything is text
  const text = argv[at + 1];
  if (at < 0 || argv[at] === '--' || text === undefined || !/^-[^=]*\s/.test(text)) return [...argv];
  return [...argv.slice(0, at), `--print=${text}`, ...argv.slice(at + 2)];
}

/** True for a single word that is nearly the name of a command: more likely a typing error than a prompt. */
async function isSlip(first: string, rest: readonly string[]): Promise<boolean> {
  if (rest.length > 0 || /\s/.test(first)) return false;
  const { nearest } = await import('../base/text/nearest.ts');
  return nearest(first, COMMANDS) !== undefined;
}

/** Marks a worktree whose name coder chooses; cannot itself be a name. */
const ANY_NAME = '*';

/** `--worktree` takes a name only after `=`, because the next word may be the prompt. */
function withWorktreeName(argv: readonly string[]): string[] {
  const end = argv.indexOf('--');
  return argv.map((word, at) => (word === '--worktree' && (end < 0 || at < end) ? `--worktree=${ANY_NAME}` : word));
}

/** Removes a `--resume` that nothing or only another option follows; `pickSession` tells whether there was one. */
function withoutBareResume(argv: readonly string[]): { words: string[]; pickSession: boolean } {
  const end = argv.indexOf('--');
  const at = argv.findIndex((word, index) => (word === '--resume' || word === '-r') && (end < 0 || index < end));
  const next = argv[at + 1];
  const isBare = at >= 0 && (next === undefined || next.startsWith('-'));
  return { words: isBare ? argv.toSpliced(at, 1) : [...argv], pickSession: isBare };
}

function problemWith(
  command: CommandName,
  operands: readonly string[],
  given: readonly OptionName[],
  values: ReturnType<typeof parseOptions>['values'],
  pickSession: boolean,
): Problem | undefined {
  const foreign = given.find((option) => commandsWith(option)?.includes(command) === false);
  if (foreign === 'json' && command === 'chat') return (say) => say.jsonForCommands;
  if (foreign) return (say) => say.cannotBeUsedWith(shown(foreign), command === 'chat' ? undefined : command);
  if (operands.length > 0 && ROWS[command].operands === undefined)
    return (say) => say.takesNo(command === 'chat' ? 'help' : command, operands[0] ?? '');
  if (given.filter((option) => option === 'print').length > 1) return (say) => say.promptTwice;
  if (typeof values.print === 'string' && values.print.trim() === '') return (say) => say.emptyPrompt;
  const empty = given.find((option) => [values[option]].flat().some((value) => value === ''));
  if (empty) return (say) => say.emptyValue(shown(empty));
  if (values.trust !== undefined && !/^sha256:[0-9a-f]{64}$/.test(values.trust)) return (say) => say.badTrust;
  if (values.continue && (pickSession || values.resume !== undefined)) return (say) => say.continueAndResume;
  if (pickSession && command !== 'chat') return (say) => say.cannotBeUsedWith('--resume', command);
  const ranges = given.filter((option) => RANGES.includes(option));
  if (ranges.length > 1) return (say) => say.rangeTwice(ranges.map(shown));
  if (values.stdin && values['no-stdin']) return (say) => say.stdinTwice;
  if (values.print !== undefined && values['input-format'] !== undefined) return (say) => say.inputFormatWithPrompt;
  return given.map((option) => problemWithValue(option, values[option])).find((problem) => problem !== undefined);
}

function problemWithValue(option: OptionName, value: ReturnType<typeof parseOptions>['values'][OptionName]) {
  const row = OPTIONS[option];
  if (!('values' in row) || typeof value !== 'string' || row.values.some((each) => each === value)) return undefined;
  return (say: CommandLineWords) => say.notOneOf(`--${option}`, row.values, value);
}

const RANGES: readonly OptionName[] = ['staged', 'uncommitted', 'base', 'commit'];

function shown(option: OptionName): string {
  return option === 'print' ? '-p' : `--${option}`;
}

function choice<V extends string>(value: string | undefined, values: readonly V[]): V | undefined {
  return values.find((each) => each === value);
}

function bad(problem: Problem): ReadFlags {
  return { ok: false, problem };
}
