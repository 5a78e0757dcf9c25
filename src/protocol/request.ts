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
  choices: readonly ('yes' | 'no' | 'always')[];
  /** What `always` could cover, from narrow to wide. */
  scopes: Scope[];
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
}

export type Answer =
  | { kind: 'approval'; choice: 'yes' }
  /** `why` is said to the model; `unattended` means that nobody was there to ask. */
  | { kind: 'approval'; choice: 'no'; why?: string; unattended?: true }
  | { kind: 'approval'; choice: 'always'; scope: Scope; lifetime: 'session' | 'project' }
  /** `null`: dismissed; `unattended`: nobody there to answer. */
  | { kind: 'questions'; answers: string[] | null | 'unattended' }
  | { kind: 'pick'; picked: number | null }
  /** The turn was cancelled while the question stood. */
  | { kind: 'cancelled' };
