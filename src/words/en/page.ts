/** The text around the conversation in an exported session. */

import { late } from '../../base/late.ts';
import { views } from './views.ts';

const words = () => ({
  get views() {
    return views();
  },
  you: 'you',
  assistant: 'assistant',
  thinking: 'thinking',
  todos: 'todos',
  attached: 'attached',
  interrupted: '[interrupted]',
  image: (type: string) => `[image: ${type}]`,
  noOutput: '(no output)',
  exit: (code: number) => `exit ${code}`,
  status: { open: 'no result', failed: 'failed', denied: 'denied', cancelled: 'cancelled' },
  verdict: { allow: 'allowed', ask: 'allowed', deny: 'refused' },
  decided: {
    user: (verdict: string) => `${verdict} by the user`,
    auto: (verdict: string) => `${verdict} by a setting`,
    hook: (verdict: string) => `${verdict} by a hook`,
    nobody: (verdict: string) => `${verdict} because no one could be asked`,
  },
  session: 'session',
  started: 'started',
  lasted: 'lasted',
  folder: 'folder',
  model: 'model',
  turns: 'turns',
  tokens: 'tokens',
  inAndOut: (input: string, output: string) => `${input} in, ${output} out`,
  seconds: (count: number) => `${count} s`,
  minutes: (count: number) => `${count} min`,
  hours: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
  search: 'Search (/)',
  searchHere: 'Search in this session',
  found: (found: string, all: string) => `${found} of ${all}`,
  foldAll: 'Fold all',
  unfoldAll: 'Unfold all',
  footer: 'A coder session. Everything is in this file; it loads nothing.',
  shortened: (by: string) => `the older conversation was shortened (${by})`,
  shorteningUndone: 'the last compaction was undone',
  undone: (turns: number) => `undo: the files of ${turns === 1 ? 'one turn' : `${turns} turns`}`,
  redone: (turns: number) => `redo: the files of ${turns === 1 ? 'one turn' : `${turns} turns`}`,
  turnEnded: (why: string) => `the turn ended: ${why}`,
});

export const page = late(words);

export type PageWords = ReturnType<typeof page>;
