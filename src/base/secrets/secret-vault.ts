/**
 * All known secrets, with a placeholder for each way of writing them: inserted in text that comes in,
 * replaced by the value where a tool writes.
 */

import { maskPieces, maskWhole } from './mask-text.ts';
import { openEnd, openShape } from './open-end.ts';
import { reveal } from './placeholders.ts';
import { MIN_SECRET } from './secret-value.ts';
import type { Secret } from './secrets.ts';
import {
  addSecrets,
  createVaultState,
  forgetClean,
  shapesOf,
  type VaultOptions,
  type VaultState,
} from './vault-state.ts';

export interface SecretVault {
  add(secrets: Iterable<Secret>): void;
  /** Returns the same string if nothing is hidden. `cut`: the text may begin or end with a piece of a secret. */
  mask(text: string, options?: { cut?: boolean }): string;
  /**
   * Replaces placeholders by their values, each as `written` formats it; also returns the names used and
   * the placeholders that are unknown.
   */
  reveal(text: string, written?: (value: string) => string): { text: string; names: string[]; unknown: string[] };
  /** The known secrets, and how often each was hidden. */
  names(): { name: string; hidden: number }[];
  /**
   * For `maskStream`: the offset from which the end of a text may still become a secret. `before`:
   * length of the first line's part passed on before.
   */
  openEnd(text: string, before?: number): number;
  /** Like `openEnd`, for secrets recognised by shape alone, in text that is not masked yet. */
  openShape(text: string): number;
}

/** Texts up to this length recur: field names, ids, tool output that goes to the person, the log and the model. */
const OFTEN_MET = 256;
const MAX_CLEAN = 500;

export function createSecretVault(options: VaultOptions): SecretVault {
  const vault = createVaultState(options);
  const { known, clean, counts, reader } = vault;
  return {
    add: (secrets) => addSecrets(vault, secrets),
    mask(text, options) {
      if (text.length < MIN_SECRET) return text;
      const isWhole = text.length <= OFTEN_MET && clean.whole.has(text);
      if (isWhole && (!options?.cut || clean.cut.has(text))) return text;
      const whole = isWhole ? text : maskWhole(vault, text);
      const result = options?.cut && known.size > 0 ? maskPieces(vault, whole) : whole;
      reader.forget();
      if (result === text) remember(vault, text, options?.cut ?? false);
      return result;
    },
    reveal: (text, written = (value) => value) => reveal(vault, text, written),
    names: () => [...counts].map(([name, hidden]) => ({ name, hidden })),
    openEnd: (text, before = 0) => openEnd(vault, text, before),
    openShape: (text) => openShape(text, shapesOf(vault)),
  };
}

/** Notes that the text holds nothing to hide. */
function remember(vault: VaultState, text: string, isCut: boolean): void {
  if (text.length > OFTEN_MET) return;
  const { clean } = vault;
  if (clean.whole.size >= MAX_CLEAN) forgetClean(vault);
  const copy = ` ${text}`.slice(1); // a flat copy, because a slice would keep the whole long text in memory
  clean.whole.add(copy);
  if (isCut) clean.cut.add(copy);
}
