/** Decides whether coder may run its check without asking: the person agrees once per command, and again when what it runs has changed. */

import { isKnownCheck } from '../../policy/verify-list.ts';
import type { Engine } from '../engine.ts';
import type { LiveSession } from '../live-session.ts';
import type { TurnState } from '../turn-state.ts';
import type { NamedBy } from './choose-command.ts';
import { decidesWhatRuns, editedFiles, isTestFile } from './edited-files.ts';

interface ConsentFacts {
  command: string;
  by: NamedBy;
  /** True if the preset asks before edits; then the first check is asked about too. */
  asksEdits: boolean;
  /** What the session changed that affects the check: nothing, the tests it runs, or files that decide what runs. */
  changed: 'nothing' | 'tests' | 'what-runs';
  /** True if `by: 'settings'` means the person's own settings and no one can be asked: they decided beforehand what to run. */
  isStanding: boolean;
  /** True if the command comes from project settings that have not been trusted. */
  isUntrusted: boolean;
  /** True if the person agreed before to this command with these files. */
  isAgreed: boolean;
}

function mayRunUnasked({ command, by, asksEdits, changed, isStanding, isUntrusted, isAgreed }: ConsentFacts): boolean {
  if (isAgreed) return true;
  if (changed === 'what-runs' || isUntrusted) return false;
  const isFree = !asksEdits && changed === 'nothing';
  switch (by) {
    case 'person':
      return isKnownCheck(command);
    case 'settings':
      return isFree || (!asksEdits && isStanding);
    case 'project':
      return isFree;
    case 'model':
    case 'notes':
      return isFree && isKnownCheck(command);
  }
}

export interface Consent {
  isGiven: boolean;
  /** Tests that the session changed, if they are the only obstacle; otherwise empty. */
  tests: readonly string[];
  /** Records for the session that the person agreed; called once the check ran, so it was not refused. */
  keep(): void;
}

export async function consentTo(
  { command, by }: { command: string; by: NamedBy },
  state: TurnState,
  live: LiveSession,
  engine: Engine,
): Promise<Consent> {
  const { cwd, tables, workflow, approval } = engine.settings;
  const rules = tables.presets[state.fixed.mode.preset]?.rules;
  const asksEdits = (rules?.['edit'] ?? rules?.['*']) !== 'allow';
  const { testScript = '' } = await engine.machine.project();
  const says = (path: string) => decidesWhatRuns(path) || (!asksEdits && (isTestFile(path) || names(testScript, path)));
  const changed = sessionEdits(state, live, engine).filter(says);
  const mark = changed.length === 0 ? '' : await engine.machine.contentMark(changed);
  const key = `${command}\n${cwd}\n${mark}`;
  const { agreed } = live.checks;
  const kind = changed.some(decidesWhatRuns) ? 'what-runs' : changed.length > 0 ? 'tests' : 'nothing';
  const isStanding = workflow.hasOwnCommands && !approval.attended;
  const isUntrusted = by === 'settings' && !workflow.hasOwnCommands && workflow.hasTrustedCommands === false;
  const isAgreed = agreed.has(key);
  const facts: ConsentFacts = { command, by, asksEdits, changed: kind, isStanding, isUntrusted, isAgreed };
  return { isGiven: mayRunUnasked(facts), tests: kind === 'tests' ? changed : [], keep: () => void agreed.add(key) };
}

/** Files changed in the whole session, a resumed one included; relative, each once. */
function sessionEdits(state: TurnState, live: LiveSession, engine: Engine): string[] {
  const now = editedFiles(state.verification.changes, engine.settings.cwd);
  return [...new Set([...live.work(engine.tools).edited, ...live.checks.edited, ...now])].toSorted();
}

/** True if the script names the path, as `node check.cjs` names `check.cjs`. */
function names(script: string, path: string): boolean {
  return script.split(/[\s"']+/).some((word) => word.replace(/^\.\//, '') === path);
}
