/** What to draw, never how. */

import type { Fact } from './fact.ts';

export interface View {
  /** In English if there is a `fact`. */
  title: string;
  /** What the title says, for other languages. */
  fact?: Fact;
  body?: Block[];
  /** Why the call did not succeed, in the language of the person, if the outcome says it in other words for the model. */
  error?: string;
  /** The kind of work a call does, if it is one of these; adjacent calls of a kind can be drawn together. */
  kind?: CallKind;
  /** Set for a call of the shell tool, whose title is the line it runs. */
  isShell?: true;
  /** What the call changes, or has changed; the title says it too. */
  change?: ChangeSummary;
}

interface ChangeSummary {
  /** The file, or what stands for several. */
  what: string;
  /** Number of files, if there are several. */
  files?: number;
  /** True if every file is new. */
  isNew: boolean;
  /** Numbers of lines. */
  added: number;
  removed: number;
}

export const CALL_KINDS = ['read', 'list', 'search', 'edit', 'run', 'ask'] as const;
export type CallKind = (typeof CALL_KINDS)[number];

export type Block =
  /** `isPast`: text from earlier that is shown again. */
  | { type: 'text' | 'markdown'; text: string; fact?: Fact; isPast?: true }
  /** Unified diff text of one or more files. */
  | { type: 'diff'; diff: string }
  | { type: 'terminal'; stdout: string; stderr: string; exitCode: number | null }
  /** `fact`: what is said in the place of items, if there are none. */
  | { type: 'list'; items: string[]; fact?: Fact }
  | { type: 'todos'; items: Todo[] };

export interface Todo {
  content: string;
  status: 'pending' | 'in_progress' | 'completed';
}
