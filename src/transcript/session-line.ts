/** A session as one line of a list: when it was last used, and what it is about. */

import type { ListedSession } from '../protocol/session.ts';

export function sessionLine({ id, title, updatedAt, damaged }: ListedSession): string {
  return `${id}  ${localMinute(new Date(updatedAt))}  ${damaged ? '(damaged)' : title || '(nothing said)'}`;
}

/** `2026-11-15 09:30`, by the clock of whoever reads it. */
function localMinute(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
