/** The messages of `coder review` for a person. */

import { late } from '../../base/late.ts';

/** Counts of dropped findings, by cause. */
type Dropped = Record<'malformed' | 'file' | 'line' | 'suggestion' | 'repeated', number>;

const words = () => ({
  severity: { error: 'error', warning: 'warning', note: 'note' },
  suggestion: 'suggestion:',
  nothingFound: (files: number) => `Nothing found in ${files === 1 ? '1 file' : `${files} files`}.`,
  found: (files: number, errors: number, warnings: number, notes: number) =>
    `${errors === 1 ? '1 error' : `${errors} errors`}, ${warnings === 1 ? '1 warning' : `${warnings} warnings`}, ${notes === 1 ? '1 note' : `${notes} notes`} in ${files === 1 ? '1 file' : `${files} files`}.`,
  dropped: ({ file, line, suggestion, malformed, repeated }: Dropped) => {
    const parts = [
      [file, 'not in a file of the diff'],
      [line, 'not on a line of the diff'],
      [suggestion, 'with a suggestion that does not apply'],
      [malformed, 'incomplete'],
      [repeated, 'repeated'],
    ] as const;
    const said = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
    return `Dropped: ${said.join(', ')}.`;
  },
  nothingToReview: 'Nothing to review: the diff is empty.',
  noRepository: (folder: string) => `${folder} is not in a git repository; a review needs one.`,
  unknownRef: (ref: string) => `git does not know the commit "${ref}" here; "git fetch" may help.`,
  noCommonCommit: (ref: string) =>
    `this branch and "${ref}" have no commit in common here; in CI, check out with the whole history (fetch-depth: 0).`,
  tooLarge: 'the diff is larger than 16 MB; review part of it with --commit or --base.',
  lookedUp: (files: readonly string[]) =>
    `too large to send in full, so the model reads them itself: ${files.join(', ')}`,
  needsModel: 'the built-in offline model cannot review. "coder login" connects a model.',
  noList: 'the model did not answer with a list of findings after three requests.',
});

export const review = late(words);

export type ReviewWords = ReturnType<typeof review>;
