/** Picks the front end that the command line asks for, and imports only that one. */

import type { AgentOptions } from '../app/agent-options.ts';
import { CoderError } from '../base/errors.ts';
import type { CommandLineWords } from '../words/en/command-line.ts';
import type { DemoFlags } from './demo/main.ts';
import { COMMANDS, type Flags } from './flags.ts';

/** Commands that draw on the terminal for a person. */
const ON_SCREEN: readonly Flags['command'][] = ['demo', 'fleet', 'login', 'logout'];

export async function runFrontEnd(flags: Flags, version: string): Promise<number> {
  const wantsScreen = flags.command === 'chat' ? isConversation(flags) : ON_SCREEN.includes(flags.command);
  const isEditor = flags.command === 'acp' && flags.operands.length === 0; // its streams carry a protocol
  if (!isEditor && !(wantsScreen && isTerminal()) && writesToTerminal())
    (await import('./plain-streams.ts')).guardStreams();
  const options = await agentOptions(flags, version);
  switch (flags.command) {
    case 'sessions':
      return (await import('../subcommands/sessions.ts')).runSessions(options, flags.json);
    case 'config':
      return (await import('../subcommands/config.ts')).runConfig(options, flags);
    case 'models':
      return (await import('../subcommands/models.ts')).runModels(options, flags.json);
    case 'doctor':
      return (await import('../subcommands/doctor.ts')).runDoctor(options, flags.json);
    case 'policy':
      return (await import('../subcommands/policy.ts')).runPolicy(options, flags);
    case 'mcp':
      return (await import('../subcommands/mcp.ts')).runMcp(options, flags.operands);
    case 'import':
      return (await import('../subcommands/import.ts')).runImport(options, flags.operands);
    case 'plugin':
      return (await import('../subcommands/plugin.ts')).runPlugin(options, flags.operands);
    case 'hooks':
      return (await import('../subcommands/hooks.ts')).runHooks(options, flags.operands);
    case 'trust':
      return (await import('../subcommands/trust.ts')).runTrust(options, flags);
    case 'export':
      return (await import('../subcommands/export.ts')).runExport(options, flags);
    case 'replay':
      return (await import('../subcommands/replay.ts')).runReplay(options, flags);
    case 'login':
    case 'auth':
      return (await import('./tty/login.ts')).runLogin(options, flags);
    case 'logout':
      return (await import('./tty/login.ts')).runLogout(options, flags);
    case 'completion':
      return (await import('./completion/main.ts')).runCompletion(flags);
    case 'demo':
      return runDemo(flags, options);
    case 'acp':
      return runAcp(flags, options);
    case 'run':
      return (await import('./headless/job.ts')).runJob(options, flags);
    case 'review':
      return runReview(flags, options);
    case 'worktrees':
      return (await import('../subcommands/worktrees.ts')).runWorktrees(options, flags.operands, flags.json);
    case 'fleet':
      return runFleet(flags, options);
    case 'chat': {
      if (flags.worktree === undefined) return runChat(flags, options);
      const { inWorktree } = await import('../subcommands/in-worktree.ts');
      return inWorktree(options, flags.worktree || undefined, (inside) => runChat(flags, inside));
    }
  }
}

/** `coder acp auth` is how an editor starts `coder login`, because it can only append words to the command it knows. */
async function runAcp(flags: Flags, options: AgentOptions): Promise<number> {
  const [first, ...operands] = flags.operands;
  if (first === 'auth') return (await import('./tty/login.ts')).runLogin(options, { ...flags, operands });
  if (first !== undefined) await refusing(flags)((say) => say.takesNo('acp', first));
  return (await import('./acp/main.ts')).runAcp(options);
}

async function runReview(flags: Flags, options: AgentOptions): Promise<number> {
  const [{ runReview: run }, { REVIEW_FORMATS }] = await Promise.all([
    import('./headless/review.ts'),
    import('./headless/review/report.ts'),
  ]);
  const { format: named = 'text' } = flags;
  const format = REVIEW_FORMATS.find((each) => each === named);
  if (!format) return refusing(flags)((say) => say.notOneOf('--format', REVIEW_FORMATS, named));
  return run(options, { ...flags, format, failOn: flags.failOn ?? 'warning' });
}

async function runFleet(flags: Flags, options: AgentOptions): Promise<number> {
  const fleet = await import('../subcommands/fleet.ts');
  const { createLeaving } = await import('./leaving.ts');
  const stop = new AbortController();
  const leaving = createLeaving({ begin: () => stop.abort(), exit: (code) => process.exit(code), codeOf: () => 130 });
  const isTable = flags.operands[0] === 'run' && isTerminal();
  const screen = isTable ? (await import('./tty/fleet-table.ts')).openFleetTable() : undefined;
  void screen?.stopped.then(() => leaving.ask(130));
  try {
    const coder = [process.execPath, process.argv[1] ?? 'coder'] as const;
    return await fleet.runFleet(options, flags, { coder, signal: stop.signal, ...(screen && { screen }) });
  } finally {
    leaving.dispose();
  }
}

async function runDemo(flags: Flags, options: AgentOptions): Promise<number> {
  const demo = await import('./demo/main.ts');
  const converse: DemoFlags['converse'] = async (agent, script) => {
    const { model, mode, lang } = agent.flags;
    return (await import('./tty/start.ts')).startTty(agent, { ...flags, model, mode, lang }, script);
  };
  return demo.runDemo(options, { yes: flags.yes, lang: flags.lang, ...(isTerminal() && { converse }) });
}

async function runChat(flags: Flags, options: AgentOptions): Promise<number> {
  if (isConversation(flags) && isTerminal()) {
    return (await import('./tty/start.ts')).startTty(options, flags);
  }
  const prompt = flags.prompt ?? (await openingAsPrompt(flags));
  if (flags.pickSession) await refusing(flags)((say) => say.needsValue('--resume'));
  const { runHeadless } = await import('./headless/main.ts');
  const attended = prompt === undefined && flags.inputFormat === 'stream-json';
  return runHeadless({
    agent: { ...options, attended },
    attachInput: flags.stdin ? 'always' : flags.noStdin ? 'never' : 'if-there',
    outputFormat: flags.outputFormat,
    inputFormat: flags.inputFormat,
    ...(prompt !== undefined && { prompt }),
  });
}

/** Called only when needed: accessing `process.stdin` loads streams, which costs 8 ms at start-up. */
function isTerminal(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY;
}

/** False if all output goes to files or pipes, which need no guard. */
function writesToTerminal(): boolean {
  return process.stdout.isTTY || process.stderr.isTTY;
}

/** Without a terminal, `coder "fix it"` is one turn; a single word is more likely a misspelt command. */
async function openingAsPrompt(flags: Flags): Promise<string | undefined> {
  const { opening } = flags;
  if (opening === undefined || /\s/.test(opening)) return opening;
  const { explainWord } = await import('./explain-flags.ts');
  return refusing(flags)((say) => explainWord(opening, undefined, COMMANDS, say));
}

function isConversation(flags: Flags): boolean {
  return flags.prompt === undefined && flags.inputFormat === 'text' && flags.outputFormat === 'text';
}

async function agentOptions(flags: Flags, version: string, known?: NodeJS.ProcessEnv): Promise<AgentOptions> {
  const { resolve } = nodePath();
  const refuse = refusing(flags);
  const cwd = workingFolder(flags.cwd) ?? (await refuse((say) => say.noWorkingFolder));
  await expectFolder(cwd, '--cwd', refuse);
  const addDirs = flags.addDirs.filter((path) => !path.startsWith('~')); // `~` is expanded later, with the settings
  for (const path of addDirs) await expectFolder(resolve(cwd, path), '--add-dir', refuse);
  const env = known ?? (await environment());
  return {
    cwd,
    version,
    env,
    attended: false,
    session: flags.resume ? { kind: 'resume', id: flags.resume } : { kind: flags.continue ? 'continue' : 'new' },
    flags: {
      ...(flags.model !== undefined && { model: flags.model }),
      ...(flags.mode !== undefined && { mode: flags.mode }),
      ...(flags.budget !== undefined && { budget: flags.budget }),
      ...(flags.lang !== undefined && { lang: flags.lang }),
      ...(flags.addDirs.length > 0 && { add_dirs: flags.addDirs }),
      ...(flags.yes && { approval: { auto_approve_ask: true } }),
    },
    ...(flags.config !== undefined && { configFile: flags.config }),
    ...(flags.trust !== undefined && { trust: flags.trust }),
    async examine(signal) {
      const { examineHere } = await import('../subcommands/doctor.ts');
      return examineHere(await agentOptions(flags, version, env), signal);
    },
  };
}

/** The environment of the process, plus the key if it came through a descriptor. */
async function environment(): Promise<NodeJS.ProcessEnv> {
  const { env } = process;
  const descriptor = env.AGENT_API_KEY_FD;
  return descriptor === undefined ? env : (await import('./key-descriptor.ts')).withKeyFrom(descriptor, env);
}

/** Not a static import, so that a Node that is too old gets far enough to print its error message. */
function nodePath() {
  return process.getBuiltinModule('node:path');
}

function workingFolder(named = '.'): string | undefined {
  try {
    return nodePath().resolve(named);
  } catch {
    return undefined; // the current folder was removed
  }
}

type Refuse = (problem: (say: CommandLineWords) => string) => Promise<never>;

function refusing({ lang }: Flags): Refuse {
  return async (problem) => {
    const { earlyWords } = await import('../words/words.ts');
    throw new CoderError('usage', problem((await earlyWords(process.env, lang)).commandLine));
  };
}

async function expectFolder(path: string, flag: string, refuse: Refuse): Promise<void> {
  // `import` of node:fs would also load its promises and streams before the first prompt.
  const { statSync } = process.getBuiltinModule('node:fs');
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) await refuse((say) => say.noSuchFolder(path, flag));
  else if (!found.isDirectory()) await refuse((say) => say.notAFolder(path, flag));
}
