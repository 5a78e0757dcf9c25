/** A command in the background, as the engine and its commands see it. */

export interface Job {
  readonly id: string;
  readonly command: string;
  readonly startedAt: number;
  readonly state: 'running' | 'exited' | 'stopped';
  readonly exitCode: number | null;
  /** The kept output from byte `from` of everything printed, and the offset for the next read. */
  read(from?: number): { text: string; next: number };
  stop(): Promise<void>;
}
