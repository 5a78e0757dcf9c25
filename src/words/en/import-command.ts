/** The output of `coder import`. */

import { late } from '../../base/late.ts';

const words = () => ({
  usage: 'usage: coder import [claude|codex|gemini|qwen|opencode] [--dry-run] [--yes] [--json]',
  states: { taken: 'taken', mapped: 'mapped', already: 'already set', left: 'left out' },
  none: (agents: string) => `Nothing was found for ${agents}.`,
  notRead: (what: string) => `not read: ${what}`,
  now: (samples: string) => `now: ${samples}`,
  note: (why: string) => ` (${why})`,
  nothingNew: 'Nothing new.',
  wouldWrite: (count: number, file: string) => `${count} ${count === 1 ? 'key' : 'keys'} would be written to ${file}.`,
  ask: (count: number, file: string) => `Write ${count} ${count === 1 ? 'key' : 'keys'} to ${file}? [y/N] `,
  notAsked: 'nothing was written: no one is available to agree. Review the above and add --yes.',
  declined: 'Nothing was written.',
  written: (count: number, file: string) => `Wrote ${count} ${count === 1 ? 'key' : 'keys'} to ${file}.`,
  noHome: 'there is no home folder to look in',
});

export const importCommand = late(words);

export type ImportCommandWords = ReturnType<typeof importCommand>;
