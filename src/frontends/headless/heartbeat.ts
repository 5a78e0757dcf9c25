/** Prints a line to standard error for each step of a job: what it did and what the job has cost so far. */

import type { OpenJob } from '../../app/fleet/open-job.ts';
import { priceOf } from '../../app/models/models.ts';
import { moneyOf, spendingOf, tokensOf } from '../../log/spending.ts';
import type { Heartbeat } from '../../protocol/fleet-job.ts';
import { addUsage, callsOf, type Message, NO_USAGE } from '../../protocol/message.ts';
import { jsonText } from './json-text.ts';

/** Returns a function to call for each message of the model. Counts on from what earlier runs of the job spent. */
export function createHeartbeat({
  job,
  app,
  agent,
}: OpenJob): (message: Extract<Message, { role: 'assistant' }>) => void {
  const before = spendingOf(agent.entries);
  const spent = new Map(before.byModel);
  let tokens = tokensOf(before);
  let step = 0;
  return ({ usage, model, content }) => {
    if (usage) {
      tokens += usage.input + usage.output;
      spent.set(model, addUsage(spent.get(model) ?? NO_USAGE, usage));
    }
    step += 1;
    const calls = callsOf(content).map(({ name }) => name);
    const { money: cost } = moneyOf(spent, (name) => priceOf(name, app.settings));
    const line: Heartbeat = { id: job.id, step, tokens, cost, at: Date.now(), calls };
    process.stderr.write(`${jsonText(line)}\n`);
  };
}
