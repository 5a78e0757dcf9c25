/** A question only the person can answer. A front end that cannot ask replies at once. */

import type { ToolCall } from './message.ts';
import type { Reason, Scope } from './policy.ts';
import type { View } from './view.ts';

export type Request = ApprovalRequest | QuestionsRequest | PickRequest;

export interface ApprovalRequest {
  kind: 'approval';
  id: string;
  call: ToolCall;
  view: View;
  reasons: Reason[];
  /** A risk approval takes yes or no only; a policy one may also be remembered. */
  choices: readonly ('yes' | 'no' | 'always' | 'try')[];
  /** What `always` could cover, from narrow to wide. */
  scopes: Scope[];
  /** For each scope, recent commands that it would have covered. */
  covered?: string[][];
  /** The whole shell line that would run, and its folder if that is not the working folder. */
  command?: { line: string; cwd?: string };
  /** The tools that a scope without a pattern covers. */
  tools?: string[];
  /** The commands of a shell line that has more than one. */
  parts?: string[];
  /** What the command would delete, move or overwrite. */
  radius?: BlastRadius;
}

/** Counted on the disk, within the time a person can be kept waiting. */
export interface BlastRadius {
  files: number;
  bytes: number;
  /** Time was up before everything was counted. */
  isPartial: boolean;
  /** The folders that contain most of the files, relative to the workspace. */
  top: { folder: string; files: number }[];
  /** Paths outside the workspace. */
  outside: string[];
  /** Targets only known when the command runs. */
  unknown: string[];
}

export interface QuestionsRequest {
  kind: 'questions';
  id: string;
  questions: Question[];
}

export interface Question {
  question: string;
  options: { label: string; description?: string }[];
}

export interface PickRequest {
  kind: 'pick';
  id: string;
  title: string;
  options: string[];
  /** The option selected at first. */
  selected?: number;
  /** A yes-or-no question: the first option is yes, the second no. A third, `d: what it does`, is picked by its letter. */
  isYesNo?: true;
}

export type Answer =
  | { kind: 'approval'; choice: 'yes' }
  /** The call runs on a layer that is thrown away, then is asked about again with the changes it made there. */
  | { kind: 'approval'; choice: 'try' }
  /** `why` goes to the model; `unattended` means that no one was there to ask. */
  | { kind: 'approval'; choice: 'no'; why?: string; unattended?: true }
  | { kind: 'approval'; choice: 'always'; scope: Scope; lifetime: 'session' | 'project' }
  /** `null`: dismissed; `unattended`: no one was there to answer. */
  | { kind: 'questions'; answers: string[] | null | 'unattended' }
  | { kind: 'pick'; picked: number | null }
  /** The turn was cancelled while the question was open. */
  | { kind: 'cancelled' };

/** The answer of a front end that has no one to ask. */
export function unattendedAnswer({ kind }: Request): Answer {
  switch (kind) {
    case 'approval':
      return { kind, choice: 'no', unattended: true };
    case 'questions':
      return { kind, answers: 'unattended' };
    case 'pick':
      return { kind, picked: null };
  }
}
