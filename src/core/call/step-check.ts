/** Reports what a step broke, according to language servers: checked once, with the result of the step's last edit. */

import { shownPath } from '../../base/files/paths.ts';
import type { CodeCheck, CodeProblem } from '../../protocol/lsp.ts';
import type { ToolCall } from '../../protocol/message.ts';
import type { Engine } from '../engine.ts';
import type { TurnState } from '../turn-state.ts';
import type { CallResult } from './call-results.ts';
import { meantCall } from './meant-call.ts';

export interface StepCheck {
  /** Called before calls run; records the existing errors in files they may change. */
  before(calls: readonly ToolCall[]): Promise<void>;
  /** Adds what the step broke to the result, if this is the step's last edit. */
  after(call: ToolCall, result: CallResult, signal: AbortSignal): Promise<CallResult>;
}

/** Texts for the model. */
const NOT_CHECKED = 'types: not checked';
const NEW_ERRORS = 'The edit is applied. Errors that were not there before this step:';

/** `undefined` if the step edits nothing. */
export function startStepCheck(
  { reply: { calls }, toolbox: { tools } }: TurnState,
  engine: Pick<Engine, 'machine' | 'tools' | 'settings'>,
  code: CodeCheck,
): StepCheck | undefined {
  const edits = (call: ToolCall) => meantCall(call, tools, engine.tools).tool?.effect === 'edit';
  const last = calls.findLast(edits);
  if (!last) return undefined;
  const edited: string[] = [];
  return {
    async before(group) {
      const named = group.filter(edits).flatMap((call) => {
        const { tool, args } = meantCall(call, tools, engine.tools);
        const uses = args?.ok ? (tool?.paths?.(args.value) ?? []) : [];
        return uses.filter(({ access }) => access === 'write').map(({ path }) => path);
      });
      const places = await Promise.all(named.map((path) => engine.machine.resolve(path)));
      const inside = places.filter((place) => place.inside).map(({ path }) => path);
      if (inside.length > 0) await code.before(inside);
    },
    async after(call, result, signal) {
      edited.push(...result.edited);
      if (call !== last || edited.length === 0 || signal.aborted) return result;
      const report = await code.after(edited, signal);
      if (!report) return result;
      if (report.status === 'not-checked') return withText(result, NOT_CHECKED, { types: 'not checked' });
      if (report.errors.length === 0) return result;
      const shown = report.errors.map((error) => problemLine(error, engine.settings.cwd));
      return withText(result, [NEW_ERRORS, ...shown].join('\n'), { new_errors: shown });
    },
  };
}

function withText(result: CallResult, text: string, fields: Record<string, unknown>): CallResult {
  const { outcome } = result;
  const kept = { ...outcome.result, ...fields };
  return {
    ...result,
    outcome: outcome.status === 'ok' ? { ...outcome, result: kept } : { ...outcome, result: kept },
    ...(result.text !== undefined && { text: `${result.text}\n${text}` }),
  };
}

function problemLine({ path, line, message, code }: CodeProblem, cwd: string): string {
  return `${shownPath(cwd, path)}:${line}${code === undefined ? '' : ` ${code}`}: ${message.replaceAll('\n', ' ')}`;
}
