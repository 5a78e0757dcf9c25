/** `coder config`: every setting in force and where it comes from. */

import type { AgentOptions } from '../app/agent-options.ts';
import { loadAppSettings } from '../app/load-app-settings.ts';
import { isPlainObject } from '../base/schema.ts';

export async function runConfig(options: AgentOptions, json: boolean): Promise<number> {
  const { settings, origins, notices } = await loadAppSettings(options);
  const rows = [...origins].map(([key, origin]) => ({ key, value: valueAt(settings, key), ...origin }));
  for (const notice of notices) process.stderr.write(`${notice}\n`);
  if (json) {
    process.stdout.write(`${JSON.stringify(rows, undefined, 2)}\n`);
    return 0;
  }
  const texts = rows.map(({ key, value, where }) => ({ key, value: JSON.stringify(value), where }));
  const keyWidth = Math.max(...texts.map(({ key }) => key.length));
  const valueWidth = Math.min(40, Math.max(...texts.map(({ value }) => value.length)));
  for (const { key, value, where } of texts) {
    process.stdout.write(`${key.padEnd(keyWidth)}  ${value.padEnd(valueWidth)}  ${where}\n`);
  }
  return 0;
}

/** Keys of tables may hold dots themselves (`permission.bash.git log *.md`): the longest key that is there is taken. */
function valueAt(value: unknown, key: string): unknown {
  if (!isPlainObject(value)) return undefined;
  if (Object.hasOwn(value, key)) return value[key];
  for (let dot = key.lastIndexOf('.'); dot > 0; dot = key.lastIndexOf('.', dot - 1)) {
    const section = key.slice(0, dot);
    const found = Object.hasOwn(value, section) ? valueAt(value[section], key.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
