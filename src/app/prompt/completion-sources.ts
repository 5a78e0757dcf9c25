/** Completions for the terminal: commands and their arguments, and the files of the workspace. */

import { realpathSync } from 'node:fs';
import { elapsedMs } from '../../base/elapsed.ts';
import { withoutReplaced } from '../../commands/command.ts';
import { summaryOf } from '../../commands/mode-summary.ts';
import { commandRows } from '../../commands/rows.ts';
import { createSearch } from '../../host/search/search.ts';
import type { Mode } from '../../protocol/mode.ts';
import { EXPORT_FORMATS } from '../../protocol/session.ts';
import { listSessions } from '../../session/list.ts';
import type { CommandWords } from '../../words/en/commands.ts';
import { loadWords } from '../../words/words.ts';
import type { AgentOptions } from '../agent-options.ts';
import type { AppSettings } from '../load-app-settings.ts';
import { findModels } from '../models/models.ts';
import { findAppCommands } from './custom-commands.ts';

interface Candidate {
  value: string;
  detail?: string;
}

export interface AppCompletions {
  /** Names without the slash. */
  commands(): Promise<Candidate[]>;
  argumentsOf(command: string): Promise<Candidate[]>;
  /** The files; the same list for a while, so that an index over it can be kept. */
  files(): Promise<ListedFiles>;
}

interface ListedFiles {
  paths: readonly string[];
  /** True if there are more files than could be listed. */
  isPartial: boolean;
}

const MOST_FILES = 500_000;
const FRESH_MS = 10_000;
const SHOWN_SESSIONS = 50;

/** `settings` may still be loading; errors in them are reported by the caller that builds the agent. */
export function createAppCompletions(options: AgentOptions, settings: Promise<AppSettings>): AppCompletions {
  let listed: { at: number; files: Promise<ListedFiles> } | undefined;

  return {
    async commands() {
      const app = await settings;
      const { lang } = app.settings;
      const { commands: say } = await loadWords(lang);
      const { commands } = await findAppCommands(app);
      const rows = withoutReplaced(commandRows(), commands).map(({ name, summary }) => ({
        value: name,
        detail: summary[lang],
      }));
      const own = commands.map(({ name, description }) => ({ value: name, detail: description }));
      return [...rows, ...modesOf(app.tables.modes, say), ...own];
    },
    async argumentsOf(command) {
      const { tables, sessionsFolder, settings: chosen } = await settings;
      switch (command) {
        case 'mode':
          return modesOf(tables.modes, (await loadWords(chosen.lang)).commands);
        case 'permissions':
          return [...Object.keys(tables.presets), 'why', 'revoke'].map((value) => ({ value }));
        case 'export':
          return EXPORT_FORMATS.map((value) => ({ value }));
        case 'model': {
          const { places } = await findModels(await settings, options, AbortSignal.timeout(FRESH_MS));
          return places.flatMap(({ name, models }) => models.map((value) => ({ value, detail: name })));
        }
        case 'resume': {
          const sessions = await listSessions(sessionsFolder, SHOWN_SESSIONS);
          return sessions.map(({ id, title }) => ({ value: id, ...(title && { detail: title }) }));
        }
        default:
          return [];
      }
    },
    files() {
      const now = elapsedMs();
      if (!listed || now - listed.at > FRESH_MS) listed = { at: now, files: listFiles() };
      return listed.files;
    },
  };

  async function listFiles(): Promise<ListedFiles> {
    const { cwd, env } = options;
    const search = createSearch({ env, avoid: [cwd] });
    const { files, truncated } = await search.files({
      root: realpathSync(cwd),
      limit: MOST_FILES,
      signal: AbortSignal.timeout(FRESH_MS),
    });
    const folders = new Set<string>();
    for (const file of files) {
      for (let slash = file.indexOf('/'); slash > 0; slash = file.indexOf('/', slash + 1))
        folders.add(file.slice(0, slash + 1));
    }
    return { paths: [...folders, ...files], isPartial: truncated };
  }
}

function modesOf(modes: Readonly<Record<string, Mode>>, say: CommandWords): Candidate[] {
  return Object.values(modes).map((mode) => ({ value: mode.name, detail: summaryOf(mode, say) }));
}
