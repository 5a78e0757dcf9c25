/** The command line, read into one value; says what is wrong with a bad one. */

import type { Language } from '../base/language.ts';

export interface Flags {
  /** `chat` is the conversation itself, in whatever front end fits. */
  command: CommandName;
  /** What follows the command: a session id, the words of a shell line. */
  operands: string[];
  version: boolean;
  help: boolean;
  cwd?: string;
  config?: string;
  model?: string;
  mode?: string;
  budget?: string;
  lang?: Language;
  continue: boolean;
  resume?: string;
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
}

const COMMANDS = ['sessions', 'config', 'models', 'doctor', 'policy', 'export', 'replay', 'demo'] as const;
type CommandName = (typeof COMMANDS)[number] | 'chat';

const OPTIONS = {
  version: { type: 'boolean', short: 'v' },
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
} as const;

type OptionName = keyof typeof OPTIONS;

/** Options that only some commands know; all others go with every command. */
const ONLY_FOR: Partial<Record<OptionName, readonly CommandName[]>> = {
  print: ['chat'],
  'output-format': ['chat'],
  'input-format': ['chat'],
  continue: ['chat'],
  resume: ['chat'],
  budget: ['chat'],
  model: ['chat', 'config', 'models', 'doctor', 'policy', 'replay'],
  mode: ['chat', 'config', 'models', 'doctor', 'policy', 'replay'],
  yes: ['chat', 'replay', 'demo'],
  stdin: ['chat', 'policy'],
  json: ['sessions', 'config', 'models', 'doctor', 'policy', 'export', 'replay'],
  html: ['export'],
  md: ['export'],
  output: ['export'],
};

const TAKES_OPERANDS: readonly CommandName[] = ['policy', 'export', 'replay'];

export type ReadFlags = { ok: true; flags: Flags } | { ok: false; error: string };

export async function readFlags(argv: string[]): Promise<ReadFlags> {
  let parsed: ReturnType<typeof parseOptions>;
  try {
    parsed = parseOptions(joinedPrompt(argv));
  } catch (error) {
    const { explainParseError } = await import('./explain-flags.ts');
    return bad(explainParseError(error instanceof Error ? error.message : String(error), argv, Object.keys(OPTIONS)));
  }
  const { values, positionals, tokens } = parsed;
  const [first, ...rest] = positionals;
  const asked = COMMANDS.find((name) => name === first);
  const isHelp = first === 'help' || first === 'version';
  if (first !== undefined && !asked && !isHelp) {
    const { explainWord } = await import('./explain-flags.ts');
    return bad(explainWord(first, values.print, COMMANDS));
  }
  const command = asked ?? 'chat';
  const given = tokens.flatMap((token) => (token.kind === 'option' ? [token.name as OptionName] : []));
  const problem = problemWith(command, rest, given, values);
  if (problem !== undefined) return bad(problem);
  const lang = choice(values.lang, ['en', 'zh-CN'] satisfies Language[]);
  const outputFormat = choice(values['output-format'], ['text', 'json', 'stream-json']);
  const inputFormat = choice(values['input-format'], ['text', 'lines', 'stream-json']);
  if (lang === null) return bad(`--lang is en or zh-CN, not "${values.lang}"`);
  if (outputFormat === null)
    return bad(`--output-format is text, json or stream-json, not "${values['output-format']}"`);
  if (inputFormat === null) return bad(`--input-format is text, lines or stream-json, not "${values['input-format']}"`);

  const flags: Flags = {
    command,
    operands: rest,
    version: values.version ?? first === 'version',
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
    ...(values.cwd !== undefined && { cwd: values.cwd }),
    ...(values.config !== undefined && { config: values.config }),
    ...(values.model !== undefined && { model: values.model }),
    ...(values.mode !== undefined && { mode: values.mode }),
    ...(values.budget !== undefined && { budget: values.budget }),
    ...(lang && { lang }),
    ...(values.resume !== undefined && { resume: values.resume }),
    ...(values.output !== undefined && { output: values.output }),
    ...(values.print !== undefined && { prompt: values.print }),
  };
  return { ok: true, flags };
}

function parseOptions(argv: string[]) {
  // Importing node:util loads all that it has, before the first prompt.
  const { parseArgs } = process.getBuiltinModule('node:util');
  return parseArgs({ args: argv, options: OPTIONS, allowPositionals: true, tokens: true });
}

/** `-p "- fix this"`: no option has a space before its value, so that this is what to say. */
function joinedPrompt(argv: readonly string[]): string[] {
  const at = argv.findIndex((word) => word === '-p' || word === '--print' || word === '--'); // behind that all is text
  const text = argv[at + 1];
  if (at < 0 || argv[at] === '--' || text === undefined || !/^-[^=]*\s/.test(text)) return [...argv];
  return [...argv.slice(0, at), `--print=${text}`, ...argv.slice(at + 2)];
}

function problemWith(
  command: CommandName,
  operands: readonly string[],
  given: readonly OptionName[],
  values: ReturnType<typeof parseOptions>['values'],
): string | undefined {
  const name = command === 'chat' ? 'a conversation' : `"coder ${command}"`;
  const foreign = given.find((option) => !(ONLY_FOR[option]?.includes(command) ?? true));
  if (foreign === 'json' && command === 'chat') return '--json is for commands; for a turn say --output-format json';
  if (foreign) return `${shown(foreign)} does not go with ${name}`;
  if (operands.length > 0 && !TAKES_OPERANDS.includes(command))
    return `${command === 'chat' ? 'coder help' : `coder ${command}`} takes no "${operands[0]}"`;
  if (given.filter((option) => option === 'print').length > 1) return '-p is there twice: one run takes one prompt';
  if (typeof values.print === 'string' && values.print.trim() === '') return '-p needs something to say';
  const empty = given.find((option) => [values[option]].flat().some((value) => value === ''));
  if (empty) return `${shown(empty)} needs a value, and has an empty one`;
  if (values.continue && values.resume !== undefined) return '--continue and --resume exclude each other';
  if (values.print !== undefined && values['input-format'] !== undefined)
    return '--input-format is for messages on standard input, and with -p the message is there; --stdin puts the input beside it';
  return undefined;
}

function shown(option: OptionName): string {
  return option === 'print' ? '-p' : `--${option}`;
}

/** The value if it is one of them, `undefined` if there is none, `null` if it is another. */
function choice<const V extends string>(value: string | undefined, values: readonly V[]): V | undefined | null {
  return value === undefined ? undefined : (values.find((each) => each === value) ?? null);
}

function bad(error: string): ReadFlags {
  return { ok: false, error };
}
