/** The shell that runs lines: bash if the system has it. */

import { existsSync } from 'node:fs';

const BASH = '/bin/bash';

export function hasBash(): boolean {
  return existsSync(BASH);
}

export function usualShell(): string {
  return hasBash() ? BASH : '/bin/sh';
}
