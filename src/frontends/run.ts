/** Picks the front end that the command line asks for, and imports only that one. */

import type { AgentOptions } from '../app/agent-options.ts';
import { CoderError } from '../base/errors.ts';
import type { CommandLineWords } from '../words/en/command-line.ts';
import { COMMANDS, ROWS } from './command-line.ts';
import type { Flags } from './flags.ts';

export async function runFrontEnd(flags: Flags, version: string): Promise<number> {
  const { streams, run } = ROWS[flags.command];
  const wantsScreen = flags.command === 'chat' ? isConversation(flags) : streams === 'screen';
  if (streams !== 'protocol' && !(wantsScreen && isTerminal()) && writesToTerminal())
    (await import('./plain-streams.ts')).guardStreams();
  const options = await agentOptions(flags, version);
  if (run) return run(options, flags);
  if (flags.command === 'completion') return (await import('./completion/main.ts')).runCompletion(flags);
  if (flags.worktree === undefined) return runChat(flags, options);
  const { inWorktree } = await import('../subcommands/in-worktree.ts');
  return inWorktree(options, flags.worktree || undefined, (inside) => runChat(flags, inside));
}

async function runChat(flags: Flags, options: AgentOptions): Promise<number> {
  if (isConversation(flags) && isTerminal()) {
    return (await import('./tty/start.ts')).startTty(options, flags);
  }
  const prompt = flags.prompt ?? (await openingAsPrompt(flags));
  if (flags.pickSession) await refusing(flags)((say) => say.resumeNeedsTerminal);
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

/** False if all output goes to files or pipes, which need no guard. Their streams are not made before there is something to write. */
function writesToTerminal(): boolean {
  return (mayBeTerminal(1) && process.stdout.isTTY) || (mayBeTerminal(2) && process.stderr.isTTY);
}

function mayBeTerminal(descriptor: number): boolean {
  try {
    return process.getBuiltinModule('node:fs').fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false; // closed
  }
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
