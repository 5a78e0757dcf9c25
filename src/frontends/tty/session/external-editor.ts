/** Opens the text in the person's editor and returns the edited text. */

import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { editorOf } from '../../../base/editor.ts';

/** Rejects with a readable message if the editor cannot be run; `ended` says how it failed. */
export async function editExternally(
  text: string,
  environment: NodeJS.ProcessEnv,
  ended: (editor: string, code: string) => string,
): Promise<string> {
  const { command } = editorOf(environment);
  const folder = await mkdtemp(join(tmpdir(), 'coder-edit-'));
  const file = join(folder, 'message.md');
  try {
    await writeFile(file, text, { mode: 0o600 });
    await run(command, file, ended);
    return (await readFile(file, 'utf8')).replace(/\n$/, '');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Through a shell, because the command may contain arguments. */
function run(command: string, file: string, ended: (editor: string, code: string) => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', `${command} "$1"`, 'sh', file], { stdio: 'inherit' });
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(ended(command, String(code))))));
  });
}
