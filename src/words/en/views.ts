/** What the views of calls say; the English is where the view is made, and comes as the first parameter. */

import { late } from '../../base/late.ts';

const words = () => ({
  entries: (said: string, _path: string, _count: number) => said,
  search: (said: string, _pattern: string, _where: string, _glob: string) => said,
  foundFiles: (said: string, _pattern: string, _where: string, _glob: string, _count: string) => said,
  foundMatches: (said: string, _pattern: string, _where: string, _glob: string, _count: string) => said,
  wholeFile: (said: string, _path: string, _lines: number) => said,
  linesFrom: (said: string, _path: string, _from: number) => said,
  linesTo: (said: string, _path: string, _from: number, _to: number) => said,
  linesOf: (said: string, _path: string, _from: number, _to: number, _of: number) => said,
  lastLines: (said: string, _path: string, _count: number) => said,
  severalFiles: (said: string, _count: number) => said,
  changedFiles: (said: string, _count: number, _added: number, _removed: number) => said,
  dryRunFiles: (said: string, _count: number, _added: number, _removed: number) => said,
  dryRun: (said: string, _what: string, _added: number, _removed: number) => said,
  todos: (said: string) => said,
  todosDone: (said: string, _done: number, _count: number) => said,
  questions: (said: string, _count: number) => said,
  hosts: (said: string, _count: number) => said,
  runsAs: (said: string, _job: string) => said,
  runsIn: (said: string, _terminal: string) => said,
  terminalEnded: (said: string, _terminal: string) => said,
  terminalExited: (said: string, _terminal: string, _exitCode: number) => said,
  page: (said: string, _status: number, _type: string, _characters: number, _title: string) => said,
  noDifference: (said: string) => said,
  nothingChanged: (said: string) => said,
});

export const views = late(words);

export type ViewWords = ReturnType<typeof views>;
