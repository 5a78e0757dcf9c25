/** Writes all files of a plan, or puts back what was there. */

import { messageOf } from '../../base/errors.ts';
import type { Workspace } from '../../host/workspace.ts';
import { type Failure, failed } from '../../protocol/tool.ts';
import { changes, type Slot } from './plan-patch.ts';

export async function writeAll(slots: readonly Slot[], workspace: Workspace): Promise<Failure | undefined> {
  const changed = slots.filter(changes);
  // What goes away goes first: a folder may take the place of a file, or a name differ in its case only.
  const ordered = [...changed.filter(({ after }) => after === null), ...changed.filter(({ after }) => after !== null)];
  const done: Slot[] = [];
  try {
    for (const slot of ordered) {
      done.push(slot); // also the one that fails: it may have been half done
      await put(workspace, slot.absolute, slot.after, slot.mode);
    }
    return undefined;
  } catch (error) {
    const lost = await putBack(done, workspace);
    const rest = lost.length === 0 ? 'Nothing was applied.' : `These could not be put back: ${lost.join(', ')}`;
    return failed(`${done.at(-1)?.display}: ${messageOf(error)}. ${rest}`);
  }
}

async function put(workspace: Workspace, path: string, bytes: Buffer | null, mode?: number): Promise<void> {
  if (bytes === null) await workspace.removeFile(path);
  else await workspace.writeFile(path, bytes, mode === undefined ? {} : { mode });
}

/** Names what could not be restored. */
async function putBack(done: readonly Slot[], workspace: Workspace): Promise<string[]> {
  const lost: string[] = [];
  for (const { absolute, display, before } of done.toReversed()) {
    try {
      const { kind } = await workspace.resolve(absolute);
      if (before || kind !== 'missing') await put(workspace, absolute, before?.bytes ?? null, before?.mode);
    } catch (error) {
      lost.push(`${display} (${messageOf(error)})`);
    }
  }
  return lost;
}
