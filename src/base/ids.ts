/** Short ids that sort by creation time. */

import { randomText } from './random.ts';

/** A session's id, such as `20261115-093042-k3f9`, readable in a list of files. */
export function sessionId(now = new Date()): string {
  const [date = '', time = ''] = now.toISOString().split('T');
  return `${date.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}-${randomText(4)}`;
}

/** An id such as `turn_m1x2y3z4ab`: unique, ordered, cheap. */
export function newId(prefix: string): string {
  return `${prefix}_${Date.now().toString(36)}${randomText(6)}`;
}
