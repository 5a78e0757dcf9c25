/** Secrets as the engine sees them: hidden in text that comes in, put back where a tool writes. */

export interface Secrets {
  /** Returns the same string if nothing is hidden. `cut`: the text may begin or end with a piece of a secret. */
  mask(text: string, options?: { cut?: boolean }): string;
  /** Replaces placeholders by their values, each as `written` formats it; also returns the names used and unknown placeholders. */
  reveal(text: string, written?: (value: string) => string): Revealed;
  /** Learns the secrets of those of these files that may hold some; before a command, of all such files. */
  look(paths: readonly string[], line?: { text: string; cwd: string }): Promise<void>;
  /** The known secrets, and how often each was hidden; never a value. */
  names(): { name: string; hidden: number }[];
}

interface Revealed {
  text: string;
  names: string[];
  unknown: string[];
}
