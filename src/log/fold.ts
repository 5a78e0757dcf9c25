/** Pure folds over the entries of a session's log: todos, settings, grants, usage, title. */

import { addUsage, isByPerson, NO_USAGE, textOf, type Usage } from '../protocol/message.ts';
import { type Grant, isSameScope } from '../protocol/policy.ts';
import type { Entry } from '../protocol/session.ts';
import type { Todo } from '../protocol/view.ts';

const TITLE_LENGTH = 60;

export function todosOf(entries: readonly Entry[]): Todo[] {
  return entries.findLast((entry) => entry.type === 'todos')?.items ?? [];
}

export function settingOf(entries: readonly Entry[], key: (Entry & { type: 'setting' })['key']): string | undefined {
  const last = entries.findLast((entry) => entry.type === 'setting' && entry.key === key);
  return last?.type === 'setting' ? last.value : undefined;
}

/** Only grants given since the process started count, because the log is in the workspace and a repository could have shipped it. */
export function addGrant(grants: readonly Grant[], entry: Entry): readonly Grant[] {
  switch (entry.type) {
    case 'start':
      return [];
    case 'grant':
      return [...grants, entry.grant];
    case 'revoke':
      return grants.filter((grant) => !isSameScope(grant, entry.scope));
    default:
      return grants;
  }
}

export function usageOf(entries: readonly Entry[]): Usage {
  return entries.reduce((sum, entry) => (entry.type === 'turn-end' ? addUsage(sum, entry.usage) : sum), NO_USAGE);
}

/** The given title, otherwise the first line the user wrote. Masks secrets before cutting, so that none is cut in two. */
export function titleOf(entries: readonly Entry[], mask = (text: string) => text): string {
  const given = settingOf(entries, 'title');
  if (given) return cleanTitle(mask(given));
  for (const entry of entries) {
    if (entry.type !== 'message' || !isByPerson(entry.message)) continue;
    const title = cleanTitle(mask(textOf(entry.message.content)));
    if (title) return title;
  }
  return '';
}

/** The person's last message, with its prompt's id. */
export function lastPrompt(entries: readonly Entry[]): { prompt: string; text: string } | undefined {
  const entry = entries.findLast((one) => one.type === 'message' && isByPerson(one.message));
  if (entry?.type !== 'message' || !isByPerson(entry.message)) return undefined;
  return { prompt: entry.prompt, text: textOf(entry.message.content) };
}

/** One line without control or hidden characters, short enough for a list. */
function cleanTitle(text: string): string {
  const line = text.split(/[\r\n\u2028\u2029]/).find((part) => part.trim() !== '') ?? '';
  const spaced = line.replace(/\t/g, ' ');
  const clean = (/^[\x20-\x7e]*$/.test(spaced) ? spaced : spaced.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '')).trim();
  const characters = Array.from(clean);
  return characters.length <= TITLE_LENGTH ? clean : `${characters.slice(0, TITLE_LENGTH - 1).join('')}…`;
}
