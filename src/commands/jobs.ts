/** `/jobs`: commands running in the background; `/jobs ID` shows the output of one, `/jobs stop ID` ends it. */

import type { CommandResult } from '../protocol/command.ts';
import type { Job } from '../protocol/job.ts';
import type { CommandWords } from '../words/en/commands.ts';
import { defineCommand } from './command.ts';

const SHOWN_LINES = 40;

export default defineCommand({
  name: 'jobs',
  async run(args, { programs: { jobs }, say }): Promise<CommandResult> {
    if (args === '') {
      if (jobs.length === 0) return { title: say.noJobs };
      return { title: say.jobs, body: [{ type: 'list', items: jobs.map((job) => jobLine(job, say)) }] };
    }
    const [, stop, id = ''] = /^(?:(stop)\s+)?(\S+)$/.exec(args) ?? [];
    const job = jobs.find((each) => each.id === id);
    if (!job) return { problem: { title: say.unknownJob(id || args, jobs.map((each) => each.id).join(', ')) } };
    if (!stop) return { title: jobLine(job, say), body: [{ type: 'text', text: lastLines(job.read().text, say) }] };
    if (job.state !== 'running') return { title: say.jobOver(job.id, say.jobStates[job.state]) };
    await job.stop();
    return { title: say.stoppedJob(jobLine(job, say)) };
  },
});

function jobLine({ id, command, state, exitCode, startedAt }: Job, say: CommandWords): string {
  const seconds = Math.max(0, Math.round((Date.now() - startedAt) / 1000));
  const how =
    state === 'running' ? say.runningFor(seconds) : say.stateAndExit(say.jobStates[state], String(exitCode ?? '?'));
  return `${id}  ${how}  ${command.replace(/\s*\n\s*/g, ' ⏎ ')}`;
}

function lastLines(text: string, say: CommandWords): string {
  const lines = text.trimEnd().split('\n');
  if (lines.length <= SHOWN_LINES) return lines.join('\n') || say.noOutput;
  return [say.linesBefore(lines.length - SHOWN_LINES), ...lines.slice(-SHOWN_LINES)].join('\n');
}
