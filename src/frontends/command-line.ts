/** The one table of the command line: every option, and for each command what may follow it and which module runs it. */

import type { AgentOptions } from '../app/agent-options.ts';
import type { Language } from '../base/language.ts';
import type { FlagValues } from './flag-values.ts';

/** `values` lists all possible values; `path` marks a value that shells complete as a path. */
export const OPTIONS = {
  version: { type: 'boolean', short: 'v' },
  verbose: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  cwd: { type: 'string', path: 'folder' },
  config: { type: 'string', path: 'file' },
  model: { type: 'string', short: 'm' },
  mode: { type: 'string' },
  budget: { type: 'string' },
  lang: { type: 'string', values: ['en', 'zh-CN'] satisfies Language[] },
  continue: { type: 'boolean', short: 'c' },
  resume: { type: 'string', short: 'r' },
  'no-color': { type: 'boolean' },
  'screen-reader': { type: 'boolean' },
  print: { type: 'string', short: 'p' },
  'output-format': { type: 'string', values: ['text', 'json', 'stream-json'] },
  'input-format': { type: 'string', values: ['text', 'lines', 'stream-json'] },
  'add-dir': { type: 'string', multiple: true, path: 'folder' },
  yes: { type: 'boolean', short: 'y' },
  json: { type: 'boolean' },
  html: { type: 'boolean' },
  md: { type: 'boolean' },
  output: { type: 'string', short: 'o', path: 'file' },
  stdin: { type: 'boolean' },
  trust: { type: 'string' },
  acp: { type: 'boolean' },
  'no-stdin': { type: 'boolean' },
  spec: { type: 'string', path: 'file' },
  result: { type: 'string', path: 'file' },
  staged: { type: 'boolean' },
  uncommitted: { type: 'boolean' },
  base: { type: 'string' },
  commit: { type: 'string' },
  format: { type: 'string', values: ['text', 'json', 'sarif', 'github', 'md', 'html', 'atif'] },
  'fail-on': { type: 'string', values: ['error', 'warning', 'note', 'never'] },
  worktree: { type: 'string' },
  jobs: { type: 'string' },
  results: { type: 'string', path: 'folder' },
} as const;

export type OptionName = keyof typeof OPTIONS;

export interface CommandRow {
  /** `raw` if the command parses its words itself, because these may be another program's command line. Absent if only options may follow. */
  operands?: 'words' | 'raw';
  /** The words that shells complete after the command. */
  words?: readonly string[] | 'vendors' | 'sessions';
  /** The options it accepts among those that only some commands accept; an option that no row lists works with every command. */
  options?: readonly OptionName[];
  /** `screen` if it draws on the terminal for a person, `protocol` if its streams carry messages for a program. */
  streams?: 'screen' | 'protocol';
  /** Set if it handles errors of standard output itself. */
  handlesOutput?: true;
  /** Absent if `run.ts` runs it: the conversation, for which it picks a front end, and completion, which reads this table. */
  run?(agent: AgentOptions, flags: FlagValues): Promise<number>;
}

/** By command; `chat` is the conversation itself, which no word asks for. */
export const ROWS = {
  chat: row({
    options: [
      'print',
      'output-format',
      'input-format',
      'continue',
      'resume',
      'budget',
      'model',
      'mode',
      'yes',
      'stdin',
      'no-stdin',
      'trust',
      'worktree',
    ],
    handlesOutput: true,
  }),
  login: loginRow(),
  logout: row({
    operands: 'words',
    words: 'vendors',
    streams: 'screen',
    run: async (agent, flags) => (await import('./tty/login.ts')).runLogout(agent, flags),
  }),
  sessions: row({
    options: ['json'],
    run: async (agent, { json }) => (await import('../subcommands/sessions.ts')).runSessions(agent, json),
  }),
  config: row({
    operands: 'words',
    words: ['path', 'edit', 'get', 'set'],
    options: ['model', 'mode', 'trust', 'json'],
    run: async (agent, flags) => (await import('../subcommands/config.ts')).runConfig(agent, flags),
  }),
  models: row({
    options: ['model', 'mode', 'json'],
    run: async (agent, { json }) => (await import('../subcommands/models.ts')).runModels(agent, json),
  }),
  doctor: row({
    options: ['model', 'mode', 'json'],
    run: async (agent, { json }) => (await import('../subcommands/doctor.ts')).runDoctor(agent, json),
  }),
  policy: row({
    operands: 'words',
    words: ['check'],
    options: ['model', 'mode', 'stdin', 'json'],
    run: async (agent, flags) => (await import('../subcommands/policy.ts')).runPolicy(agent, flags),
  }),
  trust: row({
    operands: 'words',
    words: ['show', 'diff', 'add', 'revoke'],
    options: ['json'],
    run: async (agent, flags) => (await import('../subcommands/trust.ts')).runTrust(agent, flags),
  }),
  mcp: row({
    operands: 'raw',
    words: ['add', 'list', 'get', 'remove', 'test', 'login', 'logout'],
    run: async (agent, { operands }) => (await import('../subcommands/mcp.ts')).runMcp(agent, operands),
  }),
  plugin: row({
    operands: 'raw',
    words: ['install', 'link', 'list', 'update', 'remove', 'validate'],
    run: async (agent, { operands }) => (await import('../subcommands/plugin.ts')).runPlugin(agent, operands),
  }),
  hooks: row({
    operands: 'raw',
    words: ['list', 'test'],
    run: async (agent, { operands }) => (await import('../subcommands/hooks.ts')).runHooks(agent, operands),
  }),
  import: row({
    operands: 'raw',
    words: ['claude', 'codex', 'gemini', 'qwen', 'opencode'],
    run: async (agent, { operands }) => (await import('../subcommands/import.ts')).runImport(agent, operands),
  }),
  export: row({
    operands: 'words',
    words: 'sessions',
    options: ['json', 'html', 'md', 'format', 'output'],
    run: async (agent, flags) => (await import('../subcommands/export.ts')).runExport(agent, flags),
  }),
  replay: row({
    operands: 'words',
    words: 'sessions',
    options: ['model', 'mode', 'yes', 'json'],
    run: async (agent, flags) => (await import('../subcommands/replay.ts')).runReplay(agent, flags),
  }),
  completion: row({
    operands: 'words',
    words: ['bash', 'zsh', 'fish'],
  }),
  demo: row({
    options: ['yes'],
    streams: 'screen',
    run: async (agent, flags) => (await import('./run-demo.ts')).runDemoHere(agent, flags),
  }),
  acp: row({
    options: ['budget', 'model', 'mode', 'trust', 'acp'],
    streams: 'protocol',
    handlesOutput: true,
    run: async (agent) => (await import('./acp/main.ts')).runAcp(agent),
  }),
  auth: loginRow(),
  run: row({
    options: ['trust', 'spec', 'result'],
    handlesOutput: true,
    run: async (agent, flags) => (await import('./headless/job.ts')).runJob(agent, flags),
  }),
  review: row({
    options: ['budget', 'model', 'trust', 'staged', 'uncommitted', 'base', 'commit', 'format', 'fail-on'],
    run: async (agent, flags) => (await import('./headless/review.ts')).runReview(agent, flags),
  }),
  fleet: row({
    operands: 'words',
    words: ['run', 'show', 'diff', 'apply'],
    options: ['budget', 'jobs', 'results', 'json'],
    streams: 'screen',
    run: async (agent, flags) => (await import('./run-fleet.ts')).runFleetHere(agent, flags),
  }),
  worktrees: row({
    operands: 'words',
    words: ['list', 'clean', 'remove'],
    options: ['json'],
    run: async (agent, { operands, json }) =>
      (await import('../subcommands/worktrees.ts')).runWorktrees(agent, operands, json),
  }),
};

export type CommandName = keyof typeof ROWS;

/** The commands that a word asks for. */
export const COMMANDS = (Object.keys(ROWS) as CommandName[]).filter((name) => name !== 'chat');

/** The commands that accept the option; `undefined` if all do. */
export function commandsWith(option: OptionName): readonly CommandName[] | undefined {
  const names = (Object.keys(ROWS) as CommandName[]).filter((name) => ROWS[name].options?.includes(option));
  return names.length === 0 ? undefined : names;
}

function loginRow(): CommandRow {
  return row({
    operands: 'words',
    words: 'vendors',
    streams: 'screen',
    run: async (agent, flags) => (await import('./tty/login.ts')).runLogin(agent, flags),
  });
}

/** The flags that every command gets. */
type Common = 'operands' | 'lang' | 'noColor' | 'screenReader';

type Camel<Text extends string> = Text extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Text;

/** The flags of a command that accepts the options `Accepted`. */
type FlagsOf<Accepted extends OptionName> = Pick<FlagValues, Common | Extract<keyof FlagValues, Camel<Accepted>>>;

interface TypedRow<Accepted extends OptionName> extends CommandRow {
  options?: readonly Accepted[];
  run?(agent: AgentOptions, flags: FlagsOf<Accepted>): Promise<number>;
}

/** Lets the types check that a command reads no option that it does not accept. */
function row<const Accepted extends OptionName = never>(given: TypedRow<Accepted>): CommandRow {
  return given;
}
