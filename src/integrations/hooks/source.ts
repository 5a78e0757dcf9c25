/** One place where hooks are written, whoever found it: a settings file, another agent's own file, a plugin. */

export interface HookSource {
  /** Whose it is: the user's own counts, a project's needs trust hook by hook, a plugin's was agreed to with the plugin. */
  source: 'user' | 'project' | 'plugin';
  /** Whose spelling it is in. */
  dialect: HookDialect;
  /** The file, absolute. */
  file: string;
  /** Events with lists of groups, as the file has them: not checked yet. */
  hooks: unknown;
  /** Names or commands of hooks that are switched off in there. */
  off?: readonly string[];
  /** What these hooks get besides; `${NAME}` in a command stands for it, too. */
  env?: Readonly<Record<string, string>>;
  /** `~/.coder/config.json:7:5`: where a key below `hooks` is. */
  place(path: readonly (string | number)[]): string;
}

/** `gemini` counts time-outs in milliseconds; its and Qwen's scripts know tools by Gemini's names. */
export type HookDialect = 'coder' | 'claude' | 'codex' | 'qwen' | 'gemini';
