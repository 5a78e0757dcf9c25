/** A command in the background, as the engine and its commands see it. */

export interface Job {
  readonly id: string;
  readonly command: string;
  readonly startedAt: number;
  readonly state: 'running' | 'exited' | 'stopped';
  readonly exitCode: number | null;
  /** What is kept of the output since byte `from` of all that was printed, and where the next read begins. */
  read(from?: number): { text: string; next: number };
  stop(): Promise<void>;
}
