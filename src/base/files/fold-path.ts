/**
 * Folds all spellings that some file system takes for the same path into one: case, composed forms, invisible characters, trailing dots.
 */

const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/** Matches paths for which lower case alone is not enough. */
const SPELT_OTHERWISE = /[^\0-\x7f]|[. ](?:\/|$)/;

export function foldPath(path: string): string {
  if (!SPELT_OTHERWISE.test(path)) return path.toLowerCase();
  return path.split('/').map(foldName).join('/');
}

export function foldName(name: string): string {
  if (!SPELT_OTHERWISE.test(name)) return name.toLowerCase();
  const visible = name.normalize('NFC').replace(INVISIBLE, '');
  const folded = visible
    .toUpperCase() // upper case first: only that turns ſ into s
    .toLowerCase()
    .normalize('NFC');
  let end = folded.length;
  while (end > 0 && (folded[end - 1] === '.' || folded[end - 1] === ' ')) end -= 1;
  return end === 0 ? folded : folded.slice(0, end);
}
