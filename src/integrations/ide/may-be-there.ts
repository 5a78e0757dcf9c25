/** Tells whether there may be an editor to connect to: checks a few names and opens nothing. */

import { join } from 'node:path';
import { readableNames } from '../../base/files/folder.ts';

/** Where an editor leaves its files, and what it sets in its terminals. */
export interface EditorTraces {
  protocol: 'http' | 'websocket';
  /** Name of the editor, unless its file states one. */
  name: string;
  folder: string;
  /** Pattern of its file names; captures the process and the port if the name contains them. */
  file: RegExp;
  port: string;
  token?: string;
}

export interface Around {
  env: Readonly<Record<string, string | undefined>>;
  home: string | undefined;
  temporary: string;
}

const MOST_FILES = 200;

export function mayBeThere(around: Around): boolean {
  return tracesOf(around).some((traces) => around.env[traces.port] !== undefined || filesOf(traces).length > 0);
}

export function tracesOf({ env, home, temporary }: Around): EditorTraces[] {
  const gemini: EditorTraces = {
    protocol: 'http',
    name: 'VS Code',
    folder: join(temporary, 'gemini', 'ide'),
    file: /^gemini-ide-server-(?<pid>\d{1,10})(?:-(?<port>\d{1,5}))?\.json$/,
    port: 'GEMINI_CLI_IDE_SERVER_PORT',
    token: 'GEMINI_CLI_IDE_AUTH_TOKEN',
  };
  if (home === undefined) return [gemini];
  const file = /^(?<port>\d{1,5})\.lock$/;
  const qwen = join(home, '.qwen', 'ide');
  const claude = join(env.CLAUDE_CONFIG_DIR || join(home, '.claude'), 'ide');
  return [
    gemini,
    { protocol: 'http', name: 'VS Code', folder: qwen, file, port: 'QWEN_CODE_IDE_SERVER_PORT' },
    { protocol: 'websocket', name: '', folder: claude, file, port: 'CLAUDE_CODE_SSE_PORT' },
  ];
}

export function filesOf({ folder, file }: EditorTraces): string[] {
  return readableNames(folder)
    .filter((name) => file.test(name))
    .slice(0, MOST_FILES);
}
