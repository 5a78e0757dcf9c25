/** What a vault knows: the secrets in every way of writing them, their placeholders, and what was learned by searching texts. */

import { type ByteReader, createByteReader } from './low-bytes.ts';
import { formsOf } from './secret-forms.ts';
import { createSecretIndex, type SecretIndex } from './secret-index.ts';
import { createShapeFinder, type ShapeFinder } from './secret-shapes.ts';
import { MIN_SECRET } from './secret-value.ts';
import type { Secret } from './secrets.ts';

export interface VaultOptions {
  /** Seed of the digits in placeholders, so that they reveal nothing about the value without it. Called once. */
  key(): string;
  /** Names of secrets that are not hidden. */
  show?: readonly string[];
}

export interface VaultState {
  /** Every form of every secret. */
  readonly known: Map<string, Known>;
  readonly byPlaceholder: Map<string, { name: string; text: string }>;
  /** How often each name was hidden. */
  readonly counts: Map<string, number>;
  /** Names of secrets that are not hidden. */
  readonly shown: ReadonlySet<string>;
  /** Short texts without anything to hide, and those without a piece of a secret either; valid until another secret becomes known. */
  readonly clean: { readonly whole: Set<string>; readonly cut: Set<string> };
  readonly reader: ByteReader;
  readonly key: () => string;
  /** The value of `key`, once it was needed. */
  seed: string | undefined;
  /** The keys of `known`, for a search one by one; out of date if their numbers differ. */
  forms: string[];
  /** How many secrets were found by shape. */
  shapedCount: number;
  /** How much text was masked. */
  masked: number;
  /** Use `indexOf`. */
  index: SecretIndex | undefined;
  /** Use `shapesOf`. */
  shapes: ShapeFinder | undefined;
}

interface Known {
  name: string;
  placeholder?: string;
  /** The value itself, if this form is its UTF-8 bytes read one by one. */
  means?: string;
}

export function createVaultState({ key, show = [] }: VaultOptions): VaultState {
  return {
    known: new Map(),
    byPlaceholder: new Map(),
    counts: new Map(),
    shown: new Set(show),
    clean: { whole: new Set(), cut: new Set() },
    reader: createByteReader(),
    key,
    seed: undefined,
    forms: [],
    shapedCount: 0,
    masked: 0,
    index: undefined,
    shapes: undefined,
  };
}

export function addSecrets(vault: VaultState, secrets: Iterable<Secret>): void {
  const { known, counts, shown } = vault;
  for (const { name, value } of secrets) {
    if (value.length < MIN_SECRET || shown.has(name)) continue;
    if (!counts.has(name)) counts.set(name, 0);
    if (known.has(value)) continue;
    for (const form of formsOf(value)) if (form.length >= MIN_SECRET && !known.has(form)) known.set(form, { name });
    const bytes = Buffer.from(value).toString('latin1');
    if (bytes !== value) known.set(bytes, { name, means: value });
    vault.index = undefined;
    forgetClean(vault);
  }
}

export function forgetClean({ clean }: VaultState): void {
  clean.whole.clear();
  clean.cut.clear();
}

/** The index of all known forms, built when it is first needed and again after another secret was added. */
export function indexOf(vault: VaultState): SecretIndex {
  return (vault.index ??= createSecretIndex(vault.known.keys(), vault.reader));
}

export function shapesOf(vault: VaultState): ShapeFinder {
  return (vault.shapes ??= createShapeFinder(vault.reader));
}
