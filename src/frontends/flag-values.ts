/** The values that the command line is parsed into. */

import type { Language } from '../base/language.ts';

export interface FlagValues {
  /** Words after the command, such as a session id or the words of a shell line. */
  operands: string[];
  version: boolean;
  /** With `version`: also identifies the bundle. */
  verbose: boolean;
  help: boolean;
  cwd?: string;
  config?: string;
  model?: string;
  mode?: string;
  budget?: string;
  lang?: Language;
  continue: boolean;
  resume?: string;
  /** True for `--resume` without an id: the person picks a session from the list. */
  pickSession: boolean;
  /** The message that the conversation opens with, sent at once. */
  opening?: string;
  noColor: boolean;
  screenReader: boolean;
  prompt?: string;
  outputFormat: 'text' | 'json' | 'stream-json';
  inputFormat: 'text' | 'lines' | 'stream-json';
  addDirs: string[];
  yes: boolean;
  json: boolean;
  html: boolean;
  md: boolean;
  output?: string;
  stdin: boolean;
  noStdin: boolean;
  /** `sha256:…`: trusts exactly this set of the files that the project brings along. */
  trust?: string;
  /** For `run`: the file with the job, or `-` for standard input. */
  spec?: string;
  /** For `run`: the file that receives the result. */
  result?: string;
  /** For `review`: the changes to review. */
  staged: boolean;
  uncommitted: boolean;
  base?: string;
  commit?: string;
  /** For `review`: the severity from which a finding fails the run. */
  failOn?: 'error' | 'warning' | 'note' | 'never';
  /** For `review` and `export`. */
  format?: string;
  /** The worktree to hold the conversation in. Empty if coder should choose its name. */
  worktree?: string;
  /** For `fleet`: how many jobs run at a time; `results` is where their results go. */
  jobs?: string;
  results?: string;
}
