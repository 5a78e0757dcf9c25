/** Checks what a turn changed with the project's own check; a failure that can be fixed goes back to the model. */

import { VERIFY_COMMANDS } from '../../policy/verify-list.ts';
import type { Baseline, Check, TurnState } from '../../protocol/turn.ts';
import type { EnvironmentProblem } from '../../words/en/turn.ts';
import { record } from '../call/record.ts';
import { hasShell } from '../call/shell-tool.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import { tellPerson } from '../tell-person.ts';
import type { Choice } from '../verify/choose-command.ts';
import { editedFiles, relativeChanges } from '../verify/edited-files.ts';
import { failuresIn, newFailures } from '../verify/failures.ts';
import { judgeFailure } from '../verify/judge-failure.ts';
import { findCheck, runCheck } from '../verify/run-check.ts';
import { mayRetry, shouldVerify } from '../verify/should-verify.ts';

/** Of a check's output, what the model is shown: the end, where the summary is. */
const SHOWN_OUTPUT = 6000;

export async function autoVerify(
  state: TurnState,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<TurnState> {
  const { workflow, cwd } = engine.settings;
  const { notRun, whyNotRun } = engine.words.turn;
  const whether = shouldVerify({
    input: state.input,
    changes: relativeChanges(state.changes, cwd),
    verifiedChanges: state.verifiedChanges,
    runs: state.verifyRuns,
    isOn: workflow.auto_verify_after_edit,
    maxAttempts: workflow.max_verify_attempts,
    hasShell: hasShell(state.tools),
    mode: state.mode,
  });
  if (!whether.verify) {
    if (whether.why === 'declined') await tellPerson(state, 'warn', notRun(whyNotRun.declined), live, engine);
    if (whether.why === 'no-shell')
      await tellPerson(state, 'warn', notRun(whyNotRun.noShell(state.mode.name)), live, engine);
    return state;
  }
  const choice = await findCheck(state, engine);
  if (choice.kind !== 'run') {
    await tellPerson(state, 'warn', notRun(whyOf(choice, engine)), live, engine);
    return state;
  }
  return isChecked(state, choice.command) ? state : verify(state, choice.command, live, engine, signal);
}

async function verify(
  state: TurnState,
  command: string,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<TurnState> {
  const words = engine.words.turn;
  const of = engine.settings.workflow.max_verify_attempts;
  await tellPerson(state, 'info', words.verifying(command, state.verifyRuns, of), live, engine);
  const run = await runCheck(state, command, live, engine, signal);
  if (signal.aborted) return { ...state, stop: 'cancelled' };
  if (run.kind === 'denied') {
    await tellPerson(state, 'warn', words.notRun(words.whyNotRun.denied(command, run.why)), live, engine);
    return state;
  }
  const ran: TurnState = { ...state, verifyRuns: state.verifyRuns + 1, verifiedChanges: state.changes.length };
  if (run.kind === 'not-started') return bestEffort(ran, command, run.kind, live, engine);
  if (run.exitCode === 0) return withCheck(ran, { line: command, exitCode: 0 });
  const judgement = judgeFailure({ command, ...run }, editedFiles(state.changes, engine.settings.cwd));
  if (!judgement.fixable) return bestEffort(ran, command, judgement.why, live, engine);
  return afterFailure(ran, command, run, live, engine);
}

/** The check says nothing about the change, so it does not count as one. */
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
  { exitCode, output }: { exitCode: number; output: string },
  live: LiveSession,
  engine: Engine,
): Promise<TurnState> {
  const words = engine.words.turn;
  const of = engine.settings.workflow.max_verify_attempts;
  const before = state.baseline?.line === command ? state.baseline : undefined;
  if (before && failsAsBefore(before, exitCode, output)) {
    await tellPerson(state, 'warn', words.failedBefore(command, exitCode), live, engine);
    return withCheck(state, { line: command, exitCode, asBefore: true });
  }
  const failed = withCheck(state, { line: command, exitCode });
  if (!mayRetry(state.verifyRuns, of)) {
    await tellPerson(state, 'warn', words.verifyFailed(command, exitCode, of, undefined), live, engine);
    return failed;
  }
  await tellPerson(state, 'warn', words.verifyFailed(command, exitCode, of, state.verifyRuns), live, engine);
  const text = askToFix(command, exitCode, output, before?.failures ?? []);
  await record(failed, { role: 'user', by: 'coder', content: [{ type: 'text', text }] }, live, engine);
  return { ...failed, stop: undefined };
}

/** Said to the model; `known` are failures from before its change. */
function askToFix(command: string, exitCode: number, output: string, known: readonly string[]): string {
  const list = known.map((failure) => `- ${failure}`).join('\n');
  const old = `These failed before your change; leave them alone unless you were asked to fix them:\n${list}\n\n`;
  const shown = `${known.length > 0 ? old : ''}${tailOf(output)}`;
  return `Verification failed: \`${command}\` exited with ${exitCode}.\n\n${shown}\n\nPlease fix the cause and verify again.`;
}

/** The same failures; or, if none can be named, the same exit code. */
function failsAsBefore(before: Baseline, exitCode: number, output: string): boolean {
  if (before.exitCode === 0) return false;
  const failures = failuresIn(output);
  if (failures.length === 0 && before.failures.length === 0) return before.exitCode === exitCode;
  return failures.length > 0 && newFailures(before.failures, failures).length === 0;
}

/** The model ran the very same check after its last edit, and it passed. */
function isChecked({ checks, changes }: TurnState, command: string): boolean {
  return checks.some(
    ({ line, exitCode, afterChanges }) => line === command && exitCode === 0 && afterChanges === changes.length,
  );
}

function whyOf(choice: Exclude<Choice, { kind: 'run' }>, engine: Engine): string {
  const { noCommand, noScript, wouldWatch, offList } = engine.words.turn.whyNotRun;
  if (choice.kind === 'off-list') return offList(choice.command, choice.instead, VERIFY_COMMANDS);
  return { 'no-command': noCommand, 'no-script': noScript, 'would-watch': wouldWatch }[choice.why];
}

function withCheck(state: TurnState, check: Omit<Check, 'afterChanges'>): TurnState {
  return { ...state, checks: [...state.checks, { ...check, afterChanges: state.changes.length }] };
}

function tailOf(output: string): string {
  return output.length <= SHOWN_OUTPUT ? output : `[…]\n${output.slice(-SHOWN_OUTPUT)}`;
}
