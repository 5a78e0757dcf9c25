/** What a mode is for: its own summary, or that of the built-in mode with the same name. */

import type { Mode } from '../protocol/mode.ts';
import type { CommandWords } from '../words/en/commands.ts';

export function summaryOf({ name, summary }: Mode, { modes }: CommandWords): string {
  return summary ?? Object.entries(modes).find(([builtIn]) => builtIn === name)?.[1] ?? '';
}
