/** An editor as coder sees it, whatever it speaks: what the person looks at there, and what they say to a proposed change. */

import type { CodeProblem } from '../../protocol/lsp.ts';
import type { ProposedFile } from '../../protocol/tool.ts';

export interface Companion {
  /** Shows what a file would become, and waits; ends with the signal. */
  openDiff(file: ProposedFile, signal: AbortSignal): Promise<DiffAnswer>;
  /** Takes it away again; the text that was in it, where the editor gives it. */
  closeDiff(path: string): Promise<string | undefined>;
  /** It has changes of that file that are not saved; absent where it cannot say. */
  isUnsaved?(path: string, signal: AbortSignal): Promise<boolean>;
  /** What it says is wrong with a file; nothing where it does not know. */
  problems?(path: string, signal: AbortSignal): Promise<CodeProblem[] | undefined>;
  close(): void;
}

/** `unable`: it was not shown, or the editor is gone. */
export type DiffAnswer = { kind: 'accepted'; text: string } | { kind: 'rejected' } | { kind: 'unable' };

/** What a companion reports, as it says it: nothing of it is checked yet. */
export interface EditorState {
  /** The one that was last looked at first. */
  files: readonly string[];
  active?: ActiveFile;
  /** When the person last looked at one, in milliseconds since 1970. */
  focusedAt?: number;
}

export interface ActiveFile {
  path: string;
  /** From 1. */
  cursor?: { line: number; column: number };
  selection?: { text: string; from?: number; to?: number };
}

/** Lines of a file that the person pointed at from within the editor; from 1. */
export interface PointedAt {
  path: string;
  from?: number;
  to?: number;
}

export interface CompanionEvents {
  state(state: EditorState): void;
  pointedAt(place: PointedAt): void;
  /** Called once; nothing comes after it. */
  end(why: string): void;
}

export interface Door {
  port: number;
  token: string;
}
