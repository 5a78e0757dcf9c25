/** Sends a server the newest texts of files, so that its answers are about them. */

import type { Told } from './diagnose.ts';
import type { Running } from './running-servers.ts';

/** The text of a workspace file as tools see it; `undefined` if it cannot be read. */
export type ReadText = (path: string) => Promise<string | undefined>;

export function tell({ server, documents }: Running, path: string, text: string): Told {
  const since = server.pushes;
  return { path, since, ...documents.tell(path, text) };
}

/** Sends the file as it is now. Throws if it cannot be read. */
export async function tellNow(running: Running, path: string, readText: ReadText): Promise<Told> {
  const text = await readText(path);
  if (text === undefined) throw new Error(`${path} cannot be read as text`);
  return tell(running, path, text);
}

/** Sends changes made by commands, hooks and undo before anything is asked. */
export async function refresh({ documents }: Running, readText: ReadText): Promise<void> {
  for (const path of documents.paths) {
    const text = await readText(path);
    if (text === undefined) documents.forget(path);
    else documents.tell(path, text);
  }
}
