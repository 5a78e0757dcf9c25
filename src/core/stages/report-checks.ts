/** Ends a turn that changed files with one line about their state, based on real exit codes. */

import { truncate } from '../../base/text/truncate.ts';
import { visibleLine } from '../../base/text/visible.ts';
import type { TurnWords } from '../../words/en/turn.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import { tellPerson } from '../tell-person.ts';
import type { Check, TurnState } from '../turn-state.ts';
import { editedFiles, relativeChanges } from '../verify/edited-files.ts';
import { type Freshness, freshnessOf } from '../verify/freshness.ts';

const SHOWN = 80;

export async function reportChecks(state: TurnState, live: LiveSession, engine: Engine): Promise<TurnState> {
  if (state.fixed.agent.kind === 'sub') return state; // its parent's turn reports them
  const { cwd } = engine.settings;
  const { changes, checks } = state.verification;
  const freshness = freshnessOf(relativeChanges(changes, cwd), checks);
  for (const path of editedFiles(changes, cwd)) live.checks.edited.add(path);
  keepResults(checks, live);
  if (freshness) {
    const level = freshness.kind === 'checked' ? 'info' : 'warn';
    await tellPerson(state, level, lineOf(freshness, engine.words.turn), live, engine);
  }
  return state;
}

/** Remembers how each check ended, so that the next turn is not blamed for existing failures. */
function keepResults(checks: readonly Check[], { baselines }: LiveSession): void {
  for (const { line, exitCode, failures } of checks) {
    if (failures !== undefined || exitCode === 0) baselines.set(line, { line, exitCode, failures: failures ?? [] });
  }
}

function lineOf(freshness: Freshness, { checked, failed, notChecked, notCheckedAfter }: TurnWords): string {
  switch (freshness.kind) {
    case 'checked':
      return checked(freshness.lines);
    case 'failed': {
      const { line, exitCode, asBefore } = freshness.check;
      return failed(line, exitCode, asBefore === true);
    }
    case 'not-checked': {
      const { since } = freshness;
      return since.kind === 'file' ? notChecked(visibleLine(since.path)) : notCheckedAfter(truncate(since.line, SHOWN));
    }
  }
}
