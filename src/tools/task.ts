/** Hands a piece of work to a sub-agent with its own context and brings back its summary. */

import * as s from '../base/schema.ts';
import { defineTool, failed, ok } from '../protocol/tool.ts';

export const taskTool = () =>
  defineTool({
    name: 'task',
    description:
      'Give a self-contained objective to a sub-agent (explore: search and report, read-only; general: any work). It sees nothing of this conversation; you get its summary.',
    effect: 'none',
    permission: 'task',
    outside: true,
    primaryOnly: true,
    input: s.object({ agent: s.string(), objective: s.string() }),
    async execute({ agent, objective }, { delegate, signal }) {
      if (objective.trim() === '') return failed('objective is empty: say what the sub-agent is to find or do.');
      const report = await delegate(agent, objective);
      if (report.ok) return ok({ summary: report.summary, steps: report.steps });
      return signal.aborted ? { status: 'cancelled', error: 'Cancelled.' } : failed(report.error);
    },
    view({ agent, objective }, outcome) {
      const title = `${agent}: ${objective.split('\n')[0]?.slice(0, 80) ?? ''}`;
      if (outcome?.status !== 'ok') return { title };
      return { title, body: [{ type: 'markdown', text: String(outcome.result.summary) }] };
    },
  });
