/**
 * Ends a job: what it changed, what it cost, what was refused. The result is stored before cleaning up, so that a kill in between loses
 * nothing.
 */

import { cleanLine } from '../../base/text/sanitize.ts';
import { cutShort } from '../../base/text/truncate.ts';
import { repositoryAt } from '../../host/git/repository.ts';
import { answerIn } from '../../log/said-last.ts';
import { moneyOf, spendingOf } from '../../log/spending.ts';
import type { TurnChecks } from '../../protocol/event.ts';
import { type FleetStop, isFinal } from '../../protocol/fleet-job.ts';
import type { FleetResult } from '../../protocol/fleet-result.ts';
import { addUsage, NO_USAGE, type Usage } from '../../protocol/message.ts';
import type { Entry } from '../../protocol/session.ts';
import { writeResult } from '../../session/fleet-jobs.ts';
import { keptBecause } from '../../words/kept-because.ts';
import { priceOf } from '../models/models.ts';
import { patchSince } from './job-patch.ts';
import type { OpenJob } from './open-job.ts';

export interface JobEnd {
  stop: FleetStop;
  exitCode: number;
  error?: string;
  answer: string;
  output?: { value: unknown };
  checks?: TurnChecks;
  skipped: readonly string[];
  durationMs: number;
}

const TITLE = 60;

/** `closing` resolves when the job's agent has ended; its end changes no file. */
export async function finishJob(
  open: OpenJob,
  end: JobEnd,
  closing: Promise<void> | undefined,
  signal: AbortSignal,
): Promise<FleetResult> {
  closing?.catch(() => {}); // awaited below
  const { job, folder, worktree, host, lock, preparation, agent } = open;
  try {
    await preparation.done().catch(() => {}); // already reported
    const { state } = preparation.start;
    const skipped = [...preparation.start.skipped, ...end.skipped];
    const changing: Changed | Promise<Changed> = isFinal(end.stop) ? changedBy(open, skipped, signal) : { patch: '' };
    const { id: session, entries } = agent.session();
    const changed = await changing;
    const { usage, cost } = spentIn(entries, open);
    const answer = end.answer || answerIn(entries); // the run may have been cut short after it had answered
    const result: FleetResult = {
      id: job.id,
      stop: end.stop,
      exit_code: end.exitCode,
      ...(end.error !== undefined && { error: end.error }),
      ...(end.output ? { output: end.output.value } : { answer }),
      patch: changed.patch,
      ...(state.base !== undefined && { base: state.base }),
      ...(changed.branch !== undefined && { branch: changed.branch }),
      ...(end.checks && { checks: end.checks }),
      denied: deniedIn(entries),
      skipped,
      usage,
      ...(cost !== undefined && { cost }),
      session: session ?? '',
      ...(agent.entries.length > 0 && { resumed: true as const }),
      duration_ms: end.durationMs,
    };
    if (!worktree) return await stored(result);
    if (isFinal(end.stop)) await stored(result);
    const { leaveWorktree } = await import('./job-worktree.ts');
    const reasons = await leaveWorktree(host, worktree, signal);
    if (reasons.length === 0) return isFinal(end.stop) ? result : await stored(result);
    const why = isFinal(end.stop) ? [`worktree: kept: ${keptBecause(reasons)}`] : [];
    return await stored({ ...result, worktree: worktree.record.path, skipped: [...skipped, ...why] });
  } finally {
    try {
      await closing;
    } finally {
      await host.close();
      lock.release();
    }
  }

  async function stored(result: FleetResult): Promise<FleetResult> {
    await writeResult(folder, result);
    return result;
  }
}

interface Changed {
  patch: string;
  branch?: string;
}

async function changedBy(
  { job, folder, worktree, host, preparation }: OpenJob,
  skipped: string[],
  signal: AbortSignal,
): Promise<Changed> {
  const { state, look } = preparation.start;
  const { base, tree } = state;
  if (worktree) {
    const { keepWork } = await import('./job-worktree.ts');
    const message = `${titleOf(job.prompt)}\n\nJob: ${job.id}\n`;
    const { branch, patch, error } = await keepWork(host, worktree.record, message, signal);
    if (error !== undefined) skipped.push(`branch: ${error}`);
    if (patch?.ok === false) skipped.push(`patch: ${patch.error}`);
    return { patch: patch?.ok ? patch.text : '', ...(branch !== undefined && { branch }) };
  }
  const top = repositoryAt(job.cwd)?.top;
  const from = job.base === undefined ? tree : base;
  if (top === undefined || from === undefined) return { patch: '' };
  const patch = await (look ? look.patch(signal) : patchSince(host, top, folder, from, signal));
  if (patch.ok) return { patch: patch.text };
  skipped.push(`patch: ${patch.error}`);
  return { patch: '' };
}

function titleOf(prompt: string): string {
  return cutShort(cleanLine(prompt.trim().split('\n')[0] ?? ''), TITLE);
}

function spentIn(entries: readonly Entry[], { app }: OpenJob): { usage: Usage; cost?: number } {
  const { byModel } = spendingOf(entries);
  const usage = [...byModel.values()].reduce((sum, one) => addUsage(sum, one), NO_USAGE);
  const priced = [...byModel.keys()].some((model) => priceOf(model, app.settings));
  const { money } = moneyOf(byModel, (model) => priceOf(model, app.settings));
  return { usage, ...(priced && { cost: money }) };
}

function deniedIn(entries: readonly Entry[]): FleetResult['denied'] {
  return entries.flatMap((entry) => {
    if (entry.type !== 'message' || entry.message.role !== 'tool') return [];
    const { name, outcome } = entry.message;
    return outcome.status === 'denied' ? [{ tool: name, why: outcome.error }] : [];
  });
}
