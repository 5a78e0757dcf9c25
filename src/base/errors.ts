/** Errors with a code a program can read and a message a person can act on. */

export class CoderError extends Error {
  readonly code: string;
  /** Further facts for programs, such as the nearest valid name. */
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

/** The system's error code (`ENOENT`, `EACCES`, …), or `undefined` if the error has none. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** True if the error means that the file or folder does not exist. */
export function isMissing(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Adds the file's name to a system error that lacks it, as errors from writes do. */
export function naming(file: string, error: unknown): unknown {
  if (error instanceof Error && codeOf(error) !== undefined && !('path' in error)) error.message += ` '${file}'`;
  return error;
}
