/** Parses JSON with comments from a file, and says where in the file each value is. */

import type { Fault } from '../protocol/fault.ts';
import { offsetOf, parseJsonc, plainValue, positionOf } from './jsonc.ts';

export type PlacedJson =
  | { ok: true; values: unknown; place: PositionOf }
  /** `at` is the position of the mistake. */
  | { ok: false; at: string; problem: Fault };

/** The position of a key: `.coder/config.json:7:5`. */
export type PositionOf = (path: readonly (string | number)[]) => string;

/** `shown` is the path as messages show it. A file without a value is an empty object. */
export function placedJson(text: string, shown: string): PlacedJson {
  const parsed = parseJsonc(text);
  const placeAt = (offset: number) => {
    const { line, column } = positionOf(text, offset);
    return `${shown}:${line}:${column}`;
  };
  if (!parsed.ok) return { ok: false, at: placeAt(parsed.offset), problem: parsed.problem };
  const { root } = parsed;
  if (!root) return { ok: true, values: {}, place: () => shown };
  return { ok: true, values: plainValue(root), place: (path) => placeAt(offsetOf(root, path)) };
}
