/** A parsed patch: its files, the operation on each, and the hunks with their lines. */

export interface FilePatch {
  /** `update` with two names refers to whichever file exists; if only the first does, it is a rename. */
  operation: 'create' | 'update' | 'delete' | 'rename' | 'copy';
  from: string;
  to: string;
  /** Whether the file should be executable; absent if that does not change. */
  executable?: boolean;
  hunks: Hunk[];
}

export interface Hunk {
  /** 1-based line in the patch. */
  patchLine: number;
  /** The line of the file at which the hunk claims to begin, 1-based; absent if it does not say. */
  oldStart?: number;
  /** Lines of the file that come before the hunk, each nested in the previous one (`@@ class A`). */
  anchors: string[];
  /** True if the hunk claims to be at the end of the file. */
  atEnd: boolean;
  lines: HunkLine[];
}

export interface HunkLine {
  kind: ' ' | '-' | '+';
  /** Without the newline; a `\r` of the patch is kept. */
  text: string;
  /** True if `\ No newline at end of file` follows. */
  noNewline?: true;
  /** A blank line without the space of a context line: either part of the hunk or mere layout. */
  isBare?: true;
}

/** Why a patch cannot be read, and where. */
export interface PatchProblem {
  problem: string;
}
