/** Maps the argument names and values of other agents, which models trained on them send, to the names used here. */

import { late } from '../../base/late.ts';

/** Keys in lower case with underscores; of several targets, the first that the tool has is used. */
const keys = late(
  (): Readonly<Record<string, readonly string[]>> => ({
    file_path: ['path'],
    absolute_path: ['path'],
    filepath: ['path'],
    filename: ['path'],
    file: ['path'],
    target_file: ['path'],
    relative_path: ['path'],
    paths: ['path'],
    dir_path: ['cwd', 'path'],
    directory: ['cwd', 'path'],
    dir: ['cwd', 'path'],
    folder: ['cwd', 'path'],
    workdir: ['cwd'],
    working_directory: ['cwd'],
    working_dir: ['cwd'],
    old_str: ['old_string'],
    old_text: ['old_string'],
    new_str: ['new_string'],
    new_text: ['new_string'],
    cmd: ['command'],
    script: ['command'],
    run_in_background: ['background'],
    is_background: ['background'],
    include: ['glob'],
    file_pattern: ['glob'],
    include_pattern: ['glob'],
    query: ['pattern'],
    regex: ['pattern'],
    glob_pattern: ['pattern'],
    i: ['ignore_case'],
    case_insensitive: ['ignore_case'],
    c: ['context'],
    head_limit: ['max_matches'],
    max_results: ['max_matches'],
    output_mode: ['show'],
    contents: ['content'],
    file_text: ['content'],
    input: ['patch'],
    diff: ['patch'],
    patch_text: ['patch'],
    prompt: ['objective'],
    subagent_type: ['agent'],
    timeout_seconds: ['timeout_secs', 'timeout_sec'],
  }),
);

/** An argument that gives a time without a unit. */
const TIMEOUT = { key: 'timeout', seconds: ['timeout_secs', 'timeout_sec'] };
/** Times from this value on are taken as milliseconds. */
const LEAST_MS = 1000;

/** Arguments that describe the call but do not affect what it does. */
const harmless = late(
  (): ReadonlySet<string> =>
    new Set([
      'description',
      'explanation',
      'justification',
      'instruction',
      'reason',
      'thought',
      'summary',
      'title',
      'id',
      'priority',
      'active_form',
      'header',
      'multi_select',
      'ignore',
      'n',
      'prompt',
      'tool_summary',
      'requires_approval',
      'with_escalated_permissions',
      'sandbox_permissions',
    ]),
);

const VALUES: Readonly<Record<string, string>> = {
  content: 'lines',
  files_with_matches: 'files',
  'general-purpose': 'general',
};

export interface Meant {
  key: string;
  value: unknown;
}

/** The argument meant by `given`, which the tool does not have; `harmless` if it can be dropped. */
export function meantArgument(
  given: string,
  value: unknown,
  known: ReadonlySet<string>,
): Meant | 'harmless' | 'unknown' {
  const key = snakeCase(given);
  if (known.has(key)) return { key, value };
  if (key === TIMEOUT.key) {
    const target = TIMEOUT.seconds.find((name) => known.has(name));
    if (!target) return 'unknown';
    const time = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (time === null || time === '' || time === 0) return 'harmless'; // means the default time; only this tool's own key can ask for no limit
    if (typeof time !== 'number' || !Number.isFinite(time)) return 'unknown';
    return { key: target, value: time >= LEAST_MS ? Math.ceil(time / 1000) : time };
  }
  const target = Object.hasOwn(keys(), key) ? keys()[key]?.find((name) => known.has(name)) : undefined;
  if (target !== undefined) return { key: target, value };
  return harmless().has(key) ? 'harmless' : 'unknown';
}

/** The one of `values` that is meant by another spelling; `value` itself if there is none. */
export function meantValue(value: string, values: readonly unknown[]): string {
  const key = value.trim().toLowerCase();
  const other = Object.hasOwn(VALUES, key) ? VALUES[key] : undefined;
  return [key, key.replaceAll(/[ -]/g, '_'), other ?? ''].find((name) => values.includes(name)) ?? value;
}

/** Turns `filePath`, `file-path` and `-i` into `file_path` and `i`. */
function snakeCase(key: string): string {
  return key
    .replace(/^-+/, '')
    .replaceAll('-', '_')
    .replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`)
    .toLowerCase();
}
