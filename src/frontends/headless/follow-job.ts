/** Collects from the events of a run what the job's result needs. */

import type { JobEnd } from '../../app/fleet/finish-job.ts';
import type { OpenJob } from '../../app/fleet/open-job.ts';
import { answerIn } from '../../log/said-last.ts';
import type { Stamped, TurnChecks } from '../../protocol/event.ts';
import { EXIT } from '../../protocol/exit-codes.ts';
import { EXIT_RUNNING, type FleetStop } from '../../protocol/fleet-job.ts';
import type { Entry } from '../../protocol/session.ts';
import { followExitCode } from './exit-code.ts';
import { followAnswer } from './follow-answer.ts';
import { createHeartbeat } from './heartbeat.ts';

export interface FollowedJob {
  /** True if the job was answered in an earlier run. */
  readonly hasAnswered: boolean;
  /** Why the last turn stopped. */
  readonly stop: FleetStop;
  readonly answer: string;
  /** Takes the answer of an earlier run; only the job's end is missing. */
  takeAnswer(): void;
  /** Takes a value that matches the job's schema. */
  give(value: unknown): void;
  fail(why: string): void;
  event(event: Stamped): void;
  end(isCancelled: boolean, hasTimedOut: boolean, durationMs: number): JobEnd;
}

/** The job's status after its last turn. */
interface JobStatus {
  stop: FleetStop;
  error: string | undefined;
  checks: TurnChecks | undefined;
}

export function followJob(open: OpenJob, also: (event: Stamped) => void): FollowedJob {
  const { entries } = open.agent;
  const followed = followAnswer();
  const exitCode = followExitCode();
  const beat = createHeartbeat(open);
  const skipped = new Set<string>();
  let status: JobStatus = { stop: lastStop(entries) ?? 'failed', error: undefined, checks: undefined };
  let output: { value: unknown } | undefined;
  let taken: number | undefined;

  return {
    hasAnswered: isEnded(entries),
    get stop() {
      return status.stop;
    },
    get answer() {
      return followed.text || answerIn(entries);
    },
    takeAnswer() {
      taken = EXIT.ok;
    },
    give(value) {
      output = { value };
    },
    fail(why) {
      status = { ...status, stop: 'failed', error: why };
    },
    event(event) {
      also(event);
      followed.event(event);
      exitCode.event(event);
      if (event.type === 'state-change')
        for (const name of [...(event.change.untrusted ?? []), ...(event.change.skipped ?? [])]) skipped.add(name);
      if (event.type === 'message-end' && event.message.role === 'assistant') beat(event.message);
      status = statusAfter(status, event);
    },
    end(isCancelled, hasTimedOut, durationMs) {
      const { stop, error, checks } = status;
      const ended: FleetStop = isCancelled ? 'cancelled' : hasTimedOut ? 'timeout' : stop;
      const code = output || stop === 'answered' ? (exitCode.code ?? taken ?? EXIT.ok) : exitCode.code;
      return {
        stop: ended,
        exitCode: codeFor(ended, code),
        ...(ended === 'failed' && { error: error ?? 'nothing was answered' }),
        answer: followed.text,
        ...(output && { output }),
        ...(checks && { checks }),
        skipped: [...skipped],
        durationMs,
      };
    },
  };
}

function statusAfter(before: JobStatus, event: Stamped): JobStatus {
  if (event.type === 'notice' && event.level === 'error') return { ...before, error: event.view.title };
  if (event.type !== 'turn-end' || event.agent !== undefined) return before;
  return { stop: event.reason, error: event.error, checks: event.checks ?? before.checks };
}

function codeFor(stop: FleetStop, code: number | undefined): number {
  switch (stop) {
    case 'cancelled':
      return EXIT.cancelled;
    case 'failed':
      return EXIT.error;
    case 'running':
      return EXIT_RUNNING;
    case 'answered':
      return code ?? EXIT.ok;
    default:
      return EXIT.limit;
  }
}

function lastStop(entries: readonly Entry[]): FleetStop | undefined {
  const end = entries.findLast((entry) => entry.type === 'turn-end');
  return end?.type === 'turn-end' ? end.reason : undefined;
}

/** True if the last turn came to an end, other than by a cancel or a failure. */
function isEnded(entries: readonly Entry[]): boolean {
  const last = entries.findLast(({ type }) => type === 'turn-end' || type === 'message');
  return last?.type === 'turn-end' && last.reason !== 'cancelled' && last.reason !== 'failed';
}
