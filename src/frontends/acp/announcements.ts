/** Tells the client the session's title and commands, each only when it has changed. */

import type { AppSettings } from '../../app/load-app-settings.ts';
import { listCommands } from '../../app/prompt/command-list.ts';
import { titleOf } from '../../log/fold.ts';
import { readInput } from '../../protocol/input.ts';
import type { Entry } from '../../protocol/session.ts';
import type { Words } from '../../words/words.ts';
import type { Update } from './wire.ts';

export interface Announcements {
  tellCommands(): Promise<void>;
  /** Derives the title from the first prompt. */
  tellTitle(prompt: string): void;
}

interface AnnouncementOptions {
  app: AppSettings;
  words: Words;
  /** The log so far. */
  entries: readonly Entry[];
  send(update: Update): void;
}

export function createAnnouncements({ app, words, entries, send }: AnnouncementOptions): Announcements {
  let title = titleOf(entries);
  let commands = '';
  return {
    async tellCommands() {
      const listed = await listCommands(app, words.commands);
      const availableCommands = listed.map(({ name, summary, hint }) => ({
        name,
        description: summary,
        ...(hint !== undefined && { input: { hint } }),
      }));
      const now = JSON.stringify(availableCommands);
      if (now === commands) return;
      commands = now;
      send({ sessionUpdate: 'available_commands_update', availableCommands });
    },
    tellTitle(prompt) {
      if (title !== '' || readInput(prompt).kind !== 'prompt') return;
      title = titleOf([promptEntry(prompt)]);
      if (title !== '') send({ sessionUpdate: 'session_info_update', title });
    },
  };
}

/** The prompt as a log entry, so that `titleOf` derives the same title as it will from the log. */
function promptEntry(text: string): Entry {
  const message = { role: 'user' as const, content: [{ type: 'text' as const, text }] };
  return { type: 'message', turn: '', prompt: '', message, id: '', at: 0 };
}
