/** The shell that runs lines: bash if the system has it. */

import { existsSync } from 'node:fs';

const BASH = '/bin/bash';

let isThere = false;

/** Asked for every command; once found, bash is the shell for the rest of the run. */
export function hasBash(): boolean {
  isThere ||= existsSync(BASH);
  return isThere;
}

export function usualShell(): string {
  return hasBash() ? BASH : '/bin/sh';
}
