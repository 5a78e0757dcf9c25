/** Formats a session as one line of a list: when it was last used, and what it is about. */

import type { ListedSession } from '../protocol/session.ts';

/** Shown instead of a title that is missing. */
export interface SessionMarks {
  damaged: string;
  empty: string;
}

export function sessionLine({ id, title, name, updatedAt, damaged }: ListedSession, marks: SessionMarks): string {
  const about = damaged ? marks.damaged : title || marks.empty;
  return `${id}  ${localMinute(new Date(updatedAt))}  ${name === undefined ? '' : `[${name}] `}${about}`;
}

/** Such as `2026-11-15 09:30`, in the reader's time zone. */
function localMinute(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
