/** Folders that a walk through a project leaves out, because what is in them was generated or comes from others. */

const USUAL = ['node_modules', '.git', '.venv', 'vendor', 'target', 'dist'];

/** For walks that look for what could do harm: only folders that are hardly ever anything else. */
export const SKIPPED_ALWAYS: ReadonlySet<string> = new Set(USUAL);

export const SKIPPED_FOLDERS: ReadonlySet<string> = new Set([...USUAL, 'build', 'coverage', '__pycache__']);
