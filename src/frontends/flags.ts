/** Parses the command line into one value, or reports what is wrong with it. */

import type { Language } from '../base/language.ts';
import type { CommandLineWords } from '../words/en/command-line.ts';

export interface Flags {
  /** The command; `chat` is the conversation itself, in whichever front end fits. */
  command: CommandName;
  /** Words after the command, such as a session id or the words of a shell line. */
  operands: string[];
  version: boolean;
  /** With `version`: also identifies the bundle. */
  verbose: boolean;
  help: boolean;
  cwd?: string;
  config?: string;
  model?: string;
  mode?: string;
  budget?: string;
  lang?: Language;
  continue: boolean;
  resume?: string;
  /** True for `--resume` without an id: the person picks a session from the list. */
  pickSession: boolean;
  /** The message that the conversation opens with, sent at once. */
  opening?: string;
  noColor: boolean;
  screenReader: boolean;
  prompt?: string;
  outputFormat: 'text' | 'json' | 'stream-json';
  inputFormat: 'text' | 'lines' | 'stream-json';
  addDirs: string[];
  yes: boolean;
  json: boolean;
  html: boolean;
  md: boolean;
  output?: string;
  stdin: boolean;
  noStdin: boolean;
  /** `sha256:…`: trusts exactly this set of the files that the project brings along. */
  trust?: string;
  /** For `run`: the file with the job, or `-` for standard input. */
  spec?: string;
  /** For `run`: the file that receives the result. */
  result?: string;
  /** For `review`: the changes to review. */
  staged: boolean;
  uncommitted: boolean;
  base?: string;
  commit?: string;
  /** For `review`: the severity from which a finding fails the run. */
  failOn?: (typeof CHOICES)['fail-on'][number];
  /** For `review` and `export`. */
  format?: string;
  /** The worktree to hold the conversation in. Empty if coder should choose its name. */
  worktree?: string;
  /** For `fleet`: how many jobs run at a time; `results` is where their results go. */
  jobs?: string;
  results?: string;
}

export const COMMANDS = [
  'login',
  'logout',
  'sessions',
  'config',
  'models',
  'doctor',
  'policy',
  'trust',
  'mcp',
  'plugin',
  'hooks',
  'import',
  'export',
  'replay',
  'completion',
  'demo',
  'acp',
  'auth',
  'run',
  'review',
  'fleet',
  'worktrees',
] as const;
type CommandName = (typeof COMMANDS)[number] | 'chat';

export const OPTIONS = {
  version: { type: 'boolean', short: 'v' },
  verbose: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  cwd: { type: 'string' },
  config: { type: 'string' },
  model: { type: 'string', short: 'm' },
  mode: { type: 'string' },
  budget: { type: 'string' },
  lang: { type: 'string' },
  continue: { type: 'boolean', short: 'c' },
  resume: { type: 'string', short: 'r' },
  'no-color': { type: 'boolean' },
  'screen-reader': { type: 'boolean' },
  print: { type: 'string', short: 'p' },
  'output-format': { type: 'string' },
  'input-format': { type: 'string' },
  'add-dir': { type: 'string', multiple: true },
  yes: { type: 'boolean', short: 'y' },
  json: { type: 'boolean' },
  html: { type: 'boolean' },
  md: { type: 'boolean' },
  output: { type: 'string', short: 'o' },
  stdin: { type: 'boolean' },
  trust: { type: 'string' },
  acp: { type: 'boolean' },
  'no-stdin': { type: 'boolean' },
  spec: { type: 'string' },
  result: { type: 'string' },
  staged: { type: 'boolean' },
  uncommitted: { type: 'boolean' },
  base: { type: 'string' },
  commit: { type: 'string' },
  format: { type: 'string' },
  'fail-on': { type: 'string' },
  worktree: { type: 'string' },
  jobs: { type: 'string' },
  results: { type: 'string' },
} as const;

type OptionName = keyof typeof OPTIONS;

/** Options that only some commands accept; all others work with every command. */
export const ONLY_FOR: Partial<Record<OptionName, readonly CommandName[]>> = {
  print: ['chat'],
  'output-format': ['chat'],
  'input-format': ['chat'],
  continue: ['chat'],
  resume: ['chat'],
  budget: ['chat', 'acp', 'review', 'fleet'],
  model: ['chat', 'acp', 'config', 'models', 'doctor', 'policy', 'replay', 'review'],
  mode: ['chat', 'acp', 'config', 'models', 'doctor', 'policy', 'replay'],
  yes: ['chat', 'replay', 'demo'],
  stdin: ['chat', 'policy'],
  'no-stdin': ['chat'],
  trust: ['chat', 'acp', 'config', 'run', 'review'],
  spec: ['run'],
  result: ['run'],
  worktree: ['chat'],
  jobs: ['fleet'],
  results: ['fleet'],
  acp: ['acp'],
  json: ['sessions', 'config', 'models', 'doctor', 'policy', 'trust', 'export', 'replay', 'fleet', 'worktrees'],
  html: ['export'],
  md: ['export'],
  output: ['export'],
  staged: ['review'],
  uncommitted: ['review'],
  base: ['review'],
  commit: ['review'],
  format: ['review', 'export'],
  'fail-on': ['review'],
};

export const CHOICES = {
  lang: ['en', 'zh-CN'] satisfies Language[],
  'output-format': ['text', 'json', 'stream-json'],
  'input-format': ['text', 'lines', 'stream-json'],
  format: ['text', 'json', 'sarif', 'github', 'md', 'html', 'atif'],
  'fail-on': ['error', 'warning', 'note', 'never'],
} as const;

/** Commands that only options may follow. */
const WITHOUT_OPERANDS: readonly CommandName[] = ['chat', 'sessions', 'models', 'doctor', 'demo', 'run', 'review'];

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
  const given = tokens.flatMap((token) => (token.kind === 'option' ? [token.name as OptionName] : []));
  if (values.verbose && !values.version && first !== 'version') return bad((say) => say.verboseVersion);
  const problem = problemWith(command, isOpening ? [] : rest, given, values, pickSession);
  if (problem !== undefined) return bad(problem);
  for (const [name, known] of Object.entries(CHOICES)) {
    const value = values[name as keyof typeof CHOICES];
    if (value !== undefined && !known.some((each) => each === value))
      return bad((say) => say.notOneOf(`--${name}`, known, value));
  }
  const lang = choice(values.lang, CHOICES.lang);
  const outputFormat = choice(values['output-format'], CHOICES['output-format']);
  const inputFormat = choice(values['input-format'], CHOICES['input-format']);
  const failOn = choice(values['fail-on'], CHOICES['fail-on']);

  const flags: Flags = {
    command,
    operands: isOpening ? [] : [...rest, ...raw],
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

/** Commands that parse their own words, because these may be the whole command line of another program. */
const RAW: readonly string[] = ['mcp', 'plugin', 'hooks', 'import'];

function withoutRaw(argv: string[]): { own: string[]; raw: string[] } {
  const at = argv.findIndex((word, index) => !word.startsWith('-') && !isValue(argv[index - 1]));
  return at < 0 || !RAW.includes(argv[at] ?? '')
    ? { own: argv, raw: [] }
    : { own: argv.slice(0, at + 1), raw: argv.slice(at + 1) };
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
  const foreign = given.find((option) => !(ONLY_FOR[option]?.includes(command) ?? true));
  if (foreign === 'json' && command === 'chat') return (say) => say.jsonForCommands;
  if (foreign) return (say) => say.cannotBeUsedWith(shown(foreign), command === 'chat' ? undefined : command);
  if (operands.length > 0 && WITHOUT_OPERANDS.includes(command))
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
  return undefined;
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
