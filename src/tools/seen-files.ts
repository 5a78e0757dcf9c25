/** Tracks what the model and the person have seen of each file, so that nothing unseen is overwritten. */

import { hash } from 'node:crypto';
import type { ReadFile } from '../host/files/workspace.ts';

/** The part of a read file that distinguishes its states. */
export type FileState = Pick<ReadFile, 'absolute' | 'bytes' | 'size' | 'mtimeMs'> & { ino?: number };

export interface SeenFiles {
  /** Records that the model has read or written the file; reading a part counts. */
  remember(file: FileState): void;
  forget(absolute: string): void;
  /** Forgets everything, for a new conversation. */
  clear(): void;
  /** Records when one of the model's commands ran: the model may know about changes made in that time. */
  commandRan(fromMs: number, toMs: number): void;
  /** `own`: changed while one of the model's commands ran. */
  compare(file: FileState): 'unseen' | 'same' | 'changed' | 'own';
  /** Records the state of files for which the person was shown what a call would do; `file` is `undefined` if there was none. */
  show(callId: string, files: readonly Shown[]): void;
  /** The first file that is no longer as it was shown for that call. */
  changedSinceShown(callId: string, files: readonly Shown[]): string | undefined;
}

interface Shown {
  absolute: string;
  file: FileState | undefined;
}

/** Limit of calls that were shown but never ran; the oldest are dropped. */
const MAX_SHOWN = 100;
const MAX_COMMANDS = 500;
/** A file's time may lag behind the clock by one tick of the kernel. */
const TICK_MS = 20;

export function createSeenFiles(): SeenFiles {
  const seen = new Map<string, string>();
  const shown = new Map<string, Map<string, string>>();
  const commands: { fromMs: number; toMs: number }[] = [];
  return {
    remember(file) {
      seen.set(file.absolute, printOf(file));
    },
    forget(absolute) {
      seen.delete(absolute);
    },
    clear() {
      seen.clear();
      shown.clear();
      commands.length = 0;
    },
    commandRan(fromMs, toMs) {
      commands.push({ fromMs, toMs });
      if (commands.length > MAX_COMMANDS) commands.shift();
    },
    compare(file) {
      const known = seen.get(file.absolute);
      if (known === undefined) return 'unseen';
      if (known === (known.startsWith('stamp:') ? stampOf(file) : printOf(file))) return 'same';
      const mtimeMs = Math.floor(file.mtimeMs); // whole milliseconds, like the clock
      return commands.some(({ fromMs, toMs }) => mtimeMs >= fromMs - TICK_MS && mtimeMs <= toMs) ? 'own' : 'changed';
    },
    show(callId, files) {
      shown.set(callId, new Map(files.map(({ absolute, file }) => [absolute, file ? printOf(file) : 'missing'])));
      const [oldest] = shown.keys();
      if (shown.size > MAX_SHOWN && oldest !== undefined) shown.delete(oldest);
    },
    changedSinceShown(callId, files) {
      const before = shown.get(callId);
      shown.delete(callId);
      if (!before) return undefined;
      return files.find(({ absolute, file }) => before.get(absolute) !== (file ? printOf(file) : 'missing'))?.absolute;
    },
  };
}

/** Contents up to this length are kept as they are, which needs no hashing (and nothing loaded for it). */
const SHORT = 4096;

/** For a file that was read only in part, size and time are all there is to compare. */
function printOf(file: FileState): string {
  if (file.bytes.length < file.size) return stampOf(file);
  if (file.bytes.length <= SHORT) return `bytes:${file.bytes.toString('latin1')}`;
  return `hash:${hash('sha256', file.bytes)}`;
}

function stampOf({ size, mtimeMs }: FileState): string {
  return `stamp:${size}:${mtimeMs}`;
}
