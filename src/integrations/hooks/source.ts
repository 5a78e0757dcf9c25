/** One place that defines hooks: a settings file, another agent's file, or a plugin. */

export interface HookSource {
  /** Owner of the hooks: the user's are trusted, a project's need trust one by one, a plugin's were accepted with the plugin. */
  source: 'user' | 'project' | 'plugin';
  /** The agent whose syntax the file uses. */
  dialect: HookDialect;
  /** Absolute path of the file. */
  file: string;
  /** Events with lists of groups, as written and not yet checked. */
  hooks: unknown;
  /** Names or commands of hooks that the file switches off. */
  off?: readonly string[];
  /** Additional environment of these hooks; `${NAME}` in a command is replaced with its value, too. */
  env?: Readonly<Record<string, string>>;
  /** Location of a key below `hooks`, such as `~/.coder/config.json:7:5`. */
  place(path: readonly (string | number)[]): string;
}

/** `gemini` counts timeouts in milliseconds; scripts for Gemini and Qwen know tools by Gemini's names. */
export type HookDialect = 'coder' | 'claude' | 'codex' | 'qwen' | 'gemini';
