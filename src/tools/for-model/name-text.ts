/** File names for the model: each on its own line, exactly as it has to be written in a call. */

import { hiddenCharacters } from '../../base/text/hidden-characters.ts';

/** If the name contains a control or hidden character, the JSON string to write in a call, with these as escapes. */
export function nameText(name: string): string {
  if (hiddenCharacters(name).length > 0)
    return JSON.stringify(name).replace(/[\p{Cf}\p{M}\u{e0000}-\u{e0fff}]/gu, escaped);
  return /[\p{Cc}\u2028\u2029]/u.test(name) ? JSON.stringify(name) : name;
}

function escaped(character: string): string {
  return [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Names that are not UTF-8, in which U+FFFD stands for bytes that no call can contain. */
export function lossyNote(names: readonly unknown[]): string {
  const shown = names.slice(0, 20).map((name) => nameText(String(name)));
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : '';
  return `names that are not UTF-8, which only a pattern in a shell reaches: ${shown.join(', ')}${more}`;
}
