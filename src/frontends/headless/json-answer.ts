/** Finds the JSON value in a model's answer. */

import { parseJson } from '../../base/parse-json.ts';

/** `undefined` if the answer is not JSON. A code fence around it is tolerated. */
export function jsonIn(answer: string): unknown {
  const trimmed = answer.trim();
  const isFenced = trimmed.startsWith('```') && trimmed.endsWith('```');
  return parseJson(isFenced ? trimmed.slice(trimmed.indexOf('\n') + 1, -3) : trimmed);
}

/** Like `jsonIn`, but an object may have text around it. */
export function jsonAmid(answer: string): unknown {
  const [first, last] = [answer.indexOf('{'), answer.lastIndexOf('}')];
  return jsonIn(answer) ?? (first < 0 ? undefined : parseJson(answer.slice(first, last + 1)));
}
