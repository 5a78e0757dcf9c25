/** `coder models`: lists the models of the configured endpoint, and of local servers that answer. */

import type { AgentOptions } from '../app/agent-options.ts';
import { loadAppSettings } from '../app/load-app-settings.ts';
import { findModels } from '../app/models/models.ts';
import { shortLimit } from '../base/text/format-number.ts';
import { cleanLine } from '../base/text/sanitize.ts';
import { loadWords } from '../words/words.ts';

const PATIENCE_MS = 10_000;

export async function runModels(options: AgentOptions, json: boolean): Promise<number> {
  const app = await loadAppSettings(options);
  const found = await findModels(app, options, AbortSignal.timeout(PATIENCE_MS));
  if (json) {
    process.stdout.write(`${JSON.stringify(found, undefined, 2)}\n`);
    return 0;
  }
  const { subcommands: say } = await loadWords(app.settings.lang);
  const { current, problem = '', places } = found;
  process.stdout.write(`${current === undefined ? say.noneInUse(problem) : say.inUse(current)}\n`);
  for (const { name, models, windows, error } of places) {
    process.stdout.write(`\n${name}\n`);
    if (error) process.stdout.write(`  ${cleanLine(error)}\n`);
    for (const model of models) {
      const window = windows?.[model];
      const takes = window === undefined ? '' : `  ${shortLimit(window)}`;
      process.stdout.write(`  ${cleanLine(model)}${takes}\n`);
    }
  }
  return 0;
}
