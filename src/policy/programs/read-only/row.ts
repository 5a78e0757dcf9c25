/** The shape of the read-only table: which flags and operands a command may have and still only read. */

/**
 * `path`: a file inside the workspace that holds no secret. `text`: anything literal. `number`: digits with a unit.
 * `filter`: a pattern of file names, which must not aim at secrets. The others name a checker of a small language.
 */
export type Kind =
  | 'path'
  | 'text'
  | 'number'
  | 'filter'
  | 'sed'
  | 'awk'
  | 'jq'
  | 'printf'
  | 'gitFormat'
  | 'revision'
  | 'dateFormat'
  | 'psFlags'
  | 'psFormat';

export interface ReadOnlyRow {
  /** Short flags without a value; they may be written together. */
  short?: string;
  /** Short flags with a value, attached or as the next word. */
  shortValue?: Readonly<Record<string, Kind>>;
  /** Short flags whose value, if any, is attached and a number: `-M90%`. */
  shortMaybe?: string;
  /** Long flags without a value, separated by spaces. They must be written out. */
  long?: string;
  /** `--flag=value` or `--flag value`. */
  longValue?: Readonly<Record<string, Kind>>;
  /** `--flag` or `--flag=value`. */
  longMaybe?: Readonly<Record<string, Kind>>;
  /** Long flags with two values, separated by spaces; they are in `longValue` for the second. */
  longPair?: string;
  /** `-20` is a flag. */
  numeric?: true;
  /** The operands in order; a last one with `*` repeats, and `?` may be missing. Absent: none. */
  operands?: readonly `${Kind}${'' | '*' | '?'}`[];
  /** Flags that stand for the first operand, separated by spaces: after `grep -e x` all operands are files. */
  replaces?: string;
  /** At least one of these flags, separated by spaces, must be there for operands to be allowed. */
  operandsNeed?: string;
  /** Flags, separated by spaces, with which it follows the links below its folders. */
  follows?: string;
  /** Words are data; a leading dash means nothing. */
  noFlags?: true;
  /** No flag of the real program can run, write or send: a file name that looks like a flag does no harm. */
  anyFlagIsSafe?: true;
}

export type ReadOnlyTable = Readonly<Record<string, ReadOnlyRow>>;

/** What is missing in a proof. `outside` and `secret` are still reads; the others may be anything. */
export interface Gap {
  kind: 'unknown' | 'flag' | 'operand' | 'outside' | 'secret' | 'planted';
  text: string;
}
