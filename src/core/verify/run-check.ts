/** Finds the turn's check and runs it by the path of every call. */

import { exitCodeOf, type Outcome } from '../../protocol/message.ts';
import { shellCall } from '../call/shell-tool.ts';
import { runCall } from '../call/tool-call.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import type { TurnState } from '../turn-state.ts';
import { byProject, type Choice, chooseCommand } from './choose-command.ts';
import { consentTo } from './consent.ts';
import { editedFiles } from './edited-files.ts';
import { usedCheck } from './used-check.ts';

export type CheckEnd =
  | { kind: 'ended'; exitCode: number; timedOut: boolean; output: string; savedPath: string | undefined; id: string }
  /** `changed` names tests changed by the session, if that is why approval was needed and no one could give it. */
  | { kind: 'denied'; why: string; changed?: readonly string[] }
  | { kind: 'not-started' };

export type ChosenCheck = Extract<Choice, { kind: 'run' }>;

export async function findCheck(state: TurnState, live: LiveSession, engine: Engine): Promise<Choice> {
  const { cwd, workflow, approval } = engine.settings;
  const project = await engine.machine.project();
  const edited = editedFiles(state.verification.changes, cwd);
  const choice = chooseCommand({
    input: state.fixed.input,
    configured: workflow.verify_commands,
    isOwn: workflow.hasOwnCommands,
    used: usedCheck(live.work(engine.tools).ran),
    project,
    edited,
  });
  if (choice.kind !== 'run' || choice.by !== 'notes' || approval.attended || approval.autoApprove) return choice;
  const usual = byProject(project, edited); // no one can agree to what the notes say
  return usual.kind === 'run' ? usual : choice;
}

export async function runCheck(
  state: TurnState,
  chosen: ChosenCheck,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<CheckEnd> {
  const { tools } = state.toolbox;
  const { turn, prompt, mode, model } = state.fixed;
  const consent = await consentTo(chosen, state, live, engine);
  const call = shellCall(chosen.command, tools);
  const { outcome, shown } = await runCall(
    call,
    { turn, prompt, tools, mode, model, origin: 'verify', ...(consent.isGiven && { agreed: true as const }) },
    live,
    engine,
    signal,
  );
  const end = endOf(outcome, shown, call.id);
  if (end.kind === 'ended') consent.keep();
  const isAlone = !engine.settings.approval.attended && !consent.isGiven && consent.tests.length > 0;
  return end.kind === 'denied' && isAlone ? { ...end, changed: consent.tests } : end;
}

function endOf(outcome: Outcome, shown: string | undefined, id: string): CheckEnd {
  if (outcome.status === 'denied') return { kind: 'denied', why: shown ?? outcome.error };
  const { stdout = '', stderr = '', timed_out: timedOut, saved_path: saved } = outcome.result ?? {};
  const exitCode = exitCodeOf(outcome);
  if (outcome.status !== 'ok' || exitCode === undefined) return { kind: 'not-started' };
  const output = `${String(stdout)}\n${String(stderr)}`.trim();
  const savedPath = typeof saved === 'string' ? saved : undefined;
  return { kind: 'ended', exitCode, timedOut: timedOut === true, output, savedPath, id };
}
