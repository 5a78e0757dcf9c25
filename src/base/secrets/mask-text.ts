/** Hides the secrets of a vault in one text: by value, across line breaks, by shape, and by the pieces at its ends. */

import type { FindNext } from './find-many.ts';
import { placeholderFor } from './placeholders.ts';
import { MIN_SECRET } from './secret-value.ts';
import { addSecrets, indexOf, shapesOf, type VaultState } from './vault-state.ts';
import { wrappedBlocks } from './wrapped-lines.ts';

/** Secrets found by shape that are also remembered by value; any beyond this number are recognised by shape only. */
const MAX_SHAPED = 200;
const FEW = 100;
/** Text masked before tables pay off: V8 has to optimise the loop over them first, which is then ten times as fast as native search. */
const WORTH_WARMING = 64 * 1024;

export function maskWhole(vault: VaultState, text: string): string {
  const { known } = vault;
  vault.masked += text.length;
  const before = known.size;
  const shaped = byShape(vault, before > 0 ? byValue(vault, byWrapped(vault, text)) : text);
  return known.size > before ? byValue(vault, shaped) : shaped; // a secret found once is hidden everywhere
}

/** Hides pieces of secrets at the ends of a cut text, so that no piece long enough to be useful remains. */
export function maskPieces(vault: VaultState, text: string): string {
  const index = indexOf(vault);
  const start = index.endOfOneAtStart(text);
  const end = index.beginningAtEnd(text.slice(start), MIN_SECRET) + start;
  const head = text.slice(0, start);
  const tail = text.slice(end);
  const hide = (piece: string) => (isPiece(piece) ? placeholderFor(vault, piece, 'piece') : piece);
  return start === 0 && tail === '' ? text : hide(head) + text.slice(start, end) + hide(tail);
}

function byValue(vault: VaultState, text: string): string {
  if (!mayHold(vault, text)) return text;
  const { known } = vault;
  return replaceAll(text, indexOf(vault).find(text), (pattern) =>
    placeholderFor(vault, pattern, known.get(pattern)?.name ?? ''),
  );
}

/** Few secrets are searched for one by one, natively. */
function mayHold(vault: VaultState, text: string): boolean {
  const { known } = vault;
  if (known.size > FEW || isByTable(vault)) return true;
  if (vault.forms.length !== known.size) vault.forms = [...known.keys()];
  const { forms } = vault;
  for (let at = 0; at < forms.length; at += 1) if (text.includes(forms[at] as string)) return true;
  return false;
}

/** Counts all text masked so far, because text in many pieces is worth the tables as well. */
function isByTable({ masked }: VaultState): boolean {
  return masked >= WORTH_WARMING;
}

/** If a secret continues after a line break, its lines are joined. */
function byWrapped(vault: VaultState, text: string): string {
  let result = '';
  let from = 0;
  for (const { start, end, joined } of wrappedBlocks(text, vault.reader)) {
    const hidden = byValue(vault, joined);
    if (hidden === joined || hidden === byValue(vault, text.slice(start, end)).replaceAll(/\r?\n/g, '')) continue;
    result += text.slice(from, start) + hidden;
    from = end;
  }
  return from === 0 ? text : result + text.slice(from);
}

function byShape(vault: VaultState, text: string): string {
  const found = shapesOf(vault).find(text, isByTable(vault));
  if (found.length === 0) return text;
  let result = '';
  let from = 0;
  for (const { start, end } of found) {
    const value = text.slice(start, end);
    const name = value.startsWith('-----BEGIN') ? 'private-key' : 'token';
    if (!vault.shown.has(name)) {
      if (vault.shapedCount++ < MAX_SHAPED) addSecrets(vault, [{ name, value }]);
      result += text.slice(from, start) + placeholderFor(vault, value, name);
      from = end;
    }
  }
  return result + text.slice(from);
}

function replaceAll(text: string, next: FindNext, replace: (pattern: string) => string): string {
  let result = '';
  let from = 0;
  for (let hit = next(0); hit; hit = next(from)) {
    result += text.slice(from, hit.at) + replace(hit.pattern);
    from = hit.at + hit.pattern.length;
  }
  return from === 0 ? text : result + text.slice(from);
}

/** Ordinary words that happen to begin a secret are not pieces. */
function isPiece(piece: string): boolean {
  return piece.length >= MIN_SECRET && !/^[A-Z]?[a-z]+(?:[-_ ][a-z]+)*[-_ ]?$/.test(piece);
}
