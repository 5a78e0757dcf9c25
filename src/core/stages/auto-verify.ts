/** Checks what a turn changed with the project's own check; a failure that can be fixed goes back to the model. */

import { KNOWN_CHECKS } from '../../policy/verify-list.ts';
import type { EnvironmentProblem } from '../../words/en/turn.ts';
import { record } from '../call/record.ts';
import { hasShell } from '../call/shell-tool.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import { tellPerson } from '../tell-person.ts';
import type { Baseline, Check, TurnState } from '../turn-state.ts';
import { askToFix } from '../verify/ask-to-fix.ts';
import type { Choice } from '../verify/choose-command.ts';
import { digestOutput } from '../verify/digest-output.ts';
import { editedFiles, relativeChanges } from '../verify/edited-files.ts';
import { failuresIn, newFailures } from '../verify/failures.ts';
import { freshnessOf } from '../verify/freshness.ts';
import { judgeFailure } from '../verify/judge-failure.ts';
import { type Refused, refusedBefore } from '../verify/refusals.ts';
import { type CheckEnd, type ChosenCheck, findCheck, runCheck } from '../verify/run-check.ts';
import { mayRetry, shouldVerify } from '../verify/should-verify.ts';

/** Lines of a failed check's output that the model is shown. */
const MOST_LINES = 30;

export async function autoVerify(
  state: TurnState,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<TurnState> {
  const { workflow, cwd } = engine.settings;
  const { whyNotRun } = engine.words.turn;
  const { turn, input, mode } = state.fixed;
  const { checks, verifiedChanges, runs } = state.verification;
  const changes = relativeChanges(state.verification.changes, cwd);
  const whether = shouldVerify({
    input,
    changes,
    verifiedChanges,
    runs,
    isOn: workflow.auto_verify_after_edit,
    maxAttempts: workflow.max_verify_attempts,
    hasShell: hasShell(state.toolbox.tools),
    mode,
  });
  if (!whether.verify) {
    if (whether.why === 'declined') await sayNotRun(state, whyNotRun.declined, live, engine);
    if (whether.why === 'no-shell') await sayNotRun(state, whyNotRun.noShell(mode.name), live, engine);
    return state;
  }
  if (freshnessOf(changes, checks)?.kind === 'checked') return state; // already proved
  const choice = await findCheck(state, live, engine);
  if (choice.kind !== 'run') {
    await sayNotRun(state, whyOf(choice, engine), live, engine);
    return state;
  }
  const refused = refusedBefore(live.log.entries, turn, choice.command);
  if (refused) {
    await sayNotRun(state, whyRefused(refused, engine), live, engine);
    return state;
  }
  return verify(state, choice, live, engine, signal);
}

/** Reports each cause once per session. */
async function sayNotRun(state: TurnState, why: string, live: LiveSession, engine: Engine): Promise<void> {
  const text = engine.words.turn.notRun(why);
  if (live.meter.firstTime(text)) await tellPerson(state, 'warn', text, live, engine);
}

async function verify(
  state: TurnState,
  chosen: ChosenCheck,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<TurnState> {
  const words = engine.words.turn;
  const { command } = chosen;
  const of = engine.settings.workflow.max_verify_attempts;
  await tellPerson(state, 'info', words.verifying(command, state.verification.runs, of), live, engine);
  const run = await runCheck(state, chosen, live, engine, signal);
  if (signal.aborted) return { ...state, stop: 'cancelled' };
  if (run.kind === 'denied') {
    const { denied, changedCheck } = words.whyNotRun;
    const [path] = run.changed ?? [];
    const why = path === undefined ? denied(command, run.why) : changedCheck(command, path);
    await sayNotRun(state, why, live, engine);
    return state;
  }
  const { changes, runs } = state.verification;
  const verification = { ...state.verification, runs: runs + 1, verifiedChanges: changes.length };
  const ran: TurnState = { ...state, verification };
  if (run.kind === 'not-started') return bestEffort(ran, command, run.kind, live, engine);
  if (run.exitCode === 0) return withCheck(ran, { line: command, exitCode: 0 });
  const judgement = judgeFailure({ command, ...run }, editedFiles(changes, engine.settings.cwd));
  if (!judgement.fixable) return bestEffort(ran, command, judgement.why, live, engine);
  return afterFailure(ran, command, run, live, engine);
}

/** The check proves nothing about the change, so it is not recorded as one. */
async function bestEffort(
  state: TurnState,
  command: string,
  why: EnvironmentProblem,
  live: LiveSession,
  engine: Engine,
): Promise<TurnState> {
  const { turn: words } = engine.words;
  await tellPerson(state, 'warn', words.bestEffort(command, words.problems[why]), live, engine);
  return state;
}

async function afterFailure(
  state: TurnState,
  command: string,
  run: Extract<CheckEnd, { kind: 'ended' }>,
  live: LiveSession,
  engine: Engine,
): Promise<TurnState> {
  const words = engine.words.turn;
  const of = engine.settings.workflow.max_verify_attempts;
  const { exitCode, output } = run;
  const { baseline, checks, runs } = state.verification;
  const before = baseline?.line === command ? baseline : live.baselines.get(command);
  const failures = failuresIn(output);
  if (before && failsAsBefore(before, exitCode, failures)) {
    await tellPerson(state, 'warn', words.failedBefore(command, exitCode), live, engine);
    return withCheck(state, { line: command, exitCode, failures, asBefore: true });
  }
  const failed = withCheck(state, { line: command, exitCode, failures });
  if (!mayRetry(runs, of)) {
    await tellPerson(state, 'warn', words.verifyFailed(command, exitCode, of, undefined), live, engine);
    return failed;
  }
  await tellPerson(state, 'warn', words.verifyFailed(command, exitCode, of, runs), live, engine);
  const savedPath = run.savedPath ?? (await engine.machine.saveResult(run.id, output));
  const own = checks.find(({ line, exitCode: code }) => line !== command && code === 0)?.line;
  const shown = digestOutput(output, MOST_LINES);
  const text = askToFix({ command, exitCode, output: shown, savedPath, own, known: before?.failures ?? [] });
  await record(failed, { role: 'user', by: 'coder', about: 'check', content: [{ type: 'text', text }] }, live, engine);
  return { ...failed, stop: undefined };
}

/** True if the same failures occur; or, if none can be named, the same exit code. */
function failsAsBefore(before: Baseline, exitCode: number, failures: readonly string[]): boolean {
  if (before.exitCode === 0) return false;
  if (failures.length === 0 && before.failures.length === 0) return before.exitCode === exitCode;
  return failures.length > 0 && newFailures(before.failures, failures).length === 0;
}

function whyOf(choice: Exclude<Choice, { kind: 'run' }>, engine: Engine): string {
  const { noCommand, noScript, offList } = engine.words.turn.whyNotRun;
  if (choice.kind === 'off-list') return offList(choice.command, choice.instead, KNOWN_CHECKS);
  return { 'no-command': noCommand, 'no-script': noScript }[choice.why];
}

function whyRefused(refused: Refused, engine: Engine): string {
  const { refusedProgram, refusedAnything } = engine.words.turn.whyNotRun;
  return refused.what === 'program' ? refusedProgram(refused.line) : refusedAnything(refused.why);
}

function withCheck(state: TurnState, check: Omit<Check, 'afterChanges'>): TurnState {
  const { verification } = state;
  const checks = [...verification.checks, { ...check, afterChanges: verification.changes.length }];
  return { ...state, verification: { ...verification, checks } };
}
