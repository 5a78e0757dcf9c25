/** Finds the turn's check and runs it by the path of every call. */

import type { Outcome } from '../../protocol/message.ts';
import type { TurnState } from '../../protocol/turn.ts';
import { shellCall } from '../call/shell-tool.ts';
import { runCall } from '../call/tool-call.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import { type Choice, chooseCommand } from './choose-command.ts';
import { decidesWhatRuns, editedFiles } from './edited-files.ts';

export type CheckEnd =
  | { kind: 'ended'; exitCode: number; timedOut: boolean; output: string }
  | { kind: 'denied'; why: string }
  | { kind: 'not-started' };

export async function findCheck(state: TurnState, engine: Engine): Promise<Choice> {
  return chooseCommand({
    input: state.input,
    configured: engine.settings.workflow.verify_commands,
    project: await engine.machine.project(),
    edited: editedFiles(state.changes, engine.settings.cwd),
  });
}

/** A turn that changed what the check runs gets no exemption from policy for it. */
export async function runCheck(
  state: TurnState,
  command: string,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<CheckEnd> {
  const { turn, tools, mode, model } = state;
  const origin = editedFiles(state.changes, engine.settings.cwd).some(decidesWhatRuns) ? 'model' : 'verify';
  const { outcome, shown } = await runCall(
    shellCall(command, tools),
    { turn, tools, mode, model, origin },
    live,
    engine,
    signal,
  );
  return endOf(outcome, shown);
}

function endOf(outcome: Outcome, shown: string | undefined): CheckEnd {
  if (outcome.status === 'denied') return { kind: 'denied', why: shown ?? outcome.error };
  const { exit_code: exitCode, stdout = '', stderr = '', timed_out: timedOut } = outcome.result ?? {};
  if (outcome.status !== 'ok' || typeof exitCode !== 'number') return { kind: 'not-started' };
  const output = `${String(stdout)}\n${String(stderr)}`.trim();
  return { kind: 'ended', exitCode, timedOut: timedOut === true, output };
}
