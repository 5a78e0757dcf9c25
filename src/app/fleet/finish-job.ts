/** Ends a job: what it changed, what it cost, what was refused; kept first, cleaned up then, so that a kill in between loses neither. */

import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cleanLine } from '../../base/text/sanitize.ts';
import { repositoryAt } from '../../host/worktree/add-worktree.ts';
import { removeWorktree } from '../../host/worktree/remove-worktree.ts';
import { saidLast } from '../../log/said-last.ts';
import { costOf, spendingOf } from '../../log/spending.ts';
import type { TurnChecks } from '../../protocol/event.ts';
import { type FleetResult, type FleetStop, isFinal } from '../../protocol/fleet-job.ts';
import { addUsage, NO_USAGE, textOf, type Usage } from '../../protocol/message.ts';
import type { Entry } from '../../protocol/session.ts';
import { jobSession, writeResult } from '../../session/fleet-jobs.ts';
import { projectKey } from '../../session/grants.ts';
import { readEntries } from '../../session/log.ts';
import { keptBecause } from '../../words/kept-because.ts';
import { priceOf } from '../models.ts';
import { keepWork, patchOfBranch, patchSince } from './job-patch.ts';
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

/** What coder keeps about a folder that is no more: there is nothing left to undo in it. */
function forgetFolder(notes: string): void {
  rmSync(join(notes, 'undo'), { recursive: true, force: true });
  for (const folder of [join(notes, 'writing'), notes])
    if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}

export async function finishJob(open: OpenJob, end: JobEnd, signal: AbortSignal): Promise<FleetResult> {
  const { job, folder, worktree, host, lock } = open;
  try {
    await open.prepared.catch(() => {}); // it was said already
    const { state } = open;
    const session = jobSession(folder);
    const entries = session === undefined ? [] : readEntries(folder.sessions, session);
    const skipped = [...open.skipped, ...end.skipped];
    const changed = isFinal(end.stop) ? await changedBy(open, skipped, signal) : { patch: '' };
    const { usage, cost } = spentIn(entries, open);
    const answer = end.answer || answerIn(entries);
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
      ...(open.entries.length > 0 && { resumed: true as const }),
      duration_ms: end.durationMs,
    };
    if (!worktree) return await stored(result);
    if (isFinal(end.stop)) await writeResult(folder, result);
    const notes = join(open.app.home, 'projects', projectKey(open.agent.cwd));
    const removed = await removeWorktree(host, worktree.record, 'alone', signal);
    if (removed.status === 'removed') forgetFolder(notes);
    if (removed.status === 'removed') return await stored(result);
    const why = isFinal(end.stop) ? [`worktree: kept: ${keptBecause(removed.because)}`] : [];
    return await stored({ ...result, worktree: worktree.record.path, skipped: [...skipped, ...why] });
  } finally {
    await host.close();
    lock.release();
  }

  async function stored(result: FleetResult): Promise<FleetResult> {
    await writeResult(folder, result);
    return result;
  }
}

async function changedBy(
  { job, folder, state, worktree, host }: OpenJob,
  skipped: string[],
  signal: AbortSignal,
): Promise<{ patch: string; branch?: string }> {
  const { base, tree } = state;
  if (worktree) {
    const kept = await keepWork(host, worktree.record, `${titleOf(job.prompt)}\n\nJob: ${job.id}\n`, signal);
    if (kept.error !== undefined) skipped.push(`branch: ${kept.error}`);
    if (kept.branch === undefined) return { patch: '' };
    const patch = await patchOfBranch(host, worktree.record, signal);
    if (!patch.ok) skipped.push(`patch: ${patch.error}`);
    return { patch: patch.ok ? patch.text : '', branch: kept.branch };
  }
  const top = repositoryAt(job.cwd)?.top;
  const from = job.base === undefined ? tree : base;
  if (top === undefined || from === undefined) return { patch: '' };
  const patch = await patchSince(host, top, folder, from, signal);
  if (patch.ok) return { patch: patch.text };
  skipped.push(`patch: ${patch.error}`);
  return { patch: '' };
}

function titleOf(prompt: string): string {
  const line = cleanLine(prompt.trim().split('\n')[0] ?? '');
  return line.length <= TITLE ? line : `${line.slice(0, TITLE - 1)}…`;
}

function spentIn(entries: readonly Entry[], { app }: OpenJob): { usage: Usage; cost?: number } {
  const { byModel } = spendingOf(entries);
  const usage = [...byModel.values()].reduce((sum, one) => addUsage(sum, one), NO_USAGE);
  const prices = [...byModel].map(([model, used]) => ({ used, price: priceOf(model, app.settings) }));
  const known = prices.flatMap(({ used, price }) => (price ? [costOf(used, price)] : []));
  return { usage, ...(known.length > 0 && { cost: known.reduce((sum, one) => sum + one, 0) }) };
}

function deniedIn(entries: readonly Entry[]): FleetResult['denied'] {
  return entries.flatMap((entry) => {
    if (entry.type !== 'message' || entry.message.role !== 'tool') return [];
    const { name, outcome } = entry.message;
    return outcome.status === 'denied' ? [{ tool: name, why: outcome.error }] : [];
  });
}

/** Of a run that was cut short after it had answered. */
function answerIn(entries: readonly Entry[]): string {
  const last = saidLast(entries).find((message) => message.role === 'assistant');
  return last ? textOf(last.content) : '';
}
