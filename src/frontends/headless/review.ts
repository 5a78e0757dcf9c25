/** `coder review`: the model judges a change in `plan`, verifiable findings are kept, and the exit code suits hooks and CI. */

import type { AgentOptions } from '../../app/agent-options.ts';
import type { AppSettings } from '../../app/load-app-settings.ts';
import { checkFindings, failing, type Severity } from '../../app/review/findings.ts';
import { type Change, type Range, type Taken, takeDiff } from '../../app/review/take-diff.ts';
import { elapsedMs } from '../../base/elapsed.ts';
import { CoderError } from '../../base/errors.ts';
import type { Language } from '../../base/language.ts';
import { visibleLine } from '../../base/text/visible.ts';
import type { Stamped } from '../../protocol/event.ts';
import { EXIT } from '../../protocol/exit-codes.ts';
import { addUsage, NO_USAGE } from '../../protocol/message.ts';
import { fail, printAll, tell } from '../../subcommands/print.ts';
import type { ReviewWords } from '../../words/en/review.ts';
import { earlyWords, loadWords, type Words } from '../../words/words.ts';
import { leaveBySignal } from './cancel-to-leave.ts';
import { type CheckedAnswer, checkedAnswer, type RunningAgent, refuseRequests } from './converse.ts';
import { followExitCode } from './exit-code.ts';
import { followAnswer } from './follow-answer.ts';
import { ASK_AGAIN, askForReview, findingsIn } from './review/prompt.ts';
import { REVIEW_FORMATS, type Reviewed, type ReviewFormat, reportOf, summary } from './review/report.ts';
import { createTextPrinter } from './text-printer.ts';

export interface ReviewFlags {
  staged: boolean;
  uncommitted: boolean;
  base?: string;
  commit?: string;
  /** How the findings are written; `text` if absent. */
  format?: string;
  /** The severity from which a finding fails the run; `warning` if absent. */
  failOn?: Severity | 'never';
  lang?: Language;
}

/** The flags, with defaults for what was not given. */
interface ReviewChoices extends ReviewFlags {
  format: ReviewFormat;
  failOn: Severity | 'never';
}

export async function runReview(given: AgentOptions, asked: ReviewFlags): Promise<number> {
  const flags = { ...asked, format: await formatOf(asked), failOn: asked.failOn ?? 'warning' };
  // In plan whatever the settings say, with no session on disk and no one to ask, so that nothing is written.
  const agent: AgentOptions = {
    ...given,
    attended: false,
    session: { kind: 'unsaved' },
    flags: { ...given.flags, mode: 'plan' },
  };
  const { loadAppSettings } = await import('../../app/load-app-settings.ts');
  const settings = loadAppSettings(agent);
  const words = await loadWords((await settings).settings.lang);
  process.stderr.on('error', () => {}); // if no one can read the progress, the findings still count
  const stopping = new AbortController();
  const running: RunningAgent = {};
  const leaving = leaveBySignal(running, stopping);
  try {
    const taken = await takeDiff(agent, rangeOf(flags), stopping.signal);
    if (taken.status !== 'ok') return refuse(taken, agent, flags, words.review);
    const { change } = taken;
    try {
      if (change.files.length === 0) return await nothingToReview(flags, agent, words.review);
      return await review(change, { agent, flags, words, settings }, running, () => leaving.code !== undefined);
    } finally {
      await change.close();
    }
  } finally {
    leaving.dispose();
  }
}

async function formatOf({ format: named = 'text', lang }: ReviewFlags): Promise<ReviewFormat> {
  const format = REVIEW_FORMATS.find((each) => each === named);
  if (format) return format;
  const { commandLine } = await earlyWords(process.env, lang);
  throw new CoderError('usage', commandLine.notOneOf('--format', REVIEW_FORMATS, named));
}

function rangeOf({ staged, base, commit }: ReviewFlags): Range {
  if (base !== undefined) return { kind: 'base', ref: base };
  if (commit !== undefined) return { kind: 'commit', ref: commit };
  return { kind: staged ? 'staged' : 'uncommitted' };
}

function refuse(
  taken: Exclude<Taken, { status: 'ok' }>,
  { cwd }: AgentOptions,
  { base, commit }: ReviewFlags,
  say: ReviewWords,
): number {
  const ref = base ?? commit ?? '';
  switch (taken.status) {
    case 'no-repository':
      return fail(say.noRepository(cwd), EXIT.usage);
    case 'unknown-ref':
      return fail(say.unknownRef(ref), EXIT.usage);
    case 'no-common-commit':
      return fail(say.noCommonCommit(ref), EXIT.usage);
    case 'too-large':
      return fail(say.tooLarge, EXIT.usage);
    case 'failed':
      return fail(visibleLine(taken.error), EXIT.error);
    case 'cancelled':
      return EXIT.cancelled;
  }
}

/** Programs still get the document that they expect to read. */
async function nothingToReview({ format }: ReviewChoices, agent: AgentOptions, say: ReviewWords): Promise<number> {
  const isForPerson = format === 'text' || format === 'github';
  if (!isForPerson) await printAll(reportOf({ ...NOTHING, version: agent.version }, format, say));
  (format === 'text' ? process.stdout : process.stderr).write(`${say.nothingToReview}\n`);
  return EXIT.ok;
}

const NOTHING: Omit<Reviewed, 'version'> = {
  findings: [],
  dropped: { malformed: 0, file: 0, line: 0, suggestion: 0, repeated: 0 },
  files: 0,
  stop: 'answered',
  isComplete: true,
  model: '',
  usage: NO_USAGE,
  durationMs: 0,
};

interface ReviewRun {
  agent: AgentOptions;
  flags: ReviewChoices;
  words: Words;
  settings: Promise<AppSettings>;
}

async function review(
  change: Change,
  { agent: options, flags, words, settings }: ReviewRun,
  running: RunningAgent,
  isLeaving: () => boolean,
): Promise<number> {
  const started = elapsedMs();
  const say = words.review;
  const followed = followReview(flags.format, words, refuseRequests(running));
  const { buildAgent } = await import('../../app/build-agent.ts');
  const agent = await buildAgent(options, followed.event, settings);
  running.agent = agent;
  let said: readonly unknown[] | undefined;
  try {
    if (followed.model === 'offline') return fail(say.needsModel, EXIT.error);
    const { text, diff, left } = askForReview(change);
    if (left.length > 0) tell(visibleLine(say.lookedUp(left)));
    if (!isLeaving()) await agent.send({ type: 'submit', text, attached: [{ name: 'the diff', text: diff }] });
    const checked = await checkedAnswer({ agent, followed, check: checkList, isOver: isLeaving });
    if (checked.ok) said = checked.value;
    if (!isLeaving()) await agent.settled();
  } finally {
    await agent.send({ type: 'close' });
  }
  if (isLeaving()) return EXIT.cancelled;
  const { code, error } = followed;
  if (said === undefined && code !== EXIT.limit) {
    if (error !== undefined && flags.format === 'text') return EXIT.error; // already printed
    return fail(error ?? say.noList, EXIT.error);
  }
  const checked = await checkFindings(said ?? [], change.files, change.textOf);
  const reviewed = {
    ...checked,
    files: change.files.length,
    stop: followed.stop,
    isComplete: followed.stop === 'answered',
    model: followed.model,
    usage: followed.usage,
    durationMs: Math.round(elapsedMs() - started),
    version: options.version,
  };
  await printAll(reportOf(reviewed, flags.format, say));
  if (flags.format === 'github')
    process.stderr.write(`${summary(checked.findings, checked.dropped, change.files.length, say)}\n`);
  if (code === EXIT.limit) return EXIT.limit;
  return failing(checked.findings, flags.failOn) > 0 ? EXIT.error : code;
}

function checkList(answer: string): CheckedAnswer<readonly unknown[]> {
  const value = findingsIn(answer);
  return value ? { ok: true, value } : { ok: false, what: 'it is not a list', again: ASK_AGAIN };
}

/** Collects what the events of the run report. Progress goes to standard error if a person reads it. */
function followReview(format: ReviewFormat, words: Words, also: (event: Stamped) => void) {
  const answer = followAnswer();
  const exitCode = followExitCode();
  const printer = createTextPrinter(
    () => {}, // the answer is parsed, not printed
    (text) => (format === 'text' ? process.stderr.write(text) : true),
    words.headless,
  );
  const seen = { text: '', stop: 'failed', error: undefined as string | undefined, model: '', usage: NO_USAGE };
  return {
    get answer() {
      return seen.text;
    },
    get stop() {
      return seen.stop;
    },
    get error() {
      return seen.error;
    },
    get model() {
      return seen.model;
    },
    get usage() {
      return seen.usage;
    },
    get code() {
      return exitCode.code ?? EXIT.error;
    },
    event(event: Stamped): void {
      also(event);
      answer.event(event);
      exitCode.event(event);
      printer.event(event);
      if (event.type === 'message-end') seen.text = answer.text;
      if (event.type === 'state-change' && event.change.model) seen.model = event.change.model;
      if (event.type !== 'turn-end') return;
      seen.usage = addUsage(seen.usage, event.usage);
      if (event.agent !== undefined) return;
      seen.stop = event.reason;
      seen.error = event.error;
    },
  };
}
