/** What a request asks for, once it is understood. A missing `path` means the file that was spoken of last. */

export type Intent =
  | { kind: 'list'; path?: string }
  | { kind: 'find'; pattern: string; path?: string }
  | { kind: 'search'; text: string; path?: string; glob?: string }
  | { kind: 'read'; path?: string; lines?: LineRange }
  | { kind: 'explain-file'; path?: string }
  | { kind: 'explain-project' }
  /** What is meant by a name: a function, a class, or a file by its stem. */
  | { kind: 'symbol'; name: string }
  | { kind: 'symbols'; what: 'function' | 'class' | 'test' | 'type'; path?: string }
  | { kind: 'count'; what: 'files' | 'lines' | 'words' | 'largest'; path?: string }
  | { kind: 'facts'; which: 'dependencies' | 'scripts' }
  | { kind: 'create'; path: string; content?: string; about?: string }
  /** The whole content anew; `short` where only a file of one line is meant ("change it to …"). */
  | { kind: 'overwrite'; path?: string; content: string; short?: true }
  | { kind: 'replace'; from: string; to: string; path?: string; scope: 'file' | 'folder'; words: boolean }
  /** A thing that is described and has to be written first. */
  | { kind: 'add-code'; path?: string; about: string }
  | { kind: 'set-value'; key: string; value: string; path?: string }
  | { kind: 'insert'; text: string; path?: string; where: 'start' | 'end' | { line: number } }
  | { kind: 'delete-lines'; path?: string; first: number; last: number }
  | { kind: 'move' | 'copy'; path: string; to: string }
  | { kind: 'remove'; path?: string }
  /** Deleting what was not named one by one. */
  | { kind: 'remove-many' }
  | { kind: 'make-folder'; path: string }
  | { kind: 'run'; command: string }
  | { kind: 'run-file'; path?: string }
  | { kind: 'run-script'; script: Script }
  | { kind: 'git'; show: GitView }
  | { kind: 'commit'; message?: string }
  | { kind: 'plan'; goal: string }
  | { kind: 'ask'; question: string; options: string[] }
  /** `repair: false`: only say why. */
  | { kind: 'fix-tests'; command?: string; repair: boolean }
  | { kind: 'greet' | 'help' | 'about' | 'thanks' | 'continue' | 'retry' | 'no' }
  /** About what happened last. */
  | { kind: 'why' }
  /** What coder itself does by one of its own commands. */
  | { kind: 'slash'; command: string }
  | { kind: 'unknown'; text: string };

export type GitView = 'changes' | 'status' | 'diff' | 'log' | 'last' | 'branch' | 'authors';

/** What a project calls its usual chores. */
export type Script = 'test' | 'build' | 'lint' | 'start';

/** Lines counted from 1; a negative `first` counts from the end. */
export interface LineRange {
  first: number;
  last?: number;
}
