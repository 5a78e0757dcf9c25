/** The command line, read into one value; says what is wrong with a bad one. */

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
  lang?: 'en' | 'zh-CN';
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

export const COMMANDS = ['sessions', 'config', 'models', 'doctor', 'policy', 'export', 'replay', 'demo'] as const;
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

export type ReadFlags = { ok: true; flags: Flags } | { ok: false; error: string };

export function readFlags(argv: string[]): ReadFlags {
  let parsed: ReturnType<typeof parseOptions>;
  try {
    parsed = parseOptions(argv);
  } catch (error) {
    return bad(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error));
  }
  const { values, positionals } = parsed;
  const [first, ...rest] = positionals;
  const command = COMMANDS.find((name) => name === first);
  if (first !== undefined && !command) {
    return bad(`unknown command "${first}" (commands: ${COMMANDS.join(', ')}; to say something: coder -p "…")`);
  }
  const lang = choice(values.lang, ['en', 'zh-CN']);
  const outputFormat = choice(values['output-format'], ['text', 'json', 'stream-json']);
  const inputFormat = choice(values['input-format'], ['text', 'lines', 'stream-json']);
  if (lang === null) return bad(`--lang is en or zh-CN, not "${values.lang}"`);
  if (outputFormat === null)
    return bad(`--output-format is text, json or stream-json, not "${values['output-format']}"`);
  if (inputFormat === null) return bad(`--input-format is text, lines or stream-json, not "${values['input-format']}"`);
  if (values.continue && values.resume) return bad('--continue and --resume exclude each other');
  if (values.print?.trim() === '') return bad('-p needs something to say');
  if (values.print !== undefined && command) return bad(`-p does not go with "coder ${command}"`);

  const flags: Flags = {
    command: command ?? 'chat',
    operands: rest,
    version: values.version ?? false,
    help: values.help ?? false,
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
  return parseArgs({ args: argv, options: OPTIONS, allowPositionals: true });
}

/** The value if it is one of them, `undefined` if there is none, `null` if it is another. */
function choice<const V extends string>(value: string | undefined, values: readonly V[]): V | undefined | null {
  return value === undefined ? undefined : (values.find((each) => each === value) ?? null);
}

function bad(error: string): ReadFlags {
  return { ok: false, error };
}
