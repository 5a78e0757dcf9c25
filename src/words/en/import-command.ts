/** What `coder import` prints. */

export const importCommand = {
  usage: 'usage: coder import [claude|codex|gemini|qwen|opencode] [--dry-run] [--yes] [--json]',
  states: { taken: 'taken', mapped: 'mapped', already: 'is so already', left: 'left out' },
  none: (agents: string) => `Nothing was found of ${agents}.`,
  notRead: (what: string) => `not read: ${what}`,
  now: 'now',
  nothingNew: 'Nothing new.',
  wouldWrite: (count: number, file: string) => `${count} ${count === 1 ? 'key' : 'keys'} would be written to ${file}.`,
  ask: (count: number, file: string) => `Write ${count} ${count === 1 ? 'key' : 'keys'} to ${file}? [y/N] `,
  notAsked: 'nothing was written: nobody is there to agree. Look at the above and add --yes.',
  declined: 'Nothing was written.',
  written: (count: number, file: string) => `Wrote ${count} ${count === 1 ? 'key' : 'keys'} to ${file}.`,
  noHome: 'there is no home folder to look in',
};

export type ImportCommandWords = typeof importCommand;
