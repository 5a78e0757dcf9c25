/** `bash`: runs one command line in the workspace, waiting for it or leaving it in the background. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CoderError, codeOf } from '../base/errors.ts';
import { shownPath } from '../base/files/paths.ts';
import { newId } from '../base/ids.ts';
import {
  boolean,
  type Infer,
  integer,
  isPlainObject,
  object,
  oneOf,
  optional,
  string,
  unlisted,
} from '../base/schema.ts';
import type { StreamSecrets } from '../base/secrets/mask-stream.ts';
import { waitsForScreen } from '../base/text/full-screen.ts';
import { hiddenWarning } from '../base/text/hidden-characters.ts';
import { unifiedDiff } from '../base/text/unified-diff.ts';
import { cleanCache } from '../host/files/clean-cache.ts';
import type { Workspace } from '../host/files/workspace.ts';
import type { Git } from '../host/git/git.ts';
import { withoutEscapes } from '../host/process/output-cut.ts';
import type { Processes } from '../host/process/process.ts';
import type { ProcessCommand, ProcessResult, WrappedCommand } from '../host/process/process-command.ts';
import type { SetAside, Visit } from '../host/sandbox/door.ts';
import type { HostReport } from '../host/sandbox/network/hosts.ts';
import type { Sandbox } from '../host/sandbox/session.ts';
import type { Terminals } from '../host/terminal/terminals.ts';
import type { Outcome } from '../protocol/message.ts';
import { LENT_NAMES } from '../protocol/sandbox.ts';
import { cancelled, defineTool, type Failure, failed, ok, type Tool, type ToolContext } from '../protocol/tool.ts';
import type { Block, View } from '../protocol/view.ts';
import { bashText } from './for-model/bash-text.ts';
import type { SeenFiles } from './seen-files.ts';
import { openInteractive } from './terminal/open.ts';

export interface BashDeps {
  workspace: Workspace;
  processes: Processes;
  terminals: Terminals;
  /** True if a person is available to answer what a program asks. */
  attended: boolean;
  /** Called after each command that was not started by the person. */
  commandRan?: SeenFiles['commandRan'];
  /** Returns the environment for lines proved to use git for reading only; without it they run like any other line. */
  holdGit?: Git['reading'];
  limits: { timeoutMs: number; outputBytes: number };
  secrets?: StreamSecrets;
  sandbox?: Sandbox;
  /** Asks the person whether to put back a file that a command wrote and that would be run later. */
  askPutBack?(path: string, diff: string, signal: AbortSignal): Promise<boolean>;
  /** Reports such a file when no call is running that could ask; the next call asks. */
  tellAside?(path: string): void;
  /** Folder for complete outputs: `.coder/cache/bash`, absolute and real; created when needed. */
  cacheDir: string;
}

const why = string('Why it must run outside the sandbox; the user is asked');
const fields = {
  command: string(),
  timeout_ms: optional(unlisted(integer(undefined, { min: 1 }))),
  timeout_secs: optional(integer('0: no limit', { min: 0 })),
  background: optional(boolean('Return a job id at once; see jobs')),
  interactive: optional(boolean('In a terminal, for what needs a TTY; see terminal')),
  cwd: optional(string()),
};
/** Not listed in the schema; results mention it when it would have helped. */
const lend = optional(unlisted(oneOf(LENT_NAMES)));
const input = object({ ...fields, outside: optional(unlisted(why)), lend });
const confinedInput = object({ ...fields, outside: optional(why), lend });
type Args = Infer<typeof input>;

export function bashTool(deps: BashDeps): Tool<Args> {
  return defineTool<Args>({
    name: 'bash',
    description: 'Run a bash command. Prefer read, grep, glob and edit for files.',
    input: deps.sandbox ? confinedInput : input,
    effect: 'run',
    permission: 'bash',
    command: ({ command, cwd, interactive, outside, lend: lent }) => ({
      line: command,
      ...(cwd !== undefined && { cwd }),
      ...(interactive && { interactive }),
      ...(outside !== undefined && { outside }),
      ...(lent && { lend: lent }),
    }),
    passOn: patchOnly,
    forLine: (command, { interactive }) => ({ command, ...(interactive && { interactive }) }),
    preview: async (args, { origin }) => {
      const refusal = origin === 'user' ? undefined : needsScreen(args);
      return refusal ?? bashView(args, undefined);
    },
    async execute(args, context) {
      const refusal = context.origin === 'user' ? undefined : needsScreen(args);
      if (refusal) return refusal;
      const { absolute: cwd } = await deps.workspace.folder(args.cwd ?? '.');
      if (args.interactive) return runInTerminal(args, cwd, deps, context);
      const { told, atDoor, ...inside } = await confined(cwd, deps, context, { endsLater: args.background });
      const command: ProcessCommand = {
        line: args.command,
        cwd,
        ...(await heldEnvironment(deps, context)),
        mayRunGit: args.command.includes('git'),
        timeoutMs: timeoutOf(args, deps.limits.timeoutMs),
        keepBytes: deps.limits.outputBytes,
        spillTo: () => join(deps.cacheDir, `${newId('out')}.txt`),
        ...(deps.secrets && { secrets: deps.secrets }),
        ...(context.sandbox?.hosts.heldMs && { heldMs: context.sandbox.hosts.heldMs }),
        ...inside,
      };
      if (args.background) {
        const job = deps.processes.start(command);
        return ok({ job: job.id, cwd });
      }
      const onOutput: ProcessCommand['onOutput'] = (text, stream) => context.output(text, stream);
      const startedAt = Date.now();
      const result = await deps.processes.run({ ...command, onOutput }, context.signal);
      if (context.origin !== 'user') deps.commandRan?.(startedAt, Date.now());
      const aside = await askAtTheDoor(atDoor?.() ?? [], deps, context);
      return toOutcome(result, cwd, deps, {
        ...aside,
        ...(await sandboxFields(result, { cwd, line: args.command }, deps, context, told)),
      });
    },
    forModel: bashText,
    view: (args, outcome) => bashView(args, outcome),
  });
}

/** A line proved to read only runs in an environment that keeps git read-only; coder's own checks also get `CI`. */
async function heldEnvironment(
  { holdGit }: BashDeps,
  { readsGitIn, origin, signal }: ToolContext,
): Promise<{ env?: Record<string, string> }> {
  const held = holdGit && readsGitIn && readsGitIn.length > 0 ? await holdGit(readsGitIn, signal) : undefined;
  const checking = origin === 'verify' ? { CI: '1' } : undefined; // makes test runners neither watch nor ask
  return held || checking ? { env: { ...held, ...checking } } : {};
}

/** Recognises `apply_patch <<'EOF' …` with nothing after it: a patch, not a command. */
function patchOnly({ command, cwd = '.', background, interactive }: Args): ReturnType<NonNullable<Tool['passOn']>> {
  if (cwd !== '.' || background || interactive || !command.includes('<<')) return undefined;
  const [first = '', ...lines] = command.trim().split('\n');
  const mark = /^(?:apply_patch|applypatch) *<< *(?:'(\w{1,40})'|"(\w{1,40})")$/.exec(first.trim());
  const word = mark?.[1] ?? mark?.[2];
  if (word === undefined || lines.findIndex((line) => line.trim() === word) !== lines.length - 1) return undefined; // more follows
  lines.pop();
  return { tool: 'patch', args: { patch: lines.join('\n') } };
}

function needsScreen({ command, interactive }: Args): Failure | undefined {
  const program = interactive ? undefined : waitsForScreen(command);
  return program === undefined
    ? undefined
    : failed(`${program} needs a terminal: use interactive, then the terminal tool.`);
}

async function runInTerminal(args: Args, cwd: string, deps: BashDeps, context: ToolContext): Promise<Outcome> {
  const timeoutMs = askedTimeout(args);
  const held = await heldEnvironment(deps, context);
  const { background = false } = args;
  const { told: _told, atDoor: _atDoor, ...inside } = await confined(cwd, deps, context, { onTerminal: true });
  const command = {
    line: args.command,
    cwd,
    background,
    ...held,
    ...inside,
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
  const { terminals, attended } = deps;
  return openInteractive(command, { terminals, attended, root: deps.workspace.root }, context);
}

/** Background jobs run until stopped unless the call sets a timeout. */
function timeoutOf(args: Args, standard: number): number {
  return askedTimeout(args) ?? (args.background ? 0 : standard);
}

function askedTimeout({ timeout_ms: ms, timeout_secs: seconds }: Args): number | undefined {
  return ms ?? (seconds === undefined ? undefined : seconds * 1000);
}

interface Inside {
  wrap?(argv: readonly string[]): WrappedCommand;
  told?(): HostReport | undefined;
  /** Returns the files written by the command that the sandbox has set aside. */
  atDoor?(): SetAside[];
}

/** Sandbox options that the policy decision requires; empty without a sandbox or a confinement. */
async function confined(
  cwd: string,
  { sandbox, tellAside }: BashDeps,
  { sandbox: held }: ToolContext,
  { onTerminal = false, endsLater = onTerminal }: { onTerminal?: boolean; endsLater?: boolean } = {},
): Promise<Inside> {
  if (!sandbox || !held) return {};
  const { confinement, sockets, hosts: client, lend: name } = held;
  await sandbox.prepare(confinement);
  const lent = name && sandbox.lendable(name);
  if (name && !lent) throw new CoderError('no-socket', `There is no ${name} to lend: it is not running.`);
  let token: string | undefined;
  let visit: Visit | undefined;
  let isAwaited = !endsLater;
  return {
    wrap(argv) {
      const wrapped = sandbox.wrap(argv, { cwd, confinement, onTerminal, client, lent, ...(sockets && { sockets }) });
      visit = confinement === 'write' ? sandbox.door?.enter() : undefined;
      token = wrapped.token;
      const onGone = () => {
        const aside = visit?.leave() ?? [];
        if (!isAwaited) for (const { path } of aside) tellAside?.(path);
      };
      return { ...wrapped, onGone };
    },
    told: () => (token === undefined ? undefined : sandbox.hostReport(token)),
    atDoor() {
      isAwaited = false;
      return visit?.setAside() ?? sandbox.door?.untold() ?? [];
    },
  };
}

/** The sandbox layer that the command ran in, and what that layer blocked. */
async function sandboxFields(
  { exitCode, stdout, stderr }: ProcessResult,
  { cwd, line }: { cwd: string; line: string },
  { sandbox }: BashDeps,
  { sandbox: held }: ToolContext,
  told: (() => HostReport | undefined) | undefined,
): Promise<Record<string, unknown>> {
  if (!sandbox?.layout || !held) return {};
  const { confinement, sockets, lend: lent } = held;
  const [{ blockedBy }, { DISK }] = await Promise.all([
    import('../host/sandbox/evidence/evidence.ts'),
    import('../host/sandbox/evidence/outside-disk.ts'),
  ]);
  const status = await sandbox.status();
  const homeIsLayer = status.layer !== 'none' && status.home === 'layer';
  const hasSockets = sockets === true || (status.layer !== 'none' && status.network === 'hosts');
  const hosts = told?.();
  const agents = LENT_NAMES.filter((name) => name !== lent && sandbox.agentAt(name) !== undefined);
  const failed = {
    exitCode,
    text: `${stdout}\n${stderr}`,
    cwd,
    line,
    confinement,
    homeIsLayer,
    saysReadOnly: status.layer === 'bubblewrap' && process.getuid?.() !== 0,
    agents,
    deniesReads: status.layer === 'landlock',
    ...(status.layer !== 'bubblewrap' && { agentAt: sandbox.agentAt }),
    ...(hosts && { hosts }),
    ...(sockets && { hasSockets: true }),
  };
  const blocked = blockedBy(failed, sandbox.layout, {
    ...DISK,
    isServed: sandbox.isOnlyOutside,
    isMadeInside: sandbox.isMadeInside,
  });
  const unreachable = hosts?.unreachable ?? [];
  return {
    sandbox: {
      layer: status.layer,
      ...(blocked.length > 0 && { blocked }),
      ...(unreachable.length > 0 && { unreachable }),
      ...(exitCode !== 0 && confinement === 'write' && !hasSockets && { network: 'none' }),
      ...(sandbox.isHomeFull && { home_full: true }),
    },
  };
}

/** Shows each file that was set aside and puts it back if the person approves; if no one is available to ask, it stays aside. */
async function askAtTheDoor(
  aside: readonly SetAside[],
  { askPutBack, attended }: BashDeps,
  { signal }: ToolContext,
): Promise<Record<string, unknown>> {
  const found: { path: string; put_back: boolean }[] = [];
  for (const { path, was, is, putBack } of aside) {
    const shown = await unifiedDiff(path, was ?? null, is ?? '(cannot be shown)');
    const isWanted = attended && askPutBack !== undefined && (await askPutBack(path, shown.diff, signal));
    if (isWanted) putBack();
    found.push({ path, put_back: isWanted });
  }
  return found.length > 0 ? { set_aside: found } : {};
}

async function toOutcome(
  result: ProcessResult,
  cwd: string,
  { workspace, cacheDir }: BashDeps,
  inSandbox: Record<string, unknown>,
): Promise<Outcome> {
  const { stdout, stderr, output, cuts } = withoutEscapes(result);
  const warning = hiddenWarning(stdout, stderr);
  const fields = {
    exit_code: result.exitCode,
    stdout,
    stderr,
    ...(output !== undefined && { output }),
    ...(warning && { warning }),
    truncated: result.truncated,
    ...(cuts && { cuts }),
    duration_ms: result.durationMs,
    timed_out: result.timedOut,
    ...(result.flooded && { stopped: 'printed more than 64 MiB' }),
    ...(result.gitHeld && { stopped: (await import('../host/process/held-git.ts')).heldGitMessage(cwd) }),
    ...(result.savedPath && { saved_path: shownPath(workspace.root, result.savedPath) }),
    ...(result.saveProblem && { save_error: result.saveProblem }),
    ...inSandbox,
    cwd,
  };
  if (result.savedPath) {
    await keepOutOfGit(cacheDir);
    await cleanCache(cacheDir);
  }
  if (result.cancelled) return cancelled('cancelled by the user', fields);
  if (result.spawnError !== undefined) return failed(result.spawnError, fields);
  return ok(fields);
}

async function keepOutOfGit(cacheDir: string): Promise<void> {
  try {
    await writeFile(join(cacheDir, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

function bashView({ command }: Args, outcome: Outcome | undefined): View {
  const result = outcome?.result;
  if (!result)
    return {
      title: command,
      ...(outcome && outcome.status !== 'ok' && { body: [{ type: 'text', text: outcome.error }] }),
    };
  if (typeof result['job'] === 'string')
    return {
      title: command,
      body: [{ type: 'text', text: `runs as ${result['job']}`, fact: { is: 'runs-as', job: result['job'] } }],
    };
  if (typeof result['terminal'] === 'string') return terminalView(command, result);
  const { stdout, stderr, exit_code: exitCode } = isPlainObject(result) ? result : {};
  return {
    title: command,
    body: [
      {
        type: 'terminal',
        stdout: typeof stdout === 'string' ? stdout : '',
        stderr: typeof stderr === 'string' ? stderr : '',
        exitCode: typeof exitCode === 'number' ? exitCode : null,
      },
    ],
  };
}

function terminalView(
  command: string,
  { terminal, state, screen, exit_code: exitCode }: Record<string, unknown>,
): View {
  const id = String(terminal);
  const how: Block =
    state === 'running'
      ? { type: 'text', text: `runs in ${id}`, fact: { is: 'runs-in', terminal: id } }
      : {
          type: 'text',
          text: `${id} ended, exit ${String(exitCode)}`,
          fact: { is: 'terminal-ended', terminal: id, ...(typeof exitCode === 'number' && { exitCode }) },
        };
  const shown = typeof screen === 'string' && screen !== '' ? [{ type: 'text' as const, text: screen }] : [];
  return { title: command, body: [how, ...shown] };
}
