/** `/jobs`: what runs in the background; `/jobs ID` shows what it printed, `/jobs stop ID` ends it. */

import type { CommandResult } from '../protocol/command.ts';
import { defineCommand } from '../protocol/command.ts';
import type { RunningJob } from '../protocol/surroundings.ts';

const SHOWN_LINES = 40;

export default defineCommand({
  name: 'jobs',
  async run(args, { around }): Promise<CommandResult> {
    const jobs = around.jobs();
    if (jobs.length === 0) return { title: 'No jobs. The model starts one with bash in the background.' };
    if (args === '') {
      const usage = '/jobs ID shows what it printed, /jobs stop ID ends it.';
      return { title: `Jobs. ${usage}`, body: [{ type: 'list', items: jobs.map(jobLine) }] };
    }
    const [, stop, id = ''] = /^(?:(stop)\s+)?(\S+)$/.exec(args) ?? [];
    const job = jobs.find((each) => each.id === id);
    if (!job) return { problem: { title: `No job ${id || args}. Jobs: ${jobs.map((each) => each.id).join(', ')}` } };
    if (!stop) return { title: jobLine(job), body: [{ type: 'text', text: lastLines(job.read().text) }] };
    if (job.state !== 'running') return { title: `${job.id} has ended already (${job.state}).` };
    await job.stop();
    return { title: `Stopped ${jobLine(job)}` };
  },
});

function jobLine({ id, command, state, exitCode, startedAt }: RunningJob): string {
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  const how = state === 'running' ? `running for ${seconds} s` : `${state}, exit ${exitCode ?? '?'}`;
  return `${id}  ${how}  ${command.replace(/\s*\n\s*/g, ' ⏎ ')}`;
}

function lastLines(text: string): string {
  const lines = text.trimEnd().split('\n');
  if (lines.length <= SHOWN_LINES) return lines.join('\n') || '(no output)';
  return [`[${lines.length - SHOWN_LINES} lines before]`, ...lines.slice(-SHOWN_LINES)].join('\n');
}
