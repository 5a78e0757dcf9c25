/** `! ls`: the person's own command, by the same path as the model's, told to the model, without a model call. */

import type { Outcome } from '../../protocol/message.ts';
import type { TurnState } from '../../protocol/turn.ts';
import { record } from '../call/record.ts';
import { hasShell, shellCall } from '../call/shell-tool.ts';
import { runCall } from '../call/tool-call.ts';
import { reportContext } from '../report-context.ts';
import type { Services } from '../services.ts';
import { persist } from '../steps/persist.ts';
import { openTurn, type TurnInput, toolsOf } from '../steps/prepare-turn.ts';
import { commandBlock } from './command-block.ts';
import { readShellLine } from './terminal-input.ts';

export async function runShellInput(
  input: TurnInput,
  typed: string,
  services: Services,
  signal: AbortSignal,
): Promise<TurnState> {
  const { turn, text, mode, agent, model } = input;
  const { command, interactive } = readShellLine(typed, services.terminals.isShown);
  const tools = toolsOf(mode, agent, services.tools);
  const state = openTurn({ ...input, system: '', tools });
  services.emit({ type: 'turn-start', turn, prompt: state.prompt, input: text });
  await record(state, { role: 'user', content: [{ type: 'text', text }] }, services);

  const say = async (note: string, rest: Partial<TurnState> = {}) => {
    await record(state, { role: 'note', text: note, audience: 'both' }, services);
    reportContext(model, services);
    return persist({ ...state, ...rest }, services);
  };
  if (command === '') return say("command mode error: empty command after '!'", { stop: 'failed' });
  if (!hasShell(tools)) {
    return say(`command mode denied: bash disabled by active agent ${agent.name}`, { stop: 'failed' });
  }

  const context = { turn, tools, mode, model, origin: 'user' as const, unchecked: !services.commandModeChecks };
  const { outcome, refused } = await runCall(shellCall(command, { interactive }), context, services, signal);
  return say(blockOf(command, outcome), { refused, stop: signal.aborted ? 'cancelled' : 'answered' });
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
