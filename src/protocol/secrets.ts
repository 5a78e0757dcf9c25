/** Secrets as the engine sees them: hidden where text comes in, put back where a tool writes. */

export interface Secrets {
  /** The same string if nothing is hidden. `cut`: what it begins or ends with may be a piece of a secret. */
  mask(text: string, options?: { cut?: boolean }): string;
  /** With the values again, each as `written` writes it, the names of those, and placeholders that stand for nothing known. */
  reveal(text: string, written?: (value: string) => string): Revealed;
  /** Gets to know what these files hold, if they are such that hold secrets; before a command, what all of them hold. */
  look(paths: readonly string[], line?: { text: string; cwd: string }): Promise<void>;
  /** What is known, and how often each was hidden; never a value. */
  names(): { name: string; hidden: number }[];
}

interface Revealed {
  text: string;
  names: string[];
  unknown: string[];
}
