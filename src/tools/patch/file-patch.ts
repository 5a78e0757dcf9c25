/** A patch as it was read: files, what happens to each, and the hunks with their lines. */

export interface FilePatch {
  /** `update` with two names: whichever of them exists is meant; a rename where only the first does. */
  operation: 'create' | 'update' | 'delete' | 'rename' | 'copy';
  from: string;
  to: string;
  /** Whether the file is to be a program; absent: as it is. */
  executable?: boolean;
  hunks: Hunk[];
}

export interface Hunk {
  /** Its line in the patch, 1-based. */
  patchLine: number;
  /** The line of the file it says it begins at, 1-based; absent where it does not say. */
  oldStart?: number;
  /** Lines of the file that stand before it, one inside the other (`@@ class A`). */
  anchors: string[];
  /** It says that it stands at the end of the file. */
  atEnd: boolean;
  lines: HunkLine[];
}

export interface HunkLine {
  kind: ' ' | '-' | '+';
  /** Without the newline; a `\r` of the patch is kept. */
  text: string;
  /** `\ No newline at end of file` follows. */
  noNewline?: true;
  /** A blank line without the space of context: part of the hunk, or only there to look nice. */
  isBare?: true;
}

/** A patch that cannot be read, and where. */
export interface PatchProblem {
  problem: string;
}
