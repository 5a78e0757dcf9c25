/** Fields of results that differ from run to run and say nothing about what came out. */

export const VOLATILE_FIELDS: ReadonlySet<string> = new Set(['duration_ms', 'saved_path', 'started_at', 'mtime', 'at']);
