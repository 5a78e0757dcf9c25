/** Errors with a code a program can read and a message a person can act on. */

export class CoderError extends Error {
  readonly code: string;
  /** More about it for a program: the nearest name, for one. */
  readonly details?: Readonly<Record<string, unknown>>;

  constructor(code: string, message: string, options: { cause?: unknown; details?: Record<string, unknown> } = {}) {
    super(message, options);
    this.name = 'CoderError';
    this.code = code;
    if (options.details) this.details = options.details;
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The system's code of an error (`ENOENT`, `EACCES`, …), if it has one. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** There is no such file or folder. */
export function isMissing(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** The system's word about a write names no file. */
export function naming(file: string, error: unknown): unknown {
  if (error instanceof Error && codeOf(error) !== undefined && !('path' in error)) error.message += ` '${file}'`;
  return error;
}
