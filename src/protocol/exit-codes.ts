/** The exit codes of coder, as `--help` promises them; a job that another process is running has its own (`fleet-job.ts`). */

export const EXIT = {
  ok: 0,
  error: 1,
  usage: 2,
  /** The steps, the turns or the budget ran out. */
  limit: 3,
  /** A needed approval was refused, or no one could give it. */
  refused: 4,
  /** As a shell reports a program that Ctrl+C ended. */
  cancelled: 130,
} as const;
