/** `coder run --spec`: reads one JSON object, writes one, prints a line per step to standard error, and never waits for a person. */

import { readFileSync, utimesSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AgentOptions } from '../../app/agent-options.ts';
import { buildAgent } from '../../app/build-agent.ts';
import { followForGit } from '../../app/fleet/early-patch.ts';
import { finishJob } from '../../app/fleet/finish-job.ts';
import { type JobOpening, type OpenJob, openJob } from '../../app/fleet/open-job.ts';
import { mayHaveHooks } from '../../app/hooks/may-have-hooks.ts';
import type { AppSettings } from '../../app/load-app-settings.ts';
import { elapsedMs } from '../../base/elapsed.ts';
import { CoderError, codeOf, messageOf } from '../../base/errors.ts';
import { writeAtomic } from '../../base/files/atomic-write.ts';
import { isPlainObject } from '../../base/schema.ts';
import type { AgentHandle } from '../../protocol/agent.ts';
import { EXIT } from '../../protocol/exit-codes.ts';
import type { Fault } from '../../protocol/fault.ts';
import { EXIT_RUNNING } from '../../protocol/fleet-job.ts';
import type { FleetResult } from '../../protocol/fleet-result.ts';
import { readInput } from '../../protocol/input.ts';
import { fail, failUsage, printAll } from '../../subcommands/print.ts';
import { wordsFor } from '../../subcommands/words-for.ts';
import { saidIn } from '../../words/fault.ts';
import { jobFault } from '../../words/job-fault.ts';
import type { Leaving } from '../leaving.ts';
import { leaveBySignal } from './cancel-to-leave.ts';
import { type CheckedAnswer, checkedAnswer, type RunningAgent, refuseRequests } from './converse.ts';
import { type FollowedJob, followJob } from './follow-job.ts';
import { jsonIn } from './json-answer.ts';
import { jsonText } from './json-text.ts';

export interface JobFlags {
  spec?: string;
  result?: string;
}

const ALIVE_MS = 10_000;

export async function runJob(options: AgentOptions, flags: JobFlags): Promise<number> {
  const words = () => wordsFor(options);
  if (flags.spec === undefined) return failUsage((await words()).subcommands.runUsage);
  process.stderr.on('error', () => {}); // if no one reads the steps, the result still counts
  const read = await readSpec(flags.spec);
  if (!read.ok) return fail(saidIn(read.why, (await words()).faults), EXIT.usage);
  const running: RunningAgent = {};
  const stopping = new AbortController();
  const leaving = leaveBySignal(running, stopping);
  const opening = await openJob(options, read.value, stopping.signal);
  if (opening.kind === 'refused' && leaving.code !== undefined) {
    const id = isPlainObject(read.value) && typeof read.value.id === 'string' ? read.value.id : '';
    const { emptyResult } = await import('../../protocol/fleet-result.ts');
    return give(emptyResult(id, 'cancelled', EXIT.cancelled), flags.result);
  }
  if (opening.kind === 'refused') return fail(saidIn(opening.why, (await words()).faults), EXIT.usage);
  return answer(opening, flags, (open) => work(open, running, leaving));
}

async function answer(
  opening: Exclude<JobOpening, { kind: 'refused' }>,
  { result: file }: JobFlags,
  work: (open: OpenJob) => Promise<FleetResult>,
): Promise<number> {
  switch (opening.kind) {
    case 'running': {
      const { id, pid, host } = opening;
      const text = jsonText({ id, stop: 'running', exit_code: EXIT_RUNNING, pid, host });
      (file === undefined ? process.stdout : process.stderr).write(`${text}\n`); // the file belongs to the process that runs the job
      return EXIT_RUNNING;
    }
    case 'finished':
      return give(opening.result, file);
    case 'open':
      return give(await work(opening.open), file);
  }
}

async function give(result: FleetResult, file: string | undefined): Promise<number> {
  const text = `${jsonText(result)}\n`;
  if (file !== undefined) await writeAtomic(resolve(file), text, { durable: true });
  else await printAll(text);
  return result.exit_code;
}

async function readSpec(spec: string): Promise<{ ok: true; value: unknown } | { ok: false; why: Fault }> {
  try {
    const text = spec === '-' ? await readStandardInput() : readFileSync(resolve(spec), 'utf8');
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const what = spec === '-' ? jobFault('standardInput') : spec;
    if (error instanceof SyntaxError) return { ok: false, why: jobFault('inputNotJson', what, error.message) };
    if (codeOf(error) === undefined || error instanceof CoderError) throw error;
    return { ok: false, why: jobFault('inputNotRead', what, messageOf(error)) };
  }
}

async function readStandardInput(): Promise<string> {
  return (await import('./input.ts')).readText(process.stdin);
}

async function work(open: OpenJob, running: RunningAgent, leaving: Leaving): Promise<FleetResult> {
  const started = elapsedMs();
  let closing: Promise<void> | undefined;
  const cancel = () => void running.agent?.send({ type: 'cancel' });
  const forGit = followForGit(open, mayChangeAtOnce(open), cancel);
  const refuse = refuseRequests(running);
  const follow = followJob(open, (event) => {
    forGit(event);
    refuse(event);
  });
  let hasTimedOut = false;
  const { timeout_s: seconds } = open.job;
  const timer = seconds === undefined ? undefined : setTimeout(timeOut, seconds * 1000);
  const alive = setInterval(() => touch(open), ALIVE_MS);
  alive.unref();
  try {
    const agent = await buildAgent(open.agent.options, follow.event, settingsFor(open));
    running.agent = agent;
    try {
      if (mayChangeAtOnce(open)) await open.preparation.done();
      if (leaving.code === undefined)
        await converse(open, agent, follow, () => leaving.code !== undefined || hasTimedOut);
      if (leaving.code === undefined) await agent.settled();
      await open.preparation.done();
    } finally {
      const closed = agent.send({ type: 'close' });
      if (open.preparation.start.look?.isSettled) closing = closed;
      else await closed; // running work may change files until it has ended
    }
  } catch (error) {
    follow.fail(messageOf(error));
  } finally {
    clearTimeout(timer);
    clearInterval(alive);
  }
  const end = follow.end(leaving.code !== undefined, hasTimedOut, Math.round(elapsedMs() - started));
  return finishJob(open, end, closing, new AbortController().signal);

  function timeOut(): void {
    hasTimedOut = true;
    cancel();
  }
}

/** True if something other than the model's calls may change files: a hook, or a command at the start of the prompt. */
function mayChangeAtOnce({ app, job }: OpenJob): boolean {
  const { kind } = readInput(job.prompt);
  return mayHaveHooks(app) || kind === 'command' || kind === 'shell';
}

/** The settings read to open the job, if it works in the same folder. */
function settingsFor({ app, worktree, folder }: OpenJob): Promise<AppSettings> | undefined {
  return worktree ? undefined : Promise.resolve({ ...app, sessionsFolder: folder.sessions });
}

/** Submits the prompt or continues the job, and asks again if the answer does not match the schema. */
async function converse(open: OpenJob, agent: AgentHandle, follow: FollowedJob, isOver: () => boolean): Promise<void> {
  const { job } = open;
  const schema = job.output_schema;
  const asked = schema === undefined ? job.prompt : `${job.prompt}\n\n${ANSWER_AS_JSON}\n${JSON.stringify(schema)}`;
  if (open.agent.entries.length === 0) await agent.send({ type: 'submit', text: asked });
  else if (follow.hasAnswered) follow.takeAnswer();
  else await agent.send({ type: 'continue' });
  if (schema === undefined) return;
  if (isOver() || follow.stop !== 'answered') return;
  const checked = await checkedAnswer({ agent, followed: follow, isOver, check: (text) => checkValue(text, schema) });
  if (isOver() || follow.stop !== 'answered') return;
  if (checked.ok) follow.give(checked.value);
  else follow.fail(`the answer does not match output_schema: ${checked.what}`);
}

async function checkValue(answer: string, schema: Record<string, unknown>): Promise<CheckedAnswer<unknown>> {
  const value = jsonIn(answer);
  const problems = value === undefined ? ['it is not JSON'] : await problemsOf(value, schema);
  if (problems.length === 0) return { ok: true, value };
  const what = problems.slice(0, 10).join('; ');
  return { ok: false, what, again: `${NOT_VALID} ${what}` };
}

async function problemsOf(value: unknown, schema: Record<string, unknown>): Promise<readonly string[]> {
  return (await import('../../base/json-value-schema.ts')).problemsOf(value, schema);
}

const ANSWER_AS_JSON =
  'When everything is done, your last message must be one JSON value and nothing else: no text around it, no code fence. It must be valid against this JSON Schema:';
const NOT_VALID =
  'Your last message must be one JSON value that is valid against the schema, and nothing else. It is not:';

/** Refreshes the lock, so that others, also on another machine, see that this process is alive. */
function touch({ folder }: OpenJob): void {
  const now = new Date();
  try {
    utimesSync(folder.lock, now, now);
  } catch (error) {
    if (codeOf(error) === undefined) throw error; // the disk is full or gone; the work continues
  }
}
