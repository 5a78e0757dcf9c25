/** Writes all files of a plan, or restores what was there. */

import { codeOf, messageOf } from '../../base/errors.ts';
import type { Workspace } from '../../host/files/workspace.ts';
import { type Failure, failed } from '../../protocol/tool.ts';
import { changes, type Slot } from './slot.ts';

export async function writeAll(
  slots: readonly Slot[],
  workspace: Workspace,
  call: string,
): Promise<Failure | undefined> {
  const changed = slots.filter(changes);
  const files = changed.map(({ absolute, before, after }) => ({ path: absolute, before, after }));
  return workspace.together(call, files, () => writeInOrder(changed, workspace));
}

async function writeInOrder(changed: readonly Slot[], workspace: Workspace): Promise<Failure | undefined> {
  // Deletions come first: a folder may replace a file, or two names may differ in case only.
  const ordered = [...changed.filter(({ after }) => after === null), ...changed.filter(({ after }) => after !== null)];
  const done: Slot[] = [];
  try {
    for (const slot of ordered) {
      done.push(slot); // includes the one that fails, which may be half written
      await put(workspace, slot.absolute, slot.after, { mode: slot.mode, over: slot.before ?? null });
    }
    return undefined;
  } catch (error) {
    const failing = done.at(-1)?.display;
    if (codeOf(error) === 'stale') done.pop(); // the content now there belongs to someone else
    const lost = await putBack(done, workspace);
    const rest = lost.length === 0 ? 'Nothing was applied.' : `These could not be put back: ${lost.join(', ')}`;
    return failed(`${failing}: ${messageOf(error).replace(/\.$/, '')}. ${rest}`);
  }
}

async function put(
  workspace: Workspace,
  path: string,
  bytes: Buffer | null,
  options: NonNullable<Parameters<Workspace['writeFile']>[2]>,
): Promise<void> {
  if (bytes === null) await workspace.removeFile(path, options);
  else await workspace.writeFile(path, bytes, options);
}

/** Returns the files that could not be restored. */
async function putBack(done: readonly Slot[], workspace: Workspace): Promise<string[]> {
  const lost: string[] = [];
  for (const { absolute, display, before } of done.toReversed()) {
    try {
      const { kind } = await workspace.resolve(absolute);
      if (before || kind !== 'missing') await put(workspace, absolute, before?.bytes ?? null, { mode: before?.mode });
    } catch (error) {
      lost.push(`${display} (${messageOf(error)})`);
    }
  }
  return lost;
}
