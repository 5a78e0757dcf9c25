/** With `workflow.verify_baseline`, runs the check once before the first edit, so that old failures can be told from new ones. */

import { meantCall, meantTool } from '../call/meant-call.ts';
import { hasShell } from '../call/shell-tool.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import type { Baseline, TurnState } from '../turn-state.ts';
import { isDocument } from '../verify/edited-files.ts';
import { failuresIn } from '../verify/failures.ts';
import { refusedBefore } from '../verify/refusals.ts';
import { isVerifying } from '../verify/should-verify.ts';

export async function takeBaseline(
  state: TurnState,
  live: LiveSession,
  engine: Engine,
  signal: AbortSignal,
): Promise<TurnState> {
  const { baselines } = live;
  const { toolbox, verification } = state;
  const { workflow } = engine.settings;
  if (
    !workflow.verify_baseline ||
    verification.baseline ||
    verification.changes.length > 0 ||
    !editsCode(state, engine)
  )
    return state;
  const { turn, input, mode } = state.fixed;
  if (!isVerifying({ input, isOn: workflow.auto_verify_after_edit, hasShell: hasShell(toolbox.tools), mode }).verify)
    return state;
  const { findCheck, runCheck } = await import('../verify/run-check.ts');
  const choice = await findCheck(state, live, engine);
  if (choice.kind !== 'run' || refusedBefore(live.log.entries, turn, choice.command)) return state;

  const key = `${choice.command}\n${await engine.machine.treeState(signal)}`;
  const known = baselines.get(key);
  if (known) return { ...state, verification: { ...verification, baseline: known } };
  const title = engine.words.turn.baseline(choice.command);
  engine.person.emit({ type: 'notice', level: 'info', view: { title } });
  const run = await runCheck(state, choice, live, engine, signal);
  if (run.kind !== 'ended') return state;
  const baseline: Baseline = { line: choice.command, exitCode: run.exitCode, failures: failuresIn(run.output) };
  baselines.set(key, baseline);
  return { ...state, verification: { ...verification, baseline } };
}

function editsCode({ reply: { calls }, toolbox: { tools } }: TurnState, engine: Engine): boolean {
  return calls.some((call) => {
    if (meantTool(call, tools, engine.tools)?.effect !== 'edit') return false;
    const { tool, args } = meantCall(call, tools, engine.tools);
    if (!tool || !args?.ok) return false;
    return tool.paths?.(args.value).some(({ path, access }) => access === 'write' && !isDocument(path)) ?? false;
  });
}
