/** The placeholders of secrets: given out when one is hidden, and replaced by the values where a tool writes. */

import type { VaultState } from './vault-state.ts';

const PLACEHOLDER = /\[secret:([\w.-]{1,80}?)(?:\.([0-9a-f]{4}))?\]/g;
const MAX_KEPT = 20_000;

/** The placeholder for a text that was found, which counts as hidden under the name. */
export function placeholderFor(vault: VaultState, found: string, name: string): string {
  const { known, counts, byPlaceholder } = vault;
  const text = known.get(found)?.means ?? found;
  const entry = known.get(text);
  counts.set(name, (counts.get(name) ?? 0) + 1);
  if (entry?.placeholder !== undefined) return entry.placeholder;
  const placeholder = freePlaceholder(vault, text, name);
  if (entry) entry.placeholder = placeholder;
  if (entry || byPlaceholder.size < MAX_KEPT) byPlaceholder.set(placeholder, { name, text });
  return placeholder;
}

/** Replaces placeholders by their values, each as `written` formats it. */
export function reveal(
  vault: VaultState,
  text: string,
  written: (value: string) => string,
): { text: string; names: string[]; unknown: string[] } {
  const names = new Set<string>();
  const unknown = new Set<string>();
  if (!text.includes('[secret:')) return { text, names: [], unknown: [] };
  const revealed = text.replace(PLACEHOLDER, (placeholder, name: string, hash: string | undefined) => {
    const entry = vault.byPlaceholder.get(placeholder) ?? unhashed(vault, placeholder);
    if (entry) {
      names.add(entry.name);
      return written(entry.text);
    }
    if (hash !== undefined || vault.counts.has(name)) unknown.add(placeholder);
    return placeholder;
  });
  return { text: revealed, names: [...names], unknown: [...unknown] };
}

/** Looks up a placeholder of an earlier run whose text is known here but was not encountered yet. */
function unhashed(vault: VaultState, placeholder: string): { name: string; text: string } | undefined {
  const { known, byPlaceholder } = vault;
  for (const [text, { name, placeholder: given }] of known) {
    if (given === undefined && placeholder.startsWith(`[secret:${name}.`)) {
      const own = freePlaceholder(vault, text, name);
      known.set(text, { name, placeholder: own });
      byPlaceholder.set(own, { name, text });
    }
  }
  return byPlaceholder.get(placeholder);
}

/** Two texts never share a placeholder: the second gets other digits. */
function freePlaceholder(vault: VaultState, text: string, name: string): string {
  const seed = (vault.seed ??= vault.key());
  for (let round = 0; ; round += 1) {
    const placeholder = `[secret:${name}.${digits(`${seed}${round}\0${text}`)}]`;
    const taken = vault.byPlaceholder.get(placeholder);
    if (!taken || taken.text === text || round > 0xffff) return placeholder;
  }
}

/** Sixteen bits of a hash that depends on every unit of the text. */
function digits(text: string): string {
  let [a, b] = [0x9e3779b9, 0x85ebca6b];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0xcc9e2d51);
    a = (a << 15) | (a >>> 17);
    b = Math.imul(b + unit, 0x1b873593) ^ a;
    b ^= b >>> 13;
  }
  const mixed = Math.imul(a ^ (b >>> 16), 0xc2b2ae35) ^ b;
  return ((mixed ^ (mixed >>> 16)) & 0xffff).toString(16).padStart(4, '0');
}
