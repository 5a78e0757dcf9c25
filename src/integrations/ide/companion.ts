/** An editor as coder sees it, whatever its protocol: what the person looks at there, and how they answer a proposed change. */

import type { CodeProblem } from '../../protocol/lsp.ts';
import type { ProposedFile } from '../../protocol/tool.ts';

export interface Companion {
  /** Shows the proposed content of a file and waits for an answer, until the signal aborts. */
  openDiff(file: ProposedFile, signal: AbortSignal): Promise<DiffAnswer>;
  /** Closes the diff; returns the text that was in it, if the editor provides that. */
  closeDiff(path: string): Promise<string | undefined>;
  /** True if the editor has unsaved changes to the file; absent if it cannot tell. */
  isUnsaved?(path: string, signal: AbortSignal): Promise<boolean>;
  /** The problems the editor reports for a file; `undefined` if it does not know. */
  problems?(path: string, signal: AbortSignal): Promise<CodeProblem[] | undefined>;
  close(): void;
}

/** `unable`: the diff was not shown, or the editor is gone. */
export type DiffAnswer = { kind: 'accepted'; text: string } | { kind: 'rejected' } | { kind: 'unable' };

/** What a companion reports, not yet checked. */
export interface EditorState {
  /** Open files, the most recently viewed first. */
  files: readonly string[];
  active?: ActiveFile;
  /** When the person last viewed one of the files, in milliseconds since 1970. */
  focusedAt?: number;
}

export interface ActiveFile {
  path: string;
  /** 1-based. */
  cursor?: { line: number; column: number };
  selection?: { text: string; from?: number; to?: number };
}

/** Lines of a file that the person pointed at from within the editor; 1-based. */
export interface PointedAt {
  path: string;
  from?: number;
  to?: number;
}

export interface CompanionEvents {
  state(state: EditorState): void;
  pointedAt(place: PointedAt): void;
  /** Called once, as the last event. */
  end(why: string): void;
}

export interface Door {
  port: number;
  token: string;
}
