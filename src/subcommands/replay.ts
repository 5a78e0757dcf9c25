/** `coder replay ID`: runs a session again without a model and reports where the tools' results differ. */

import type { AgentOptions } from '../app/agent-options.ts';
import { elapsedMs } from '../base/elapsed.ts';
import { sanitize } from '../base/text/sanitize.ts';
import { EXIT } from '../protocol/exit-codes.ts';
import { failUsage } from './print.ts';
import { replaySession } from './replay/replay.ts';
import { wordsFor } from './words-for.ts';

export interface ReplayFlags {
  operands: readonly string[];
  json: boolean;
  yes: boolean;
}

/** How often progress is reported, since a long session takes minutes. */
const PROGRESS_MS = 2000;

export async function runReplay(options: AgentOptions, flags: ReplayFlags): Promise<number> {
  const [id, ...rest] = flags.operands;
  if (id === undefined || rest.length > 0) return failUsage((await wordsFor(options)).subcommands.replayUsage);
  const controller = new AbortController(); // no engine above a replay has one
  const cancel = () => controller.abort();
  process.once('SIGINT', cancel).once('SIGTERM', cancel);
  const { subcommands: say } = await wordsFor(options);
  let shownAt = elapsedMs();
  const onTurn = (turn: number, of: number) => {
    if (elapsedMs() - shownAt < PROGRESS_MS) return;
    shownAt = elapsedMs();
    process.stderr.write(`${say.replaying(turn, of)}\n`);
  };
  const report = await replaySession(options, id, { yes: flags.yes, signal: controller.signal, onTurn });
  if (controller.signal.aborted) return EXIT.cancelled;
  const { turns, compared, differences, notRun, notTakenBack } = report;
  if (flags.json) process.stdout.write(`${JSON.stringify({ session: id, ...report }, undefined, 2)}\n`);
  else {
    const lines = [
      ...notTakenBack.map((path) => say.notAsAtStart(path)),
      ...notRun.map(({ call, why }) => say.notRunAgain(call, say.whyNotRunAgain[why])),
      ...differences.map(
        ({ call, diff, isMissing }) => `${say.different(call)}\n${isMissing ? say.notMadeAgain : diff.trimEnd()}\n`,
      ),
      say.replayed(turns, compared, differences.length, notRun.length),
    ];
    process.stdout.write(`${lines.map((line) => sanitize(line)).join('\n')}\n`);
  }
  return differences.length === 0 ? 0 : 1;
}
