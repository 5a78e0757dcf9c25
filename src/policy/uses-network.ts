/** Whether a command is known to talk to servers or other machines; under a layer without sockets it would only fail. Pure. */

import { programNamed } from './programs/table.ts';
import type { JudgedCommand } from './shell/judge/analyse.ts';
import { programName } from './shell/walk/simple-command.ts';

/** Subcommands of package managers that download; the rest build and test. */
const FETCHES =
  /^(?:i|in|install|ci|add|update|upgrade|up|fetch|download|sync|require|get|dlx|x|exec|create|init|outdated|audit|view|info|search|login|publish|mod|restore)$/;

export function usesNetwork({ name, words }: Pick<JudgedCommand, 'name' | 'words'>): boolean {
  const program = programNamed(programName(name));
  if (program?.sends !== undefined || program?.downloads || program?.contacts) return true;
  const first = words.slice(1).find(({ value }) => value !== undefined && !value.startsWith('-'));
  return program?.installs === true && first?.value !== undefined && FETCHES.test(first.value);
}
