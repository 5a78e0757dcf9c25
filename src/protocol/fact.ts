/** What the title or a text of a view says, as a fact that front ends put into words. The English is always given beside it. */

export type Fact =
  /** A folder was listed. */
  | { is: 'entries'; path: string; count: number }
  /** A search for names or lines: what it looks for and, once it has ended, how much it found. `isLeast`: there is more. */
  | { is: 'search'; pattern: string; where?: string; glob?: string; files?: number; matches?: number; isLeast?: true }
  /** A whole file, with the number of its lines. */
  | { is: 'file'; path: string; lines: number }
  /** Lines of a file, counted from 1; without `to`, all that follow. `of`: the number of lines in the file. */
  | { is: 'lines'; path: string; from: number; to?: number; of?: number }
  /** The last lines of a file. */
  | { is: 'last-lines'; path: string; count: number }
  /** Changes to several files, with the number of lines; `isDry`: nothing was written. */
  | { is: 'changes'; files: number; added?: number; removed?: number; isDry?: true }
  /** The same for one file. */
  | { is: 'dry-run'; what: string; added: number; removed: number }
  | { is: 'todos' }
  | { is: 'todos-done'; done: number; count: number }
  | { is: 'questions'; count: number }
  | { is: 'hosts'; count: number }
  /** A command runs in the background, or in a terminal. */
  | { is: 'runs-as'; job: string }
  | { is: 'runs-in'; terminal: string }
  | { is: 'terminal-ended'; terminal: string; exitCode?: number }
  /** The answer of a server to a request. */
  | { is: 'page'; status: number; type?: string; characters: number; title?: string }
  | { is: 'no-difference' }
  | { is: 'nothing-changed' };
