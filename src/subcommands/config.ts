/** `coder config`: every setting in force and where it comes from; with operands, works on the person's own file. */

import type { AgentOptions } from '../app/agent-options.ts';
import { loadAppSettings } from '../app/load-app-settings.ts';
import { settingAt } from '../app/setup.ts';
import { placeOf } from '../config/origin.ts';
import { saidIn } from '../words/fault.ts';
import { loadWords } from '../words/words.ts';

interface ConfigFlags {
  operands: readonly string[];
  json: boolean;
}

export async function runConfig(options: AgentOptions, { operands, json }: ConfigFlags): Promise<number> {
  if (operands.length > 0) {
    const { changeConfig } = await import('./config/change.ts');
    return changeConfig(operands, options);
  }
  const { settings, origins, notices } = await loadAppSettings(options);
  const rows = [...origins].map(([key, origin]) => ({ key, value: settingAt(settings, key), ...origin }));
  for (const notice of notices) process.stderr.write(`${notice}\n`);
  if (json) {
    process.stdout.write(`${JSON.stringify(rows, undefined, 2)}\n`);
    return 0;
  }
  const { faults } = await loadWords(settings.lang);
  const texts = rows.map(({ key, value, source, where }) => ({
    key,
    value: JSON.stringify(value),
    where: saidIn(placeOf({ source, where }), faults),
  }));
  const keyWidth = Math.max(...texts.map(({ key }) => key.length));
  const valueWidth = Math.min(40, Math.max(...texts.map(({ value }) => value.length)));
  for (const { key, value, where } of texts) {
    process.stdout.write(`${key.padEnd(keyWidth)}  ${value.padEnd(valueWidth)}  ${where}\n`);
  }
  return 0;
}
