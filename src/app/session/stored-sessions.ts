/** The sessions of a folder, for front ends that hold several: to list, to read without opening, to delete. */

import type { Entry } from '../../protocol/session.ts';
import { deleteSession } from '../../session/delete.ts';
import { listSessions, type SessionSummary } from '../../session/list.ts';
import { readEntries } from '../../session/log.ts';
import type { AppSettings } from '../load-app-settings.ts';

export interface StoredSessions {
  /** Lists sessions, newest first. */
  list(limit: number): Promise<SessionSummary[]>;
  /** Throws `CoderError('session-not-found')` if there is none. */
  entries(id: string): Entry[];
  /** Throws `CoderError('session-not-found' | 'locked')`. */
  delete(id: string): void;
}

export function storedSessions({ sessionsFolder }: Pick<AppSettings, 'sessionsFolder'>): StoredSessions {
  return {
    list: (limit) => listSessions(sessionsFolder, limit),
    entries: (id) => readEntries(sessionsFolder, id),
    delete: (id) => deleteSession(sessionsFolder, id),
  };
}
