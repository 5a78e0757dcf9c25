/** Programs that find files: find and fd. */

import type { Programs } from './program.ts';

const FD = {
  tells: true,
  follows: 'L follow',
  short: 'HIusigFLpa01q',
  shortValue: { e: 'text', t: 'text', d: 'number', E: 'text', S: 'text', c: 'text' },
  long: 'hidden no-ignore case-sensitive ignore-case glob fixed-strings absolute-path full-path print0 follow quiet',
  longValue: {
    extension: 'text',
    type: 'text',
    'max-depth': 'number',
    'min-depth': 'number',
    exclude: 'text',
    size: 'text',
    color: 'text',
    'changed-within': 'text',
    'changed-before': 'text',
    'max-results': 'number',
  },
  operands: ['text?', 'path*'],
} as const;

export const FIND: Programs = {
  fd: { reads: FD, probes: ['--version'], grammar: 'fd' },
  fdfind: { reads: FD, grammar: 'fd' },
  find: { probes: ['--version'], grammar: 'find', tooWide: 'alone', guessed: true },
};
