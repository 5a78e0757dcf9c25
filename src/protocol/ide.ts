/** The editor beside the terminal, as the rest of coder sees it: what the person looks at there, and how they answer a proposed change. */

import type { Fault } from './fault.ts';
import type { CodeAnswer, CodeProblem } from './lsp.ts';
import type { Part } from './message.ts';
import type { Session } from './session.ts';
import type { ProposedFile } from './tool.ts';

export interface IdeControl {
  state(): IdeState;
  /**
   * News for the model with the next prompt; `undefined` if there is nothing new or no editor is connected. Does not wait for the editor.
   */
  news(log: Pick<Session, 'id' | 'entries'>): Promise<IdeNews | undefined>;
  /** The selection in the editor, for `@selection`. `nothing` if nothing is selected, `undefined` if no editor is connected. */
  selection(): Promise<Part | 'nothing' | undefined>;
  /** Shows proposed file contents and waits for the person's answer; ends with the signal. `undefined` if the editor cannot show them. */
  propose(files: readonly ProposedFile[], signal: AbortSignal): Promise<EditorAnswer | undefined>;
  /** Returns those of the files that have unsaved changes in the editor. */
  unsaved(paths: readonly string[], signal: AbortSignal): Promise<string[]>;
  /** The editor's diagnostics for a file; `undefined` if it cannot provide any. */
  problems(path: string, signal: AbortSignal): Promise<CodeAnswer<CodeProblem[]> | undefined>;
  /** Looks for editors and connects to the one with this port, otherwise to the one that fits best. */
  connect(port: number | undefined, signal: AbortSignal): Promise<IdeState>;
  disconnect(): void;
}

export type IdeState = {
  /** Other editors that could be connected to. */
  others: readonly ListedEditor[];
  /** Files that announce editors, and why each was not used. */
  passedOver: readonly { file: string; why: 'foreign' | 'stale' | 'elsewhere' | 'unreadable' }[];
} & (
  | { status: 'connected'; editor: ListedEditor }
  | { status: 'off' | 'connecting' | 'none' }
  | { status: 'failed'; why: Fault }
);

export interface ListedEditor {
  /** Empty if it does not say. */
  name: string;
  port: number;
  folders: readonly string[];
}

export interface IdeNews {
  /** The text for the model. */
  text: string;
  /** The place shown to the person, such as `a.ts:12`. */
  place?: string;
  selectedLines: number;
  openFiles: number;
  /** Places the person pointed at from within the editor, as `@path:1-3`. */
  mentions: readonly string[];
  /** To be called once the news was sent. */
  told(): void;
}

/** `texts`: the files' contents after the person's changes, by path. */
export type EditorAnswer =
  | { choice: 'yes'; texts: ReadonlyMap<string, string> }
  | { choice: 'no' }
  /** The proposal was closed in the editor, with these contents. */
  | { choice: 'closed'; texts: ReadonlyMap<string, string> };
