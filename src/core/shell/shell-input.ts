/** Runs `! ls`, a command typed by the person: by the same path as the model's calls, shown to the model, without a model call. */

import { exitCodeOf, type NoteMessage, type Outcome } from '../../protocol/message.ts';
import { record } from '../call/record.ts';
import { hasShell, shellCall } from '../call/shell-tool.ts';
import { runCall } from '../call/tool-call.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import { openTurn, type TurnInput, toolsOf } from '../open-turn.ts';
import { reportContext } from '../report-context.ts';
import { persist } from '../stages/persist.ts';
import { NO_TOOLS, type TurnState } from '../turn-state.ts';
import { commandBlock } from './command-block.ts';
import { readShellLine, type ShellLine } from './terminal-input.ts';

export async function runShellInput(
  input: TurnInput,
  typed: string,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<TurnState> {
  const line = readShellLine(typed, { guesses: engine.machine.terminals.isShown });
  return (await runLine(input, { ...line, audience: 'both' }, live, engine, signal)).state;
}

/** `audience`: who sees the output; with `user`, the model does not see the line either. `outcome` is absent if the line was not tried. */
export async function runLine(
  input: TurnInput,
  { command, interactive, audience }: ShellLine & Pick<NoteMessage, 'audience'>,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<{ state: TurnState; outcome?: Outcome }> {
  const { turn, text, mode, agent, model } = input;
  const tools = toolsOf(mode, agent, engine);
  const state = openTurn({ ...input, system: '', toolbox: { ...NO_TOOLS, tools } });
  engine.person.emit({ type: 'turn-start', turn, prompt: state.fixed.prompt, input: text, kind: 'shell' });
  if (audience === 'both') await record(state, { role: 'user', content: [{ type: 'text', text }] }, live, engine);

  const say = async (note: Omit<NoteMessage, 'role' | 'audience'>, rest: Partial<TurnState> = {}) => {
    await record(state, { role: 'note', ...note, audience }, live, engine);
    reportContext(model, live, engine);
    return persist({ ...state, ...rest }, live, engine);
  };
  const fail = async (text: string) => ({ state: await say({ text, failed: true }, { stop: 'failed' }) });
  if (command === '') return fail("command mode error: empty command after '!'");
  if (!hasShell(tools)) return fail(`command mode denied: bash disabled by active agent ${agent.name}`);

  const context = {
    turn,
    prompt: state.fixed.prompt,
    tools,
    mode,
    model,
    origin: 'user' as const,
    unchecked: engine.settings.command_mode.approval === 'direct',
  };
  const call = shellCall(command, tools, { interactive });
  const { outcome, refused, heard } = await runCall(call, context, live, engine, signal);
  const stop = signal.aborted ? 'cancelled' : 'answered';
  return { state: await say(withNotes(noteOf(command, outcome), heard?.notes), { refused, stop }), outcome };
}

/** The output that takes the place of a line; `undefined` if it did not run. */
export function printedBy(outcome: Outcome): string | undefined {
  const { result } = outcome;
  if (!result || result.timed_out === true) return undefined;
  const text = (key: string) => (typeof result[key] === 'string' ? result[key].trimEnd() : '');
  const exitCode = exitCodeOf(outcome) ?? 0;
  const exit = exitCode === 0 ? '' : `[exit ${exitCode}]`;
  return [text('stdout'), text('stderr'), exit].filter((part) => part !== '').join('\n');
}

/** Adds what hooks say about the line. */
function withNotes<Note extends { text: string }>(note: Note, notes: readonly string[] = []): Note {
  return notes.length === 0 ? note : { ...note, text: [note.text, ...notes].join('\n') };
}

function noteOf(line: string, outcome: Outcome): Pick<NoteMessage, 'text' | 'ran'> {
  const { terminal, state, timed_out: timedOut, saved_path: saved } = outcome.result ?? {};
  const exitCode = exitCodeOf(outcome);
  const ran = {
    line,
    ...(exitCode !== undefined && { exitCode }),
    ...(typeof terminal === 'string' && state === 'running' && { terminal }),
    ...(timedOut === true && { timedOut: true as const }),
    ...(typeof saved === 'string' && { saved }),
  };
  return { text: blockOf(line, outcome), ran };
}

function blockOf(command: string, outcome: Outcome): string {
  const { terminal, state, screen } = outcome.result ?? {};
  if (typeof terminal === 'string' && state === 'running') {
    return `$ ${command}\nruns in a terminal: ${terminal} (Home shows it)`;
  }
  if (terminal !== undefined) return commandBlock(command, { ...outcome.result, stdout: screen });
  if (outcome.result) return commandBlock(command, outcome.result);
  return `$ ${command}\n${outcome.status === 'ok' ? '' : outcome.error}`;
}
