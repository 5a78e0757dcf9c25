/** What to draw, never how. */

export interface View {
  title: string;
  body?: Block[];
}

export type Block =
  | { type: 'text' | 'markdown'; text: string }
  /** Unified diff text of one or more files. */
  | { type: 'diff'; diff: string }
  | { type: 'terminal'; stdout: string; stderr: string; exitCode: number | null }
  | { type: 'list'; items: string[] }
  | { type: 'todos'; items: Todo[] };

export interface Todo {
  content: string;
  status: 'pending' | 'in_progress' | 'completed';
}
