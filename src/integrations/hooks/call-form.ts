/** A call as hooks of other agents know it. Who knows the tools makes it; one call may have several, as a patch has files. */

export interface CallForm {
  /** Claude's name for the tool; coder's own where there is none. */
  name: string;
  /** Gemini's. */
  gemini?: string;
  /** coder's own. */
  tool: string;
  /** Other names that a matcher may use. */
  also: readonly string[];
  /** In Claude's words. */
  input: Readonly<Record<string, unknown>>;
  /** What rules such as `Bash(git *)` are compared with. */
  texts: readonly string[];
  response?: unknown;
  /** The arguments of coder's own that another input means; nothing where it cannot be told. */
  argsOf(input: Record<string, unknown>): unknown;
}
