/** The one resolver: every path of every tool goes through here, component by component, links followed. */

export interface ResolvedPath {
  /** Absolute, every link followed, also for what does not exist yet. */
  absolute: string;
  /** Relative to the root where it is inside, absolute otherwise. */
  display: string;
  inside: boolean;
  /** `.git/hooks`, `.git/config`, coder's own config: inside, yet not to be written. */
  protected: boolean;
  kind: 'file' | 'directory' | 'other' | 'missing';
}

export interface Workspace {
  readonly root: string;
  readonly roots: readonly string[];
  /** Says where a path leads; never throws because it leads outside. */
  resolve(path: string): Promise<ResolvedPath>;
  /** A regular file inside the roots, verified again on the open handle; `CoderError('outside' | 'missing' | 'not-a-file' | 'too-large' | …)` otherwise. */
  readFile(path: string, options?: { offset?: number; length?: number; maxBytes?: number }): Promise<ReadFile>;
  /** Atomic (temporary file, rename), parents made, mode bits kept, never through a swapped link. */
  writeFile(path: string, bytes: Uint8Array, options?: { mode?: number }): Promise<void>;
  removeFile(path: string): Promise<void>;
  renameFile(from: string, to: string): Promise<void>;
}

export interface ReadFile {
  bytes: Buffer;
  absolute: string;
  display: string;
  /** Size of the whole file, which may be more than `bytes`. */
  size: number;
  mode: number;
  mtimeMs: number;
}
