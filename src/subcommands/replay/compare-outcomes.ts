/** Compares how a call ended with how it ended before, ignoring what always differs (times, names of scratch files). Pure. */

import { unifiedDiff } from '../../base/text/unified-diff.ts';
import type { Outcome } from '../../protocol/message.ts';
import { VOLATILE_FIELDS } from '../../protocol/volatile-fields.ts';

/** The differences as a unified diff; `undefined` if there are none. */
export async function compareOutcomes(
  recorded: Outcome,
  now: Outcome,
  here: (text: string) => string,
): Promise<string | undefined> {
  return compareTexts(outcomeText(recorded), here(outcomeText(now)));
}

export async function compareTexts(recorded: string, now: string): Promise<string | undefined> {
  const { diff } = await unifiedDiff({ from: 'recorded', to: 'now' }, withoutTimes(recorded), withoutTimes(now));
  return diff === '' ? undefined : diff;
}

/** The sandbox may be another one now. Older logs have no `cuts`, and the texts show the same. */
const PASSING = new Set([...VOLATILE_FIELDS, 'sandbox', 'cuts']);

function outcomeText(outcome: Outcome): string {
  const fields = Object.entries(outcome.result ?? {}).filter(([key]) => !PASSING.has(key));
  const error = outcome.status === 'ok' ? [] : [`error: ${outcome.error}`];
  return `${[`status: ${outcome.status}`, ...error, ...fields.map(fieldText)].join('\n')}\n`;
}

function fieldText([key, value]: [string, unknown]): string {
  if (typeof value === 'string') return value.includes('\n') ? `${key}:\n${value}` : `${key}: ${value}`;
  return `${key}: ${JSON.stringify(value, undefined, 2)}`;
}

/** Masks `(12.4 ms)`, `in 0.03s`, `duration_ms 31.2`: how long something took is not part of its result. */
function withoutTimes(text: string): string {
  return text
    .replace(/\b\d+(?:\.\d+)?\s?(?:ms|µs|s|sec|secs|seconds)\b/g, '<time>')
    .replace(/(duration(?:_ms)?["']?\s*[=:]?\s*)\d+(?:\.\d+)?/g, '$1<time>')
    .replace(/(read the whole output at |saved to )\S+/gi, '$1<file>');
}
