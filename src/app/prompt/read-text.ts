/** Reads the text of a workspace file as tools see it, for front ends that show whole files. */

import { CoderError } from '../../base/errors.ts';
import { decodeFile } from '../../base/files/text-file.ts';
import { createWorkspace } from '../../host/files/workspace.ts';
import type { AgentOptions } from '../agent-options.ts';
import type { AppSettings } from '../load-app-settings.ts';
import { withEditor } from '../person/editor-files.ts';

const MOST_BYTES = 4 * 1024 * 1024;

/** The reader returns `undefined` for a file that is missing, not text, too large or outside the workspace. */
export function createTextReader(
  { settings }: AppSettings,
  { cwd, editor }: AgentOptions,
): (path: string) => Promise<string | undefined> {
  const onDisk = createWorkspace({ root: cwd, extraRoots: settings.add_dirs });
  const workspace = editor ? withEditor(onDisk, editor) : onDisk;
  return async (path) => {
    try {
      const { bytes } = await workspace.readFile(path, { maxBytes: MOST_BYTES });
      return decodeFile(bytes)?.text;
    } catch (error) {
      if (error instanceof CoderError) return undefined;
      throw error;
    }
  };
}
