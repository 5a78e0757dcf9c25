/** `task`: hands a piece of work to a sub-agent with its own context and returns its summary. */

import { type Infer, object, string } from '../base/schema.ts';
import { startOf } from '../base/text/truncate.ts';
import { cancelled, defineTool, failed, ok, type Tool } from '../protocol/tool.ts';
import { field } from './for-model/plain-text.ts';

const input = object({ agent: string(), objective: string() });
type Args = Infer<typeof input>;

export function taskTool(): Tool<Args> {
  return defineTool<Args>({
    name: 'task',
    description:
      'Give a self-contained objective to a sub-agent (explore: search and report, read-only; general: any work). It sees nothing of this conversation; you get its summary.',
    input,
    effect: 'none',
    permission: 'task',
    outside: true,
    primaryOnly: true,
    sideBySide: true,
    async execute({ agent, objective }, { delegate, signal }) {
      if (objective.trim() === '') return failed('objective is empty: say what the sub-agent is to find or do.');
      const report = await delegate(agent, objective);
      if (report.ok) return ok({ summary: report.summary, steps: report.steps });
      return signal.aborted ? cancelled() : failed(report.error);
    },
    forModel: field('summary'),
    view({ agent, objective }, outcome) {
      const title = `${agent}: ${startOf(objective.split('\n')[0] ?? '', 80)}`;
      if (outcome?.status !== 'ok') return { title };
      return { title, body: [{ type: 'markdown', text: String(outcome.result.summary) }] };
    },
  });
}
