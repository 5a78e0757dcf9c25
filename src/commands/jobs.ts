/** `/jobs`: commands running in the background; `/jobs ID` shows the output of one, `/jobs stop ID` ends it. */

import type { CommandResult } from '../protocol/command.ts';
import type { Job } from '../protocol/job.ts';
import { defineWords } from '../words/own-words.ts';
import { defineCommand, type Spoken } from './command.ts';
import { programLine } from './program-line.ts';

const SHOWN_LINES = 40;

const words = defineWords({
  en: {
    noJobs: 'No jobs. The model starts one with bash in the background.',
    jobs: 'Jobs. /jobs ID shows the output of one, /jobs stop ID ends it.',
    unknownJob: (id: string, all: string) =>
      all === '' ? `No job ${id}; no job was started.` : `No job ${id}. Jobs: ${all}`,
    jobOver: (id: string, state: string) => `${id} has already ended (${state}).`,
    stoppedJob: (job: string) => `Stopped ${job}`,
    jobStates: { exited: 'exited', stopped: 'stopped' },
    stateAndExit: (state: string, exitCode: string) => `${state}, exit ${exitCode}`,
    noOutput: '(no output)',
    linesBefore: (count: number) => `[${count} lines before]`,
  },
  'zh-CN': {
    noJobs: '没有后台命令。模型可以用 bash 在后台启动。',
    jobs: '后台命令。/jobs ID 查看输出，/jobs stop ID 结束。',
    unknownJob: (id, all) => `没有后台命令 ${id}。${all === '' ? '' : `现有：${all}`}`,
    jobOver: (id, state) => `${id} 已经结束（${state}）。`,
    stoppedJob: (job) => `已停止 ${job}`,
    jobStates: { exited: '已退出', stopped: '已停止' },
    stateAndExit: (state, exitCode) => `${state}，退出码 ${exitCode}`,
    noOutput: '（没有输出）',
    linesBefore: (count) => `[前面还有 ${count} 行]`,
  },
});
type Say = Spoken<typeof words>;

export default defineCommand({
  name: 'jobs',
  words,
  async run(args, { programs: { jobs } }, say): Promise<CommandResult> {
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

function jobLine({ id, command, state, exitCode, startedAt }: Job, say: Say): string {
  const seconds = Math.max(0, Math.round((Date.now() - startedAt) / 1000));
  const how =
    state === 'running' ? say.runningFor(seconds) : say.stateAndExit(say.jobStates[state], String(exitCode ?? '?'));
  return programLine(id, how, command);
}

function lastLines(text: string, say: Say): string {
  const lines = text.trimEnd().split('\n');
  if (lines.length <= SHOWN_LINES) return lines.join('\n') || say.noOutput;
  return [say.linesBefore(lines.length - SHOWN_LINES), ...lines.slice(-SHOWN_LINES)].join('\n');
}
