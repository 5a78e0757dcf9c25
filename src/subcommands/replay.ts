/** `coder replay ID`: runs a session again without a model and says where the tools' results differ. */

import type { AgentOptions } from '../app/agent-options.ts';
import { sanitize } from '../base/text/sanitize.ts';
import { replaySession } from './replay/replay.ts';

export interface ReplayFlags {
  operands: readonly string[];
  json: boolean;
  yes: boolean;
}

const USAGE = 'usage: coder replay ID [--yes] [--json] ("coder sessions" lists the ids)\n';

export async function runReplay(options: AgentOptions, flags: ReplayFlags): Promise<number> {
  const [id, ...rest] = flags.operands;
  if (id === undefined || rest.length > 0) {
    process.stderr.write(USAGE);
    return 2;
  }
  const controller = new AbortController(); // no agent.ts stands above a replay
  const cancel = () => controller.abort();
  process.once('SIGINT', cancel).once('SIGTERM', cancel);
  const report = await replaySession(options, id, { yes: flags.yes, signal: controller.signal });
  if (controller.signal.aborted) return 130;
  const { turns, compared, differences, notRun, notTakenBack } = report;
  if (flags.json) process.stdout.write(`${JSON.stringify({ session: id, ...report }, undefined, 2)}\n`);
  else {
    const lines = [
      ...notTakenBack.map((path) => `not as it was when the session began: ${path}`),
      ...notRun.map(({ call, why }) => `not run again: ${call} (${why})`),
      ...differences.map(({ call, diff }) => `different: ${call}\n${diff.trimEnd()}\n`),
      `${turns} ${turns === 1 ? 'turn' : 'turns'}, ${compared} results compared, ${differences.length} different, ${notRun.length} not run again`,
    ];
    process.stdout.write(`${lines.map((line) => sanitize(line)).join('\n')}\n`);
  }
  return differences.length === 0 ? 0 : 1;
}
