/** The editor beside the terminal, as the rest of coder sees it: what the person looks at there, and what they say to a change. */

import type { CodeAnswer, CodeProblem } from './lsp.ts';
import type { Part } from './message.ts';
import type { Session } from './session.ts';
import type { ProposedFile } from './tool.ts';

export interface IdeControl {
  state(): IdeState;
  /** What the model is told with the next prompt; nothing where it knows all of it, or no editor is connected. Nothing is waited for. */
  news(log: Pick<Session, 'id' | 'entries'>): Promise<IdeNews | undefined>;
  /** What is selected there, for `@selection`; `nothing`: an editor is connected, and nothing is. */
  selection(): Promise<Part | 'nothing' | undefined>;
  /** Shows what files would become and waits for the person there; ends with the signal. Nothing where that cannot be done. */
  propose(files: readonly ProposedFile[], signal: AbortSignal): Promise<EditorAnswer | undefined>;
  /** Which of these files have changes there that are not saved. */
  unsaved(paths: readonly string[], signal: AbortSignal): Promise<string[]>;
  /** What the editor says is wrong with a file; nothing where it cannot say. */
  problems(path: string, signal: AbortSignal): Promise<CodeAnswer<CodeProblem[]> | undefined>;
  /** Looks for editors, and connects to one: the one with that port, else the one that fits best. */
  connect(port: number | undefined, signal: AbortSignal): Promise<IdeState>;
  disconnect(): void;
}

export type IdeState = {
  /** Others that could be connected to. */
  others: readonly ListedEditor[];
  /** Files in which editors say where they are, and why they were not used. */
  passedOver: readonly { file: string; why: 'foreign' | 'stale' | 'elsewhere' | 'unreadable' }[];
} & (
  | { status: 'connected'; editor: ListedEditor }
  | { status: 'off' | 'connecting' | 'none' }
  | { status: 'failed'; why: string }
);

export interface ListedEditor {
  name: string;
  port: number;
  folders: readonly string[];
}

export interface IdeNews {
  /** For the model. */
  text: string;
  /** For the person: `a.ts:12`. */
  place?: string;
  selectedLines: number;
  openFiles: number;
  /** What the person pointed at from within the editor, as `@path:1-3`. */
  mentions: readonly string[];
  /** It was sent. */
  told(): void;
}

/** `texts`: by path, what the person made of it. */
export type EditorAnswer =
  | { choice: 'yes'; texts: ReadonlyMap<string, string> }
  | { choice: 'no' }
  /** It was taken away from there again, as this. */
  | { choice: 'closed'; texts: ReadonlyMap<string, string> };
