/** `terminal`: lets the model work an interactive program: look, type, wait, resize, end it. */

import { array, boolean, type Infer, integer, object, oneOf, optional, string } from '../base/schema.ts';
import { keyBytes, parseKey } from '../base/text/key-bytes.ts';
import type { Workspace } from '../host/files/workspace.ts';
import type { Foreground } from '../host/terminal/foreground.ts';
import type { Terminal } from '../host/terminal/terminal.ts';
import type { Terminals } from '../host/terminal/terminals.ts';
import type { Outcome } from '../protocol/message.ts';
import { cancelled, defineTool, failed, ok, type Tool } from '../protocol/tool.ts';
import type { View } from '../protocol/view.ts';
import { terminalText } from './for-model/terminal-text.ts';
import { reportTerminal } from './terminal/report.ts';
import { createTypedLines } from './terminal/typed-line.ts';

export interface TerminalDeps {
  workspace: Workspace;
  terminals: Terminals;
  /** True if a person is available to type what is not shown. */
  attended: boolean;
}

const input = object({
  action: oneOf(['list', 'read', 'write', 'wait', 'resize', 'kill']),
  id: optional(string()),
  text: optional(string('write: a newline is Enter')),
  keys: optional(array(string(), 'write: pressed after the text: enter, up, ctrl+c, esc, tab, f1')),
  changes: optional(boolean('only what is new')),
  pattern: optional(string('wait: regex in what is new')),
  quiet_ms: optional(integer('wait: ms without output', { min: 1 })),
  timeout_ms: optional(integer('wait: at most; default 10000', { min: 1, max: 600_000 })),
  columns: optional(integer(undefined, { min: 2, max: 1000 })),
  rows: optional(integer(undefined, { min: 1, max: 500 })),
});
type Args = Infer<typeof input>;

const WAIT_MS = 10_000;
const QUIET_MS = 200;
const YIELD_MS = 3000;

export function terminalTool(deps: TerminalDeps): Tool<Args> {
  const { terminals } = deps;
  const root = deps.workspace.root;
  const lines = createTypedLines();
  /** Calls for which policy was given no shell line. */
  const covered = new WeakSet<Args>();

  function commandOf(args: Args): ReturnType<NonNullable<Tool['command']>> {
    const terminal = args.action === 'write' && args.id !== undefined ? terminals.find(args.id) : undefined;
    const command = terminal && shellLine(args, terminal);
    if (!command) covered.add(args);
    return command;
  }

  function shellLine(args: Args, terminal: Terminal): ReturnType<NonNullable<Tool['command']>> {
    const data = bytesOf(args, terminal);
    const program = terminal.state === 'ended' ? undefined : terminal.foreground();
    const typedAt = program?.shell ?? (OPENS_SHELL.test(terminal.command) ? 'a shell' : undefined);
    if (typeof data !== 'string' || typedAt === undefined) return undefined;
    const line = lines.lineOf(terminal.id, data, {
      kind: program?.isShell ? 'prompt' : 'program',
      takesLines: program !== undefined && takesLines(program),
      row: terminal.screen().split('\n')[terminal.cursor.row] ?? '',
    });
    if (line === undefined) return undefined;
    return {
      line,
      permission: 'bash',
      interactive: true,
      typedAt,
      ...(program?.cwd !== undefined && { cwd: program.cwd }),
    };
  }

  async function write(args: Args, terminal: Terminal, signal: AbortSignal): Promise<Outcome> {
    const data = bytesOf(args, terminal);
    if (typeof data !== 'string') return failed(data.problem);
    if (covered.has(args) && shellLine(args, terminal))
      return failed('A shell now reads what is typed: look at the screen and write again.');
    if (terminal.state === 'ended') return failed('the program has ended', await reportTerminal(terminal, { root }));
    if (deps.attended && (await terminal.isHidden())) {
      const error =
        'The program reads without showing what is typed (a password): the keyboard belongs to the person now. Wait for them.';
      return failed(error, await reportTerminal(terminal, { root }));
    }
    terminal.markSeen();
    lines.typed(terminal.id, data);
    await terminal.type('model', data);
    const waited = await terminal.wait({ quietMs: QUIET_MS, timeoutMs: YIELD_MS }, signal);
    return ok(await reportTerminal(terminal, { changes: args.changes ?? !terminal.isAlternate, waited, root }));
  }

  async function wait(args: Args, terminal: Terminal, signal: AbortSignal): Promise<Outcome> {
    const { pattern, quiet_ms: quietMs, timeout_ms: timeoutMs = WAIT_MS } = args;
    const until = { timeoutMs, ...(pattern !== undefined && { pattern }), ...(quietMs !== undefined && { quietMs }) };
    const waited = await terminal.wait(until, signal);
    const report = await reportTerminal(terminal, { changes: args.changes ?? !terminal.isAlternate, waited, root });
    return waited === 'cancelled' ? cancelled('cancelled by the user', report) : ok(report);
  }

  async function act(args: Args, terminal: Terminal, signal: AbortSignal): Promise<Outcome> {
    switch (args.action) {
      case 'list':
      case 'read':
        break;
      case 'write':
        return write(args, terminal, signal);
      case 'wait':
        return wait(args, terminal, signal);
      case 'resize':
        if (args.columns === undefined || args.rows === undefined) return failed('resize needs columns and rows');
        terminal.resize({ columns: args.columns, rows: args.rows });
        break;
      case 'kill':
        await terminal.kill();
        break;
    }
    return ok(await reportTerminal(terminal, { changes: args.changes ?? false, root }));
  }

  return defineTool<Args>({
    name: 'terminal',
    description: 'Use a program that bash started with interactive: read its screen, write, wait, resize, kill.',
    input,
    effect: 'run',
    permission: 'read', // the command's approval covers text typed into it, except lines that a shell would run
    command: commandOf,
    async execute(args, { signal }) {
      if (args.action === 'list') return ok({ terminals: terminals.list.map(describe) });
      const terminal = args.id === undefined ? undefined : terminals.find(args.id);
      if (!terminal) return failed(unknownTerminal(args.id, terminals.list));
      const outcome = await act(args, terminal, signal);
      terminals.markSeen(terminal.id);
      return outcome;
    },
    forModel: terminalText,
    view: terminalView,
  });
}

/** A shell without a command to run, anywhere in a line: it may read typed text later, whatever program reads now. */
const OPENS_SHELL =
  /(?:^|[\s;&|(/])(?:bash|dash|sh|zsh|fish|ksh|mksh|ash|csh|tcsh)(?: +-[a-z -]*| *)(?:$|[\n;&|)])|(?:^|[\s;&|(])(?:ssh|su|sudo|doas) /;

/** Programs that read whole lines and so leave no part of one to the shell behind them. */
const LANGUAGES =
  /^(?:i?python[\d.]*|node|deno|bun|irb|ruby|php|lua|ghci|julia|R|scala|jshell|ocaml|iex|erl|clj|swift)$/;
const CONSOLES = /^(?:psql|mysql|mariadb|sqlite3|redis-cli|mongosh?|gdb|lldb|pdb|bc|dc|ftp|sftp)$/;

function takesLines({ name, isBare }: Foreground): boolean {
  return CONSOLES.test(name) || (isBare && LANGUAGES.test(name));
}

function bytesOf({ text = '', keys = [] }: Args, { applicationCursor }: Terminal): string | { problem: string } {
  let data = text.replace(/\r\n?|\n/g, '\r');
  for (const name of keys) {
    const key = parseKey(name);
    const bytes = key && keyBytes(key, applicationCursor);
    if (bytes === undefined) {
      return {
        problem: `no such key: ${name}. Keys: enter, tab, esc, backspace, up, down, left, right, home, end, pageup, pagedown, delete, f1…f12, ctrl+c, alt+x, one character`,
      };
    }
    data += bytes;
  }
  return data === '' ? { problem: 'write needs text or keys' } : data;
}

function describe({ id, command, state, exitCode, durationMs }: Terminal): Record<string, unknown> {
  return { id, command, state, exit_code: exitCode, duration_ms: durationMs };
}

function unknownTerminal(id: string | undefined, list: readonly Terminal[]): string {
  const known = list.length > 0 ? `Known: ${list.map((each) => each.id).join(', ')}.` : 'There are none.';
  return id === undefined ? `id is missing. ${known}` : `no terminal ${id}. ${known}`;
}

function terminalView({ action, id, text, keys }: Args, outcome?: Outcome): View {
  const typed = [...(text === undefined ? [] : [JSON.stringify(text)]), ...(keys ?? [])].join(' ');
  const title = [action, id, typed].filter((part) => part).join(' ');
  if (!outcome) return { title };
  if (outcome.status !== 'ok') return { title, body: [{ type: 'text', text: outcome.error }] };
  const { screen, changed } = outcome.result;
  const shown = typeof changed === 'string' ? changed : screen;
  return typeof shown === 'string' ? { title, body: [{ type: 'text', text: shown }] } : { title };
}
