/** Saves everything that a program in a terminal prints, as plain output and as a recording, with secrets hidden. */

import { maskBytes, type StreamSecrets } from '../../base/secrets/mask-stream.ts';
import { openSpillFile } from '../files/spill-file.ts';
import { type Recording, type RecordingOptions, startRecording } from './recording.ts';

export interface TerminalFiles {
  /** The file with the output; `undefined` if not all of it could be saved. */
  readonly savedPath: string | undefined;
  readonly recording: Recording;
  write(bytes: Buffer): void;
  /** Resolves when the disk has caught up; `undefined` unless it is behind. */
  readonly behind: Promise<void> | undefined;
  close(): Promise<void>;
}

interface FileOptions extends Omit<RecordingOptions, 'path'> {
  savedPath: string;
  recordingPath: string;
  secrets: StreamSecrets | undefined;
}

const MAX_PENDING = 1024 * 1024;

export function openTerminalFiles({ savedPath, recordingPath, secrets, ...options }: FileOptions): TerminalFiles {
  const saved = openSpillFile(savedPath, options.allowance);
  const recording = startRecording({ ...options, path: recordingPath });
  const masked = secrets && maskBytes(secrets);

  function keep(bytes: Buffer): void {
    saved.write(bytes);
    recording.output(bytes);
  }

  return {
    get savedPath() {
      return saved.problem === undefined ? saved.path : undefined;
    },
    recording,
    write: (bytes) => keep(masked ? masked.push(bytes) : bytes),
    get behind() {
      return saved.pending > MAX_PENDING ? saved.flushed() : recording.behind;
    },
    async close() {
      if (masked) keep(masked.end());
      await Promise.all([saved.close(), recording.close()]);
    },
  };
}
